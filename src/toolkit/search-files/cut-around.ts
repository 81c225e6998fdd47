import { AgentError } from '../../base/errors.ts';
import type { WorkspaceFiles } from '../../security/workspace-files.ts';
import { cutLine } from '../shared/cut-line.ts';
import { decodeText } from '../shared/text-encoding.ts';
import { MAX_SEARCHED_BYTES, type Match } from './search-request.ts';

/** What a line may have at most to be shown whole. */
const SHORT = 300;

/**
 * Shows of each long line what is around its match. ripgrep gives the beginning of such a line only, so the rest is read
 * from the file; where that is not what it was, the beginning has to do.
 */
export async function cutAround(
  files: WorkspaceFiles,
  matches: readonly Match[],
): Promise<readonly Match[]> {
  const texts = new Map<string, Promise<readonly string[]>>();
  const linesOf = (file: string) => {
    const known = texts.get(file) ?? readLines(files, file);
    texts.set(file, known);
    return known;
  };
  return Promise.all(
    matches.map(async ({ startByte, ...match }) => {
      if (startByte === undefined || match.text.length <= SHORT) return match;
      const line = (await linesOf(match.file))[match.line - 1] ?? match.text;
      const at = Buffer.from(line).toString('utf8', 0, startByte - 1).length;
      return { ...match, text: cutLine(line, at) };
    }),
  );
}

async function readLines(files: WorkspaceFiles, file: string): Promise<readonly string[]> {
  try {
    const { bytes } = await files.read(file, MAX_SEARCHED_BYTES);
    return decodeText(bytes)?.text.split(/\r?\n/) ?? [];
  } catch (thrown) {
    if (thrown instanceof AgentError) return [];
    throw thrown;
  }
}
