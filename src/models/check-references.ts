import { AgentError } from '../base/errors.ts';
import { parseModelReference } from './model-reference.ts';

export interface NamedProviders {
  /** `provider/model`, by the key of the configuration that names it. */
  readonly references: readonly (readonly [key: string, reference: string])[];
  /** Providers that can be asked. */
  readonly known: readonly string[];
  readonly disabled: readonly string[];
}

/** Throws `invalid_config` for a model of a provider that does not exist. One that is switched off may be named. */
export function checkReferences({ references, known, disabled }: NamedProviders): void {
  for (const [key, reference] of references) {
    const provider = parseModelReference(reference)?.provider ?? reference;
    if (!known.includes(provider) && !disabled.includes(provider)) {
      throw unknownProvider(key, provider, known);
    }
  }
}

function unknownProvider(key: string, provider: string, known: readonly string[]): AgentError {
  return new AgentError('invalid_config', `${key}: there is no provider "${provider}".`, {
    messageId: 'model.provider_unknown',
    values: { key, provider, known: known.join(', ') },
  });
}
