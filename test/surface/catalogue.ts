import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Text } from '../../src/protocol/catalogue.ts';

export const CATALOGUE = 'src/protocol/catalogue';

/** Every text by its id, read from the files and not from what puts them together. */
export async function readCatalogue(): Promise<Map<string, Text>> {
  const found = new Map<string, Text>();
  for (const name of readdirSync(CATALOGUE)) {
    const module: Record<string, Record<string, Text>> = await import(resolve(CATALOGUE, name));
    for (const table of Object.values(module)) {
      for (const [id, text] of Object.entries(table)) found.set(id, text);
    }
  }
  return found;
}
