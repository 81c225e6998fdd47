import type { Clock } from '../base/clock.ts';
import { AgentError } from '../base/errors.ts';

/** What a tool answered to one of the pipeline's questions, or how it failed to. */
export type Answered<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly thrown: unknown };

const LONGEST_MS = 5_000;

/** Asks a tool's own code something: it may throw anything or never answer, and the pipeline goes on all the same. */
export async function askTool<T>(
  clock: Clock,
  question: () => T | Promise<T>,
  longestMs: number = LONGEST_MS,
): Promise<Answered<Awaited<T>>> {
  const ended = new AbortController();
  try {
    const answer = question();
    const value = isPromise(answer)
      ? await Promise.race([answer, tooLate(clock, longestMs, ended.signal)])
      : answer;
    return { ok: true, value: value as Awaited<T> };
  } catch (thrown) {
    return { ok: false, thrown };
  } finally {
    ended.abort('ended');
  }
}

function isPromise<T>(value: T | Promise<T>): value is Promise<T> {
  return value instanceof Promise;
}

function tooLate(clock: Clock, longestMs: number, ended: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    clock.sleep(longestMs, ended).then(
      () => reject(new AgentError('timeout', 'The tool did not answer.')),
      () => undefined,
    );
  });
}

/** What may be said of a failure to a model: its own words where a tool chose them, in one bounded line. */
export function wordsOf(thrown: unknown): string {
  const text = textOf(thrown).replaceAll(/\s+/g, ' ').trim();
  return text === '' ? 'it gave no reason' : text.slice(0, LONGEST_WORDS);
}

const LONGEST_WORDS = 500;

function textOf(thrown: unknown): string {
  if (thrown instanceof Error) return thrown.message;
  return typeof thrown === 'string' ? thrown : '';
}
