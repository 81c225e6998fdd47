// Writes docs/reference/tools.md from the declarations of the built-in tools and the tables that decide who sees them.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtinTools } from '../test/surface/builtin-tools.ts';
import { toolReference } from '../test/surface/tool-reference.ts';

const folder = join(import.meta.dirname, '../docs/reference');
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'tools.md'), toolReference(builtinTools()));
