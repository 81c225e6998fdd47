import type {
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
  SharedV4ProviderMetadata,
} from '@ai-sdk/provider';
import type { Usage } from '../../protocol/usage.ts';
import type { FinishReason, ModelPart } from '../model-provider.ts';
import { failureOf } from './failure.ts';
import { frameFailure, thrownFailure } from './to-failure.ts';

/** Translates the parts of one stream. What it returns last is `finish` or `error`, or the stream was cut. */
export interface PartTranslator {
  next(part: LanguageModelV4StreamPart): readonly ModelPart[];
}

/** Holds tool calls back until the stream has ended well: a call that was cut short is never passed on. */
export function createPartTranslator(): PartTranslator {
  const held: ModelPart[] = [];
  const blocks = new Map<string, SharedV4ProviderMetadata>();
  let calls = 0;

  /** In order: once a call is held, what follows it waits too. */
  function pass(part: ModelPart): readonly ModelPart[] {
    if (calls === 0) return [part];
    held.push(part);
    return [];
  }

  function note(id: string, metadata: SharedV4ProviderMetadata | undefined) {
    if (metadata !== undefined) blocks.set(id, merge(blocks.get(id), metadata));
  }

  function endReasoning(id: string): readonly ModelPart[] {
    const metadata = blocks.get(id);
    blocks.delete(id);
    return pass({ type: 'reasoning-end', ...(metadata !== undefined && { metadata }) });
  }

  function hold(part: Extract<LanguageModelV4StreamPart, { type: 'tool-call' }>) {
    if (part.providerExecuted === true) return;
    calls += 1;
    held.push({
      type: 'tool-call',
      providerCallId: part.toolCallId,
      tool: part.toolName,
      argumentsText: part.input,
      ...(part.providerMetadata !== undefined && { metadata: part.providerMetadata }),
    });
  }

  function finish(reason: LanguageModelV4FinishReason, usage: Usage): readonly ModelPart[] {
    if (reason.unified === 'interrupted') {
      const failure = failureOf('protocol', 'The stream ended in the middle of the answer.');
      return [{ type: 'error', failure }];
    }
    if (reason.unified === 'error') {
      const said = reason.raw === undefined ? '' : ` (${reason.raw})`;
      const failure = failureOf('protocol', `The provider could not finish its answer${said}.`);
      return [{ type: 'error', failure }];
    }
    return [...held, { type: 'finish', reason: finishReason(reason.unified, calls), usage }];
  }

  return {
    next(part) {
      switch (part.type) {
        case 'text-delta':
          return part.delta === '' ? [] : pass({ type: 'text', text: part.delta });
        case 'reasoning-start':
          note(part.id, part.providerMetadata);
          return [];
        case 'reasoning-delta':
          note(part.id, part.providerMetadata);
          return part.delta === '' ? [] : pass({ type: 'reasoning', text: part.delta });
        case 'reasoning-end':
          note(part.id, part.providerMetadata);
          return endReasoning(part.id);
        case 'tool-call':
          hold(part);
          return [];
        case 'finish':
          return finish(part.finishReason, toUsage(part.usage));
        case 'error':
          return [{ type: 'error', failure: failureIn(part.error) }];
        default:
          return [];
      }
    },
  };
}

function failureIn(error: unknown) {
  const frame = error instanceof Error ? undefined : frameFailure(error);
  return frame ?? thrownFailure(error);
}

function merge(
  a: SharedV4ProviderMetadata | undefined,
  b: SharedV4ProviderMetadata,
): SharedV4ProviderMetadata {
  const merged = { ...a };
  for (const [provider, values] of Object.entries(b)) {
    const known = Object.entries(values).filter(([, value]) => value !== null);
    merged[provider] = { ...merged[provider], ...Object.fromEntries(known) };
  }
  return merged;
}

type Unified = Exclude<LanguageModelV4FinishReason['unified'], 'error' | 'interrupted'>;

/** Some servers end a turn of tool calls with `stop` or a word of their own. */
function finishReason(unified: Unified, calls: number): FinishReason {
  return calls > 0 && (unified === 'stop' || unified === 'other') ? 'tool-calls' : unified;
}

function toUsage({ inputTokens, outputTokens }: LanguageModelV4Usage): Usage {
  return {
    inputTokens: inputTokens.total ?? 0,
    outputTokens: outputTokens.total ?? 0,
    cacheReadTokens: inputTokens.cacheRead ?? 0,
    cacheWriteTokens: inputTokens.cacheWrite ?? 0,
    reasoningTokens: outputTokens.reasoning ?? 0,
  };
}
