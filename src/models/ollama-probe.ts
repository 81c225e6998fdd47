import { z } from 'zod';

const TAGS_URL = 'http://127.0.0.1:11434/api/tags';
const PATIENCE_MS = 300;

const Tags = z.object({
  models: z.array(
    z.object({
      name: z.string(),
      details: z.object({ family: z.string().nullish() }).nullish(),
    }),
  ),
});

/** The chat models of an Ollama on this machine, the one changed last first; undefined when none answers soon. */
export async function probeOllama(
  fetchTags: typeof fetch,
  url: string = TAGS_URL,
): Promise<readonly string[] | undefined> {
  try {
    const response = await fetchTags(url, {
      signal: AbortSignal.timeout(PATIENCE_MS),
      redirect: 'error',
    });
    const { models } = Tags.parse(await response.json());
    return models
      .filter(({ name, details }) => canChat(name, details?.family))
      .map(({ name }) => name);
  } catch {
    // Whatever listens there, it is no Ollama that we can use.
    return undefined;
  }
}

function canChat(name: string, family: string | null | undefined): boolean {
  return !/embed|rerank|bge-/i.test(name) && !/bert|clip/i.test(family ?? '');
}
