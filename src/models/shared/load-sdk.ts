import { AgentError } from '../../base/errors.ts';

/** Loads the library of a provider. Some look at an environment variable while they load, and fail when it is empty. */
export async function loadSdk<Sdk>(load: () => Promise<Sdk>, variable: string): Promise<Sdk> {
  try {
    return await load();
  } catch (cause) {
    throw new AgentError(
      'unavailable',
      `The library of this provider does not load. If the variable ${variable} is set but empty, unset it.`,
      { cause },
    );
  }
}
