import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { McpSettings } from '../../config/schema/mcp.ts';
import { openPins } from './pins.ts';

test.each(['__proto__', 'constructor', 'toString'])(
  'a tool named %s stays agreed to over restarts',
  (name) => {
    const folder = mkdtempSync(join(tmpdir(), 'echo-pins-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const { servers } = McpSettings.parse({ servers: { a: { command: 'true' } } });
    const settings = servers['a'];
    if (settings === undefined) throw new Error('There is no server.');
    const open = () => openPins(join(folder, 'agreed.json'), servers, () => undefined);

    open()
      .of('a', settings)
      .agree(Object.fromEntries([[name, 'hash']]));

    expect(Object.entries(open().of('a', settings).agreed() ?? {})).toEqual([[name, 'hash']]);
  },
);
