import type { ParsedArguments } from './arguments.ts';
import { isGiven, type Reader, reader } from './reader.ts';

// Values count as paths throughout: outside a repository, `git diff` takes any word that is none for a file.

const CHANGES = `
  --stat:glued --shortstat --numstat --summary --compact-summary --dirstat:glued --name-only --name-status --raw
  --patch --no-patch --unified:glued -U:glued --color:glued --no-color --color-words --word-diff:glued --minimal
  --patience --histogram --diff-algorithm:path --diff-filter:path --ignore-all-space --ignore-space-change
  --ignore-blank-lines --find-renames:glued --no-renames -M:glued -C:glued --full-index --abbrev:glued
  --no-ext-diff --no-textconv --function-context -S:path -G:path --pickaxe-regex --no-prefix
`;
const COMMITS = `
  --oneline --graph --decorate:glued --no-decorate --all --branches:glued --tags:glued --remotes:glued --author:path
  --committer:path --grep:path --since:path --until:path --after:path --before:path --format:path --pretty:glued
  --date:path --max-count:number --skip:number --reverse --first-parent --merges --no-merges --follow --topo-order
  --date-order --abbrev-commit --no-abbrev-commit --left-right --invert-grep --regexp-ignore-case
  -n:number -L:path -#
`;
const REFERENCES = `
  --list --sort:path --contains:path --no-contains:path --merged:path --no-merged:path --points-at:path
  --format:path --no-color --color:glued --column:glued --abbrev:glued
`;

/** With an operand and no `--list` it would make one of that name. */
const onlyLists = (parsed: ParsedArguments) =>
  parsed.operands.length === 0 || isGiven(parsed, '--list', '-l');

const commits = reader('paths', `-[psiEFwbzm] ${CHANGES} ${COMMITS}`);

const SUBCOMMANDS: readonly (readonly [string, Reader])[] = [
  ['version', reader('none')],
  [
    'status',
    reader(
      'paths',
      '-[sbvz] --short --branch --long --verbose --porcelain:glued --untracked-files:glued -u:glued --ignored:glued --show-stash',
    ),
  ],
  ['log', commits],
  ['show', commits],
  ['shortlog', reader('paths', `-[sne] --summary --numbered --email ${COMMITS}`)],
  [
    'diff',
    reader('paths', `-[psuwbzR] ${CHANGES} --cached --staged --merge-base --quiet --exit-code`),
  ],
  [
    'blame',
    reader('paths', '-[welsn] -L:path -M:glued -C:glued --porcelain --line-porcelain --show-email'),
  ],
  [
    'grep',
    reader(
      'pattern',
      `-[nilwEFPohHvLpW] --line-number --ignore-case --word-regexp --files-with-matches --name-only --count --heading --break
      --cached --and --or --not --all-match -e:data -A:number -B:number -C:number -m:number --max-depth:number -#`,
      { patternOptions: ['-e'] },
    ),
  ],
  [
    'rev-parse',
    reader(
      'paths',
      `-[q] --abbrev-ref:glued --short:glued --verify --show-toplevel --git-dir --git-common-dir --is-inside-work-tree
      --show-prefix --is-bare-repository --symbolic-full-name`,
    ),
  ],
  [
    'ls-files',
    reader(
      'paths',
      '-[cdmosutz] --cached --deleted --modified --others --stage --unmerged --exclude-standard --directory --error-unmatch',
    ),
  ],
  [
    'ls-tree',
    reader('paths', '-[drtlz] --name-only --full-name --long --full-tree --abbrev:glued'),
  ],
  ['cat-file', reader('paths', '-[ptse]')],
  ['rev-list', reader('paths', `--count ${COMMITS}`)],
  ['merge-base', reader('paths', '--all --is-ancestor --fork-point')],
  ['describe', reader('paths', '--tags --always --all --long --abbrev:glued --match:path')],
  ['for-each-ref', reader('paths', `--count:number ${REFERENCES}`)],
  ['count-objects', reader('none', '-[vH] --verbose --human-readable')],
  ['check-ignore', reader('paths', '-[vqn] --verbose --quiet --non-matching')],
  [
    'branch',
    reader('paths', `-[arv] --all --remotes --verbose --show-current ${REFERENCES}`, {
      provided: onlyLists,
    }),
  ],
  ['tag', reader('paths', `-[l] -n:glued ${REFERENCES}`, { provided: onlyLists })],
  ['remote', reader('none', '-[v] --verbose')],
  ['remote get-url', reader('paths', '--all --push')],
  ['worktree list', reader('none', '-[v] --porcelain --verbose')],
  ['stash list', reader('none', COMMITS)],
  ['stash show', reader('paths', `-[pu] ${CHANGES}`)],
  ['reflog', reader('none', COMMITS)],
];

/** Formats that have a signature checked, by a program that the configuration names. */
const CHECKS_SIGNATURE = /%G|%\(signature/;

const checksNone = ({ options, operands }: ParsedArguments) =>
  ![...options.map(({ value = '' }) => value), ...operands].some((text) =>
    CHECKS_SIGNATURE.test(text),
  );

/** Subcommands that only read, under `git` and their words. */
export const GIT_READERS: readonly (readonly [string, Reader])[] = SUBCOMMANDS.map(
  ([words, row]) => [
    `git ${words}`,
    { ...row, provided: (parsed) => checksNone(parsed) && row.provided(parsed) },
  ],
);
