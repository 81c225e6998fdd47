import {
  argTexts,
  hasFlag,
  operandsOf,
  optionsOf,
  type ProgramCall,
  writtenByRedirect,
} from './program-call.ts';

/** Programs that change nothing, whatever their arguments. */
const ALWAYS = new Set(
  (
    'ls cat head tail grep egrep fgrep wc pwd echo whoami id groups uname arch nproc uptime which whereis type stat ' +
    'du df tr cut nl tac rev paste join comm cmp diff basename dirname realpath readlink true false test [ seq sleep ' +
    'ps free md5sum sha1sum sha256sum sha512sum cksum strings od hexdump column fold fmt jq printenv cd locale tty lsof'
  ).split(' '),
);

/** Programs that change nothing unless they are told to. */
const UNLESS: Readonly<Record<string, (call: ProgramCall) => boolean>> = {
  printf: (call) => argTexts(call).some((text) => text.startsWith('-v')),
  find: (call) =>
    argTexts(call).some((text) =>
      /^-(exec|execdir|ok|okdir|delete|fprint0?|fprintf|fls)$/.test(text),
    ),
  rg: (call) => argTexts(call).some((text) => /^--(pre|hostname-bin)/.test(text)),
  sort: (call) => hasFlag(call, 'o', '--output', '--compress-program') || hasFlag(call, 'T'),
  uniq: (call) => operandsOf(call).length > 1,
  date: (call) =>
    hasFlag(call, 's', '--set') || operandsOf(call).some(({ text }) => !text.startsWith('+')),
  hostname: (call) => operandsOf(call).length > 0 || hasFlag(call, 'Fb', '--file', '--boot'),
  file: (call) => hasFlag(call, 'C', '--compile'),
  tree: (call) => hasFlag(call, 'oR'),
  xxd: (call) => hasFlag(call, 'r') || operandsOf(call).length > 1,
  env: (call) => operandsOf(call).length > 0 || hasFlag(call, 'S', '--split-string'),
  sed: (call) => !isSimplePrint(call),
  node: (call) => !onlyAsksVersion(call),
  npm: (call) =>
    !onlyAsksVersion(call) && !/^(ls|list|root|prefix|bin)$/.test(argTexts(call)[0] ?? ''),
  python: (call) => !onlyAsksVersion(call),
  python3: (call) => !onlyAsksVersion(call),
  command: (call) => !/^-[vV]$/.test(argTexts(call)[0] ?? ''),
  crontab: (call) => argTexts(call).join(' ') !== '-l',
  git: (call) => !gitOnlyReads(call),
};

function onlyAsksVersion(call: ProgramCall): boolean {
  const texts = argTexts(call);
  return texts.length === 1 && /^(-[vV]|--version)$/.test(texts[0] ?? '');
}

/** Programs that read whatever files they are given, and do nothing else to them. */
export function isReader(program: string): boolean {
  return ALWAYS.has(program) || program === 'rg';
}

/** `sed -n '1,120p' file`: prints lines and does nothing else. */
function isSimplePrint(call: ProgramCall): boolean {
  const script = operandsOf(call)[0]?.text ?? '';
  const options = optionsOf(call);
  return options.every((option) => /^-[nEr]+$/.test(option)) && script.split(';').every(isPrint);
}

function isPrint(part: string): boolean {
  return /^\d+(,(\d+|\$))?[pq]$|^\$p$/.test(part);
}

const GIT_READS = new Set(
  (
    'status log diff show blame rev-parse ls-files ls-tree describe shortlog cat-file grep rev-list merge-base ' +
    'name-rev whatchanged diff-tree for-each-ref count-objects check-ignore version'
  ).split(' '),
);
/** Subcommands that only list when everything after them is one of these. */
const GIT_LISTS: Readonly<Record<string, RegExp>> = {
  branch: /^(-a|-r|-v|-vv|--all|--remotes|--list|--show-current|--sort=.*)$/,
  tag: /^(--list|-n\d*|--sort=.*)$/,
  remote: /^(-v|--verbose)$/,
  worktree: /^list$/,
};
/** The same, with any pattern after the first word. */
const GIT_SEARCHES: Readonly<Record<string, RegExp>> = {
  branch: /^(-l|--list|--contains|--merged|--no-merged)$/,
  tag: /^(-l|--list|--contains|--merged|--no-merged)$/,
  remote: /^get-url$/,
  stash: /^(list|show)$/,
  config: /^(--get|--list|-l|--get-all)$/,
};

function gitOnlyReads(call: ProgramCall): boolean {
  const texts = argTexts(call);
  const [subcommand = '', ...rest] = texts[0] === '--no-pager' ? texts.slice(1) : texts;
  if (rest.some(isGitAction) || hasFlag(call, '', ...GIT_ACTIONS)) return false;
  if (GIT_READS.has(subcommand)) return true;
  if (GIT_SEARCHES[subcommand]?.test(rest[0] ?? '')) return true;
  const listing = GIT_LISTS[subcommand];
  return listing !== undefined && rest.every((text) => listing.test(text));
}

/** Also when they are cut short. */
const GIT_ACTIONS = ['--output', '--ext-diff', '--textconv', '--open-files-in-pager', '--filters'];

function isGitAction(text: string): boolean {
  return /^(-O|--exec|--ext-diff|--textconv)/.test(text);
}

/** Whether the names of what it reads come from its input or from a file (`--files0-from`, also cut short). */
function readsNamedFiles(call: ProgramCall): boolean {
  if (call.program === 'find') return argTexts(call).includes('-files0-from');
  return (
    /^(wc|du|sort)$/.test(call.program) && argTexts(call).some((text) => /^--f(?!ie)/.test(text))
  );
}

/** Whether nothing can change when this call runs: it only reads, and writes no file by redirection. */
export function onlyReads(call: ProgramCall): boolean {
  const name = call.name?.text ?? '';
  if (name === '' || name !== call.program || call.assignments.length > 0) return false;
  if (writtenByRedirect(call).some(({ text }) => text !== '/dev/null')) return false;
  if (readsNamedFiles(call)) return false;
  if (ALWAYS.has(name)) return true;
  const acts = Object.hasOwn(UNLESS, name) ? UNLESS[name] : undefined;
  return acts !== undefined && !acts(call);
}
