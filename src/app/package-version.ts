import { readFileSync } from 'node:fs';

/** The version of this package, from sources and from `dist` alike. */
export function packageVersion(): string {
  const path = new URL('../../package.json', import.meta.url);
  const { version } = JSON.parse(readFileSync(path, 'utf8')) as { version: string };
  return version;
}
