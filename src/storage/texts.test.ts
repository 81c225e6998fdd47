import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { storageTexts } from '../protocol/catalogue/storage.ts';

test('every failure of the storage has a text for people, and every text is used', () => {
  const here = import.meta.dirname;
  const sources = readdirSync(here, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/\.(test|contract)\.ts$/.test(name))
    .map((name) => readFileSync(join(here, name), 'utf8'));

  const used = sources.flatMap((source) => source.match(/(?<=')storage\.[a-z_]+(?=')/g) ?? []);

  expect([...new Set(used)].sort()).toEqual(Object.keys(storageTexts).sort());
});
