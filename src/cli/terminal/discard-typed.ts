import type { InputStream } from '../cli-deps.ts';

/** A line that the terminal holds is read in one turn of the event loop; a few more leave room for its ways. */
const QUIET_TURNS = 5;

/** Drops what was typed before there was anything to answer: it is no answer to what comes now. */
export async function discardTyped(stdin: InputStream): Promise<void> {
  let heard = true;
  const hear = () => {
    heard = true;
  };
  stdin.on('data', hear);
  stdin.resume();
  while (heard) {
    heard = false;
    for (let turn = 0; turn < QUIET_TURNS; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  stdin.pause();
  stdin.removeListener('data', hear);
}
