import { type OptionMap, optionMap } from './arguments.ts';

/** How a program that starts another one is called. */
export interface Wrapper {
  /** One that is not among them makes the command uncertain. */
  readonly options: OptionMap;
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

const HELP = '--help:query --version:query';

function wrapper(options: string, more: Omit<Wrapper, 'options'> = {}): Wrapper {
  return { options: optionMap(options), ...more };
}

/** Programs that run what follows them. */
export const WRAPPERS: ReadonlyMap<string, Wrapper> = new Map<string, Wrapper>([
  [
    'sudo',
    wrapper(
      `-[nEHisAbSPBNek] -[ughpCrtUDRT]:data -[lvKV]:query --user:data --group:data --host:data --prompt:data --chdir:data
      --chroot:data --preserve-env:glued --non-interactive --login --shell --set-home --stdin --reset-timestamp
      --list:query ${HELP}`,
      { assigns: true, readsCommands: true },
    ),
  ],
  ['doas', wrapper('-[nsL] -[uC]:data', { assigns: true, readsCommands: true })],
  [
    'su',
    wrapper(
      `-[lmpfP] -[sgGw]:data -c:text --command:text --session-command:text --login --pty --shell:data ${HELP}`,
      { runsText: true, operands: 99, readsCommands: true },
    ),
  ],
  [
    'runuser',
    wrapper(
      `-[lmpfP] -[usgGw]:data -c:text --command:text --session-command:text --user:data --login --pty ${HELP}`,
      { readsCommands: true },
    ),
  ],
  [
    'env',
    wrapper(
      `- -[i0v] -[uC]:data -S:text --unset:data --chdir:data --split-string:text --ignore-environment --null ${HELP}`,
      { assigns: true },
    ),
  ],
  ['nohup', wrapper(HELP)],
  ['setsid', wrapper(`-[cfw] --fork --wait --ctty ${HELP}`)],
  ['nice', wrapper(`-n:data -# --adjustment:data ${HELP}`)],
  ['ionice', wrapper(`-t -[cnpPu]:data --class:data --classdata:data --ignore ${HELP}`)],
  [
    'timeout',
    wrapper(
      `-[fpv] -[sk]:data --signal:data --kill-after:data --preserve-status --foreground --verbose ${HELP}`,
      { operands: 1 },
    ),
  ],
  ['time', wrapper('-[pvqa] -[fo]:data --format:data --output:data --portability --verbose')],
  ['stdbuf', wrapper(`-[ioe]:data --input:data --output:data --error:data ${HELP}`)],
  ['command', wrapper('-p -[vV]:query')],
  ['builtin', wrapper('')],
  ['exec', wrapper('-[cl] -a:data')],
  ['busybox', wrapper('--list:query --help:query')],
  ['toybox', wrapper('--list:query --help:query')],
  [
    'xargs',
    wrapper(
      `-[0prtxo] -[eil]:glued -[adEILnPs]:data --arg-file:data --delimiter:data --replace:glued --max-args:data
      --max-lines:glued --eof:glued --max-procs:data --max-chars:data --null --no-run-if-empty --verbose --interactive
      --exit --open-tty ${HELP}`,
      { openEnded: true },
    ),
  ],
  [
    'parallel',
    wrapper(
      `-[0kqtXm] -[jaCNnIS]:data --jobs:data --bar --dry-run --keep-order --null --halt:data --delay:data ${HELP}`,
      { openEnded: true, readsCommands: true },
    ),
  ],
  [
    'watch',
    wrapper(
      `-[bcdegtpx] -n:data --interval:data --differences:glued --color --no-title --exec ${HELP}`,
      { runsText: true },
    ),
  ],
  [
    'flock',
    wrapper(
      `-[sxneuoFv] -[wE]:data -c:text --command:text --timeout:data --wait:data --shared --exclusive --nonblock
      --unlock --close --no-fork --verbose ${HELP}`,
      { operands: 1 },
    ),
  ],
  [
    'script',
    wrapper(
      `-[aefq] -t:glued -[EIOBTmo]:data -c:text --command:text --append --quiet --flush --return ${HELP}`,
      { operands: 99, readsCommands: true },
    ),
  ],
  ['strace', wrapper('-[cCdDfFiknqrtTvwxyzYZ] -[eopsuaEOSPIbUX]:data -[hV]:query')],
  ['ltrace', wrapper('-[bcCfiLrStT] -[eopsulnaADFwxX]:data -[hV]:query')],
  [
    'chroot',
    wrapper(`--userspec:data --groups:data --skip-chdir ${HELP}`, {
      operands: 1,
      readsCommands: true,
    }),
  ],
  [
    'unshare',
    wrapper(
      `-[munipUCTfrc] -[RwSG]:data --user:glued --map-root-user --map-current-user --net:glued --pid:glued --ipc:glued
      --uts:glued --fork --mount:glued --mount-proc:glued --kill-child:glued ${HELP}`,
      { readsCommands: true },
    ),
  ],
  [
    'nsenter',
    wrapper(
      `-[aeFZ] -[muinpUCTrw]:glued -[tSG]:data --target:data --all --mount:glued --net:glued --pid:glued --uts:glued
      --ipc:glued --user:glued ${HELP}`,
      { readsCommands: true },
    ),
  ],
  [
    'systemd-run',
    wrapper(
      `-[dGPqrSt] -[pEuHM]:data --user --system --scope --wait --pty --pipe --collect --quiet --unit:data
      --property:data --setenv:data --uid:data --gid:data --working-directory:data ${HELP}`,
    ),
  ],
  ['caffeinate', wrapper('-[dimsu] -[tw]:data')],
  ['unbuffer', wrapper('-p')],
  ['chronic', wrapper('-[ve]')],
  ['eval', wrapper('', { runsText: true })],
]);
