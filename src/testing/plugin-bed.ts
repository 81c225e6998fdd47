import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';

const zod = pathToFileURL(createRequire(import.meta.url).resolve('zod')).href;

/** A tool as the text of a module has it. */
export function toolText(name: string, more = ''): string {
  return `{
    name: '${name}', title: 'T', description: 'Says hello.', input: z.strictObject({}),
    capabilities: ['fs.read'], riskLevel: 'read_only', idempotency: 'pure',
    summarize: () => 'say hello', execute: async () => ({ success: true, output: 'hello of ${name}' }),
    ${more}
  }`;
}

/** A folder of modules, gone after the test; each is written as text and may use `z`. */
export function createPluginBed() {
  const folder = mkdtempSync(join(tmpdir(), 'plugins-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));

  return {
    folder,
    configFile: join(folder, 'echo-agent.yaml'),

    /** The absolute path of the module. */
    write(name: string, text: string): string {
      const path = join(folder, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, name.endsWith('.json') ? text : `import { z } from '${zod}';\n${text}`);
      return path;
    },
  };
}
