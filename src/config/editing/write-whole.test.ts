import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createConfigBed } from '../../../test/config-bed.ts';
import { writeWhole } from './write-whole.ts';

test('a write that fails leaves no half file behind', async () => {
  const { root } = createConfigBed();
  const folder = join(root, 'target');
  const taken = join(folder, 'a.yaml');
  mkdirSync(join(taken, 'full'), { recursive: true });

  await expect(writeWhole(taken, join(folder, 'a.tmp'), 'x')).rejects.toThrow(/EISDIR|ENOTEMPTY/);

  expect(readdirSync(folder)).toEqual(['a.yaml']);
});
