import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { isatty } from 'node:tty';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'];

// A terminal sends these to the whole group: passing them on as well would press Ctrl-C twice.
const SENT_BY_TERMINALS = new Set(['SIGINT', 'SIGQUIT']);

/**
 * Runs a program to its end with signals passed on. `received` is the last signal that came to us meanwhile.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<{ code: number | null, signal: NodeJS.Signals | null, received: NodeJS.Signals | null }>}
 */
export function runChild(command, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, options);
    const atTerminal = [0, 1, 2].some((descriptor) => isatty(descriptor));
    /** @type {NodeJS.Signals | null} */
    let received = null;

    /** @param {NodeJS.Signals} signal */
    const passOn = (signal) => {
      received = signal;
      if (!(atTerminal && SENT_BY_TERMINALS.has(signal))) child.kill(signal);
    };
    const letGo = () => {
      for (const signal of SIGNALS) process.removeListener(signal, passOn);
    };

    for (const signal of SIGNALS) process.on(signal, passOn);
    child.once('error', (error) => {
      letGo();
      reject(error);
    });
    child.once('close', (code, signal) => {
      letGo();
      resolve({ code, signal, received });
    });
  });
}

/**
 * Ends this process the way a child ended: the same code, or the same signal.
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 */
export function endLike(code, signal) {
  if (signal === null) {
    process.exitCode = code ?? 1;
    return;
  }
  // The first process of a container does not die of its own signals; then the code says what happened.
  process.exitCode = 128 + constants.signals[signal];
  process.kill(process.pid, signal);
}
