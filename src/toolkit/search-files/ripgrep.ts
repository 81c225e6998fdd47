import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { isInside, type PathBounds } from '../../security/path-policy.ts';
import { type SearchLimits, untilLate } from './search-limits.ts';
import {
  MAX_SEARCHED_BYTES,
  type Match,
  NEVER_SEARCHED,
  type SearchOutcome,
  type SearchRequest,
} from './search-request.ts';

const LONGEST_COLUMNS = 2_000;

/** ripgrep from the absolute folders of `searchPath`, but never one that lies in the workspace. */
export async function findRipgrep(
  searchPath: string,
  { workspace }: PathBounds,
): Promise<string | undefined> {
  for (const folder of searchPath.split(':')) {
    if (!isAbsolute(folder) || isInside(workspace, folder)) continue;
    const program = join(folder, 'rg');
    const usable = await access(program, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (usable) return program;
  }
  return undefined;
}

/** Searches with ripgrep; undefined when it cannot do this search. */
export async function searchWithRipgrep(
  program: string,
  request: SearchRequest,
  limits: SearchLimits,
): Promise<SearchOutcome | undefined> {
  const plain = await runRipgrep(program, request, { limits });
  if (plain?.state !== 'complete' || !mayBeGb18030(request)) return plain;
  // It tells UTF-16 by its mark, but GB18030 only when told.
  const chinese = await runRipgrep(program, request, { limits, encoding: 'gb18030' });
  const seen = new Set(plain.matches.map(placeOf));
  const added = chinese?.matches.filter((match) => !seen.has(placeOf(match))) ?? [];
  return { ...plain, matches: [...plain.matches, ...added].toSorted(byPlace) };
}

const placeOf = ({ file, line }: Match) => `${line}:${file}`;

function byPlace(a: Match, b: Match): number {
  if (a.file === b.file) return a.line - b.line;
  return a.file < b.file ? -1 : 1;
}

function mayBeGb18030({ query, regex }: SearchRequest): boolean {
  return !regex && /[^\0-\x7f]/.test(query);
}

interface RunOptions {
  readonly limits: SearchLimits;
  readonly encoding?: string;
}

async function runRipgrep(
  program: string,
  request: SearchRequest,
  { limits, encoding }: RunOptions,
): Promise<SearchOutcome | undefined> {
  const matches: Match[] = [];
  const child = spawn(program, argumentsFor(request, encoding), {
    cwd: request.bounds.workspace,
    env: {},
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    const ended = await untilLate(endOf(child, matches, request), limits);
    if (ended === undefined) return { matches, state: 'timeout' };
    // It also says that it has failed when some file could not be read.
    return ended === 'failed' && matches.length === 0 ? undefined : { matches, state: 'complete' };
  } finally {
    child.kill('SIGKILL');
  }
}

function argumentsFor(request: SearchRequest, encoding: string | undefined): readonly string[] {
  const { bounds, name, query, regex, ignoreCase, glob } = request;
  const inside = bounds.privatePaths.filter((path) => isInside(bounds.workspace, path));
  const closed = inside.map((path) => escapeGlob(relative(bounds.workspace, path)));
  const unwanted = [...NEVER_SEARCHED, ...closed.map((path) => `/${path}`)];
  const globs = glob === undefined ? [] : [glob, ...(name === '.' ? [] : [below(name, glob)])];
  return [
    ...['--no-config', '--no-messages', '--color=never', '--no-heading', '--with-filename'],
    ...['--line-number', '--column', '--null', '--sort=path', '--hidden', '--no-require-git'],
    ...['--crlf', '--no-ignore-global', '--no-ignore-exclude', '--no-ignore-dot'],
    ...[`--max-filesize=${MAX_SEARCHED_BYTES}`, `--max-count=${request.maxResults + 1}`],
    ...[`--max-columns=${LONGEST_COLUMNS}`, '--max-columns-preview'],
    ...(regex ? [] : ['--fixed-strings']),
    ...(ignoreCase ? ['--ignore-case'] : []),
    ...(encoding === undefined ? [] : [`--encoding=${encoding}`]),
    ...globs.map((pattern) => `--glob=${pattern}`),
    ...unwanted.map((pattern) => `--iglob=!${pattern}`),
    ...[`--regexp=${query}`, '--', `./${name === '.' ? '' : name}`],
  ];
}

/** The same pattern as seen from the folder; one that leaves out stays one. */
function below(folder: string, glob: string): string {
  return glob.startsWith('!') ? `!${folder}/${glob.slice(1)}` : `${folder}/${glob}`;
}

function escapeGlob(path: string): string {
  return path.replaceAll(/[\\*?[\]{}]/g, '\\$&');
}

/** Reads the output as far as it is wanted. */
async function endOf(
  child: ChildProcess,
  matches: Match[],
  { maxResults }: SearchRequest,
): Promise<'searched' | 'failed'> {
  const closed = new Promise<number | undefined>((resolve) => {
    child.on('error', () => resolve(undefined));
    child.on('close', (code) => resolve(code ?? undefined));
  });
  const lines = createInterface({ input: child.stdout ?? Readable.from([]) });
  for await (const line of lines) {
    const match = parseLine(line);
    if (match !== undefined) matches.push(match);
    else dropBinary(matches, line);
    if (matches.length > maxResults) return 'searched';
  }
  const code = await closed;
  return code === 0 || code === 1 ? 'searched' : 'failed';
}

/** `./path`, a NUL, the numbers of line and byte, the line. */
function parseLine(line: string): Match | undefined {
  const found = /^(?:\.\/)?([^\0]*)\0(\d+):(\d+):(.*)$/s.exec(line.replace(/\r$/, ''));
  const [, file, number, column, text] = found ?? [];
  if (file === undefined || text === undefined) return undefined;
  return { file, line: Number(number), text, startByte: Number(column) };
}

const BINARY =
  /^(?:\.\/)?(.*): (?:WARNING: stopped searching binary file after match|binary file matches)/;

/** A file that turns out to be no text only after its first lines is no text all the same. */
function dropBinary(matches: Match[], line: string): void {
  const file = BINARY.exec(line)?.[1];
  while (file !== undefined && matches.at(-1)?.file === file) matches.pop();
}
