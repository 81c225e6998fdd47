import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../observability/log.ts';

const PER_MINUTE = 20;
const LONGEST = 400;
const MINUTE_MS = 60_000;

/** What a server says beside the protocol, at most so much of it: the log is not its to fill. */
export interface QuietLog {
  say(message: string, text: string): void;
}

export function createQuietLog(log: Log, clock: Clock): QuietLog {
  let minute = Number.NEGATIVE_INFINITY;
  let said = 0;
  let leftOut = 0;

  return {
    say(message, text) {
      const now = clock.monotonic();
      if (now - minute >= MINUTE_MS) {
        if (leftOut > 0) log.info('More of the same was left out.', { lines: leftOut });
        [minute, said, leftOut] = [now, 0, 0];
      }
      said += 1;
      if (said > PER_MINUTE) leftOut += 1;
      else log.info(message, { text: text.slice(0, LONGEST) });
    },
  };
}
