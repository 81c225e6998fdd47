import type { Clock } from '../base/clock.ts';
import { AgentError } from '../base/errors.ts';
import { tamed } from './thrown.ts';

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
  return askToolNow(clock, question, longestMs);
}

/** The same; what is answered at once is there at once. */
export function askToolNow<T>(
  clock: Clock,
  question: () => T | Promise<T>,
  longestMs: number = LONGEST_MS,
): Answered<Awaited<T>> | Promise<Answered<Awaited<T>>> {
  try {
    const answer = question();
    if (answer instanceof Promise) return inTime(clock, answer, longestMs);
    return { ok: true, value: answer as Awaited<T> };
  } catch (thrown) {
    return { ok: false, thrown: tamed(thrown) };
  }
}

async function inTime<T>(
  clock: Clock,
  answer: Promise<T>,
  longestMs: number,
): Promise<Answered<Awaited<T>>> {
  const ended = new AbortController();
  try {
    return {
      ok: true,
      value: await Promise.race([answer, tooLate(clock, longestMs, ended.signal)]),
    };
  } catch (thrown) {
    return { ok: false, thrown: tamed(thrown) };
  } finally {
    ended.abort('ended');
  }
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
