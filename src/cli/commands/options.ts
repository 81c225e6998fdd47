import { InvalidArgumentError } from 'commander';

/** A whole number from 1 on. */
export function parseCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new InvalidArgumentError(text);
  return count;
}

/** Collects an option that may be given several times. */
export function collect(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}
