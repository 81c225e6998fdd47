/** How a program that starts another one is called. */
export interface Wrapper {
  /** Option letters that take a value. */
  readonly values?: string;
  readonly longValues?: readonly string[];
  readonly longFlags?: readonly string[];
  /** Options whose value is a command text. */
  readonly textOptions?: readonly string[];
  /** Options with which it only answers a question. */
  readonly queries?: readonly string[];
  /** Operands of its own before the program. */
  readonly operands?: number;
  /** `NAME=value` words before the program set its environment. */
  readonly assigns?: boolean;
  /** What follows is a command text for a shell. */
  readonly runsText?: boolean;
  /** Without a program it runs what it reads: as a shell, or line by line. */
  readonly readsCommands?: boolean;
  /** Adds arguments from elsewhere. */
  readonly openEnded?: boolean;
}

const HELP = ['--help', '--version'];

const SUDO: Wrapper = {
  values: 'ughpCrtUDRT',
  longValues: ['--user', '--group', '--host', '--prompt', '--chdir', '--chroot'],
  longFlags: ['--preserve-env', '--non-interactive', '--login', '--shell', '--set-home', '--stdin'],
  queries: ['-l', '-v', '-k', '-K', '-V', '--list', ...HELP],
  assigns: true,
  readsCommands: true,
};

/** Programs that run what follows them. An option that stands in no row makes the command uncertain. */
export const WRAPPERS: ReadonlyMap<string, Wrapper> = new Map<string, Wrapper>([
  ['sudo', SUDO],
  ['doas', { values: 'uC', assigns: true, readsCommands: true }],
  [
    'su',
    {
      textOptions: ['-c', '--command'],
      values: 's',
      queries: HELP,
      runsText: true,
      operands: 99,
      readsCommands: true,
    },
  ],
  [
    'runuser',
    {
      textOptions: ['-c', '--command'],
      values: 'us',
      longValues: ['--user'],
      queries: HELP,
      readsCommands: true,
    },
  ],
  [
    'env',
    {
      values: 'uC',
      longValues: ['--unset', '--chdir'],
      longFlags: ['--ignore-environment', '--null'],
      textOptions: ['-S', '--split-string'],
      queries: HELP,
      assigns: true,
    },
  ],
  ['nohup', { queries: HELP }],
  ['setsid', { longFlags: ['--fork', '--wait', '--ctty'], queries: HELP }],
  ['nice', { values: 'n', longValues: ['--adjustment'], queries: HELP }],
  ['ionice', { values: 'cnpPu', longValues: ['--class', '--classdata'], queries: HELP }],
  [
    'timeout',
    {
      values: 'sk',
      longValues: ['--signal', '--kill-after'],
      longFlags: ['--preserve-status', '--foreground', '--verbose'],
      queries: HELP,
      operands: 1,
    },
  ],
  ['time', { values: 'fo', longValues: ['--format', '--output'], longFlags: ['--portability'] }],
  ['stdbuf', { values: 'ioe', longValues: ['--input', '--output', '--error'], queries: HELP }],
  ['command', { queries: ['-v', '-V'] }],
  ['builtin', {}],
  ['exec', { values: 'a' }],
  ['busybox', { queries: ['--list', '--help'] }],
  ['toybox', { queries: ['--list', '--help'] }],
  [
    'xargs',
    {
      values: 'adEILnPs',
      longValues: [
        '--arg-file',
        '--delimiter',
        '--replace',
        '--max-args',
        '--max-lines',
        '--max-procs',
        '--max-chars',
      ],
      longFlags: ['--null', '--no-run-if-empty', '--verbose', '--interactive', '--exit'],
      queries: HELP,
      openEnded: true,
    },
  ],
  [
    'parallel',
    {
      values: 'jaCN',
      longFlags: ['--bar', '--dry-run'],
      queries: HELP,
      openEnded: true,
      readsCommands: true,
    },
  ],
  [
    'watch',
    {
      values: 'n',
      longValues: ['--interval'],
      longFlags: ['--differences', '--color', '--no-title'],
      queries: HELP,
      runsText: true,
    },
  ],
  [
    'flock',
    { values: 'wE', longValues: ['--timeout'], textOptions: ['-c', '--command'], operands: 1 },
  ],
  [
    'script',
    {
      values: 'EIOBTmo',
      textOptions: ['-c', '--command'],
      queries: HELP,
      operands: 99,
      readsCommands: true,
    },
  ],
  ['strace', { values: 'eopsEuaOSPI' }],
  ['ltrace', { values: 'eopsulnaADFw' }],
  [
    'chroot',
    {
      longValues: ['--userspec', '--groups'],
      queries: HELP,
      operands: 1,
      readsCommands: true,
    },
  ],
  [
    'unshare',
    {
      longFlags: ['--user', '--map-root-user', '--net', '--pid', '--fork', '--mount'],
      queries: HELP,
      readsCommands: true,
    },
  ],
  [
    'nsenter',
    {
      values: 'tSG',
      longValues: ['--target'],
      longFlags: ['--all', '--mount'],
      queries: HELP,
      readsCommands: true,
    },
  ],
  ['systemd-run', { values: 'pEuHMtG', longFlags: ['--user', '--scope', '--wait', '--pty'] }],
  ['caffeinate', { values: 'tw' }],
  ['unbuffer', {}],
  ['chronic', {}],
  ['eval', { runsText: true }],
]);
