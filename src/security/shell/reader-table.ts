import type { ParsedArguments } from './arguments.ts';
import { GIT_READERS } from './git-readers.ts';
import type { ProgramCall } from './program-call.ts';
import { isGiven, type Reader, reader } from './reader.ts';

const onlyIfAsked =
  (...names: readonly string[]) =>
  (parsed: ParsedArguments) =>
    isGiven(parsed, ...names);

const GREP = reader(
  'pattern',
  `-[EFGPivwxclLnHhoqsabrz] --recursive --ignore-case --invert-match --word-regexp --line-regexp --count --line-number --with-filename
  --no-filename --only-matching --quiet --no-messages --text --files-with-matches --files-without-match
  --extended-regexp --fixed-strings --perl-regexp --color:glued --colour:glued --regexp:data -e:data --file:path -f:path
  --max-count:number -m:number --include:data --exclude:data --exclude-dir:data --after-context:number -A:number
  --before-context:number -B:number --context:number -C:number -#`,
  {
    patternOptions: ['-e', '--regexp', '-f', '--file'],
    sweeps: onlyIfAsked('-r', '--recursive'),
  },
);
const RIPGREP = reader(
  'pattern',
  `-[niSswFlcvoxHIN0UP.] --line-number --no-line-number --ignore-case --smart-case --case-sensitive --word-regexp --fixed-strings --count
  --files-with-matches --files-without-match --invert-match --only-matching --hidden --no-ignore --heading
  --no-heading --with-filename --no-filename --multiline --pcre2 --json --stats --files --type-list --color:glued
  --column --trim -e:data --regexp:data -g:data --glob:data --iglob:data -t:data --type:data -T:data --type-not:data
  -A:number --after-context:number -B:number --before-context:number -C:number --context:number -m:number
  --max-count:number --max-depth:number --sort:data`,
  { patternOptions: ['-e', '--regexp', '--files', '--type-list'], sweeps: () => true },
);
const FIND = reader(
  'paths',
  `-name:data -iname:data -path:data -ipath:data -wholename:data -regex:data -iregex:data -regextype:data -type:data
  -size:data -mtime:data -mmin:data -ctime:data -cmin:data -atime:data -amin:data -perm:data -user:data -group:data
  -links:data -newer:path -maxdepth:number -mindepth:number -printf:data -print -print0 -ls -prune -empty -not -and
  -or -a -o -true -false -executable -readable -writable -xdev -mount -depth -daystart`,
  { inOrder: true },
);
const TEST = reader(
  'paths',
  '-e -f -d -r -w -x -s -L -h -n -z -a -o -eq -ne -gt -ge -lt -le -nt -ot -ef',
  // What a subscript holds is run by some shells.
  { provided: ({ operands }) => !operands.some((text) => text.includes('[')) },
);
const HASH = reader('paths', '-[bt] --binary --text --tag');
const PYTHON = reader('none', '-[V] --version', { provided: onlyIfAsked('-V', '--version') });
const NODE = reader('none', '-[v] --version', { provided: onlyIfAsked('-v', '--version') });

const PROCESS_FIELDS =
  /^(pid|ppid|pgid|sid|uid|user|ruser|comm|ucmd|args|cmd|command|time|etime|etimes|stat|state|s|%cpu|pcpu|%mem|pmem|rss|vsz|sz|tty|tt|nice|ni|pri|start|stime|lstart|nlwp|psr)(:\d+)?=?$/;

function showsPlainProcesses({ options, operands }: ParsedArguments): boolean {
  const fields = options.flatMap(({ name, value = '' }) => (name === '-o' ? value.split(',') : []));
  return (
    operands.every((text) => /^([auxwfjl]+|\d+)$/.test(text)) &&
    fields.every((field) => PROCESS_FIELDS.test(field))
  );
}

const isPrint = (part: string) => /^\d+(,(\d+|\$))?[pq]$|^\$p$/.test(part);

