import { rmSync } from 'node:fs';
import { COMPANIONS } from './data-folder.ts';

/** Deletes a half-made database of ours with everything beside it. */
export function removeDatabase(path: string): void {
  for (const extension of ['', '-journal', ...COMPANIONS])
    rmSync(path + extension, { force: true });
}
