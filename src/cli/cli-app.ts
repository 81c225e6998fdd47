import type { CliApp } from './cli-deps.ts';
export function createCliApp(_: unknown): CliApp {
  throw new TypeError('later');
}
