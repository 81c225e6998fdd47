import { join } from 'node:path';
import { z } from 'zod';
import type { Clock } from '../../base/clock.ts';
import { AgentError } from '../../base/errors.ts';
import type { WorkspaceFiles } from '../../security/workspace-files.ts';
import { defineTool } from '../../tools/tool.ts';
import { failure, toFailure } from '../shared/failure.ts';
import type { OpenWorkspace } from '../shared/open-workspace.ts';
import { guardPath } from '../shared/path-guard.ts';
import { preview } from '../shared/text-lines.ts';
import { cutAround } from './cut-around.ts';
import { presentMatches } from './present-matches.ts';
import { findRipgrep, searchWithRipgrep } from './ripgrep.ts';
import { searchInWorker } from './search-in-worker.ts';
import type { SearchLimits } from './search-limits.ts';
import type { Match, SearchOutcome, SearchRequest } from './search-request.ts';

const Input = z.strictObject({
  query: z.string().min(1),
  path: z.string().min(1).default('.'),
  regex: z.boolean().default(false),
  glob: z.string().min(1).optional(),
  ignoreCase: z.boolean().default(false),
  maxResults: z.int().min(1).max(500).default(100),
});
type Input = z.infer<typeof Input>;

export interface SearchDeps {
  readonly clock: Clock;
  /** PATH on which ripgrep is looked for; empty means never. */
  readonly searchPath: string;
  readonly timeoutMs: number;
}

export function createSearchFiles(openWorkspace: OpenWorkspace, deps: SearchDeps) {
  const { clock, searchPath, timeoutMs } = deps;

  return defineTool<Input>({
    name: 'search_files',
    title: 'Search in files',
    description:
      'Find lines in workspace files; gives path:line: text. Literal unless regex is true. glob: *.ts or src/**/*.md. Skips .git, node_modules, .gitignore entries, binary files.',
    input: Input,
    capabilities: ['fs.read'],
    riskLevel: 'read_only',
    idempotency: 'pure',
    timeoutMs: timeoutMs + 5_000,
    summarize: ({ query, path }) => `search ${path} for ${preview(query)}`,
    guard: ({ path }, { workspace }) => guardPath(openWorkspace(workspace), path),

    async execute(input, { workspace, signal }) {
      const files = openWorkspace(workspace);
      try {
        if (/[\r\n]/.test(input.query)) return failure(ONE_LINE);
        const request = await toRequest(files, input);
        const outcome = await search(request, { clock, timeoutMs, signal });
        if (outcome.problem !== undefined) return failure(notValid(outcome.problem));
        const open = await readable(files, outcome.matches);
        const matches = await cutAround(files, open);
        return presentMatches({ ...outcome, matches }, request, timeoutMs);
      } catch (thrown) {
        return toFailure(thrown);
      }
    },
  });

  async function search(request: SearchRequest, limits: SearchLimits): Promise<SearchOutcome> {
    const program = await findRipgrep(searchPath, request.bounds);
    const found = program && (await searchWithRipgrep(program, request, limits));
    return found || searchInWorker(request, limits);
  }
}

const ONE_LINE =
  'Lines are searched one by one, so the query cannot hold a line break. Search for one of its lines.';

function notValid(problem: string): string {
  return `${problem}. Mend the pattern, or search literally with regex false.`;
}

async function toRequest(files: WorkspaceFiles, input: Input): Promise<SearchRequest> {
  const { path, glob, ...rest } = input;
  const { kind, ...place } = await files.locate(path);
  // Reading says what is wrong with it.
  if (kind === 'missing' || kind === 'other') await files.read(path, 0);
  const bounds = await files.bounds();
  const common = { ...rest, bounds, path: place.path, name: place.name };
  return glob === undefined ? common : { ...common, glob };
}

/** Without the lines of files that turn out to be private under another name. */
async function readable(
  files: WorkspaceFiles,
  matches: readonly Match[],
): Promise<readonly Match[]> {
  const { workspace } = await files.bounds();
  const names = [...new Set(matches.map(({ file }) => file))];
  const open = await Promise.all(names.map((name) => isReadable(files, join(workspace, name))));
  const allowed = new Set(names.filter((_, index) => open[index]));
  return matches.filter(({ file }) => allowed.has(file));
}

async function isReadable(files: WorkspaceFiles, path: string): Promise<boolean> {
  try {
    return (await files.locate(path)).kind === 'file';
  } catch (thrown) {
    if (thrown instanceof AgentError) return false;
    throw thrown;
  }
}