/** Formats that print; `%n` sets the variable that is named, `PATH` say. */
const PLAIN_FORMAT = /^(?!-)([^%]|%%|%[-+ #0]*\d*(\.\d+)?[sbqcdiuoxXeEfgG])*$/s;

const SAFE_FILTER = /^(?!.*(\b(import|include|modulemeta|env|input_filename)\b|\$ENV)).*$/s;

/** By program, or `git` and its words: how it is called when it is known to read only. */
export const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ...GIT_READERS,
  [
    'ls',
    reader(
      'paths',
      `-[laAh1RtrSdisFnopxXvkcuCmQ] --all --almost-all --human-readable --recursive --reverse --size --directory --classify --full-time --inode
      --group-directories-first --color:glued --sort:data --time-style:data`,
    ),
  ],
  ['cat', reader('paths', '-[nbsAETvetu] --number --number-nonblank --show-all')],
  ['head', reader('paths', '-[qvz] -n:number -c:number --lines:number --bytes:number --quiet -#')],
  ['tail', reader('paths', '-[qvz] -n:number -c:number --lines:number --bytes:number --quiet -#')],
  ['wc', reader('paths', '-[lwcmL] --lines --words --bytes --chars --max-line-length')],
  ['nl', reader('paths', '-b:data -w:number -s:data -v:number')],
  ['tac', reader('paths')],
  ['rev', reader('paths')],
  ['od', reader('paths', '-[cxbdov] -A:data -t:data -N:number -j:number -w:glued')],
  ['xxd', reader('path', '-l:number -s:number -g:number -c:number')],
  ['hexdump', reader('paths', '-[Cv] -n:number -s:number')],
  ['grep', GREP],
  ['egrep', GREP],
  ['fgrep', GREP],
  ['rg', RIPGREP],
  ['find', FIND],
  [
    'sort',
    reader(
      'paths',
      `-[bdfghiMnRrVcCmsuz] -k:data --key:data -t:data --field-separator:data --reverse --unique --numeric-sort --human-numeric-sort
      --version-sort --general-numeric-sort --ignore-case --stable --check --random-sort --month-sort`,
    ),
  ],
  [
    'uniq',
    reader(
      'path',
      '-[cdDuiz] --count --repeated --unique --ignore-case -f:number -s:number -w:number',
    ),
  ],
  [
    'cut',
    reader(
      'paths',
      '-[sz] -d:data -f:data -c:data -b:data --delimiter:data --fields:data --characters:data --bytes:data --only-delimited --complement --output-delimiter:data',
    ),
  ],
  ['tr', reader('data', '-[dscCt] --delete --squeeze-repeats --complement')],
  ['paste', reader('paths', '-[sz] -d:data --delimiters:data --serial')],
  ['comm', reader('paths', '-[123z] --check-order --nocheck-order')],
  ['column', reader('paths', '-[t] -s:data')],
  ['fold', reader('paths', '-[bs] -w:number')],
  ['fmt', reader('paths', '-[su] -w:number')],
  [
    'diff',
    reader(
      'paths',
      `-[uyqwbBisNaceETtpd] -U:number -C:number -W:number --unified:glued --context:glued --brief --side-by-side --ignore-case
      --ignore-all-space --ignore-space-change --ignore-blank-lines --suppress-common-lines --color:glued --text
      --minimal --no-dereference`,
      { filesOnly: true },
    ),
  ],
  ['cmp', reader('paths', '-[bls] -n:number --silent --quiet --verbose --print-bytes')],
  ['stat', reader('paths', '-[ft] -c:data --format:data --printf:data --terse --file-system')],
  ['file', reader('paths', '-[biNhs] --brief --mime --mime-type --mime-encoding --no-dereference')],
  [
    'du',
    reader(
      'paths',
      '-[shackmbxS] -d:number --max-depth:number --summarize --human-readable --total',
    ),
  ],
  ['df', reader('paths', '-[hTikaH] --human-readable --total --print-type')],
  ['basename', reader('data', '-[az] -s:data --suffix:data --multiple')],
  ['dirname', reader('data', '-[z]')],
  ['realpath', reader('paths', '-[emqsz] --canonicalize-existing --canonicalize-missing')],
  ['readlink', reader('paths', '-[fenmqz] --canonicalize')],
  ...['md5sum', 'sha1sum', 'sha256sum', 'sha512sum', 'b2sum'].map((name) => [name, HASH] as const),
  ['cksum', reader('paths')],
  [
    'jq',
    reader(
      'pattern',
      '-[rcSeMCnsaj] --raw-output --compact-output --sort-keys --exit-status --null-input --slurp --tab --indent:number',
      { provided: ({ operands: [filter = '.'] }) => SAFE_FILTER.test(filter) },
    ),
  ],
  [
    'sed',
    reader('pattern', '-[nEr] --quiet --silent --regexp-extended', {
      provided: ({ operands: [script = ''] }) => script.split(';').every(isPrint),
    }),
  ],
  // Its program is data to the paths, and never known to only read.
  ['awk', reader('pattern', '-F:data', { provided: () => false })],
  ['test', TEST],
  ['[', TEST],
  ['echo', reader('words')],
  [
    'printf',
    reader('words', '', {
      provided: ({ operands: [format = '', ...values] }) =>
        PLAIN_FORMAT.test(format) && !values.some((text) => text.includes('[')),
    }),
  ],
  ['pwd', reader('none', '-[LP]')],
  ['true', reader('words')],
  ['false', reader('words')],
  ['sleep', reader('data')],
  ['seq', reader('data', '-[w] -s:data -f:data --equal-width --separator:data')],
  ['whoami', reader('none')],
  ['id', reader('data', '-[ugnGr] --user --group --groups --name')],
  ['groups', reader('data')],
  ['uname', reader('none', '-[asrmnpov] --all --kernel-name --kernel-release --machine')],
  ['arch', reader('none')],
  ['nproc', reader('none', '--all')],
  ['hostname', reader('none', '-[s] --short')],
  ['uptime', reader('none', '-[ps] --pretty --since')],
  ['free', reader('none', '-[hmgkbt] --human --mega --giga --kibi --mebi --total')],
  [
    'date',
    reader(
      'data',
      '-[uR] --utc --universal --rfc-email -I:glued --iso-8601:glued --rfc-3339:data -d:data --date:data -r:path --reference:path',
      { provided: ({ operands }) => operands.every((text) => text.startsWith('+')) },
    ),
  ],
  ['which', reader('data', '-[a] --all')],
  ['type', reader('data', '-[atpP]')],
  ['whereis', reader('data')],
  ['command', reader('data', '-[vV]', { provided: onlyIfAsked('-v', '-V') })],
  ['env', reader('none')],
  ['printenv', reader('data')],
  [
    'ps',
    reader(
      'data',
      '-[eAfaxlwHjFTL] -o:data -p:data -u:data -U:data -C:data -t:data --sort:data --no-headers --forest',
      {
        provided: showsPlainProcesses,
      },
    ),
  ],
  ['crontab', reader('none', '-[l]', { provided: onlyIfAsked('-l') })],
  ['node', NODE],
  ['python', PYTHON],
  ['python3', PYTHON],
]);

/** What is known of how a call reads its arguments, and where those begin. */
export interface KnownReader {
  readonly reader: Reader;
  readonly from: number;
}

export function readerOf({
  program,
  args,
}: Pick<ProgramCall, 'program' | 'args'>): KnownReader | undefined {
  if (program !== 'git') return known(program, 0);
  const from = args[0]?.text === '--no-pager' ? 1 : 0;
  const [first = '', second = ''] = args.slice(from, from + 2).map(({ text }) => text);
  return known(`git ${first} ${second}`, from + 2) ?? known(`git ${first}`, from + 1);
}

function known(name: string, from: number): KnownReader | undefined {
  const found = READERS.get(name);
  return found && { reader: found, from };
}
