import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { connectedMcpBed as connected, temporaryFolder } from '../testing/mcp-bed.ts';

const require = createRequire(import.meta.url);

/** A server as it is published, in a process of its own. */
function published(name: string, ...args: readonly string[]) {
  const script = require.resolve(`@modelcontextprotocol/server-${name}/dist/index.js`);
  return { command: process.execPath, args: [script, ...args] };
}

test('the server that shows everything gives its tools, and they answer', async () => {
  const { bed, call, view } = await connected(published('everything', 'stdio'));

  expect(view().state).toBe('connected');
  expect(view().tools.filter(({ state }) => state === 'refused')).toEqual([]);
  expect(await call('echo', { message: 'hello' })).toBe('Echo: hello');
  expect(await call('get_sum', { a: 2, b: 3 })).toContain('5');
  expect(await call('get_tiny_image')).toMatch(/\[image, image\/png, \d+ bytes, not shown\]/);
  expect(JSON.parse(await call('get_structured_content', { location: 'Chicago' }))).toHaveProperty(
    'temperature',
  );
  expect((await bed.call('mcp_a_get_sum', { a: 'two' })).outcome).toBe('invalid_arguments');
});

test('the file server reads and writes in its own folder, and says no outside of it', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'a.txt'), 'written before');
  const { bed, call } = await connected(published('filesystem', folder));

  const inside = await call('read_text_file', { path: join(folder, 'a.txt') });
  const outside = await bed.call('mcp_a_read_text_file', { path: '/etc/passwd' });
  await call('write_file', { path: join(folder, 'b.txt'), content: 'by a tool' });
  const listed = await call('list_directory', { path: folder });

  expect(inside).toBe('written before');
  expect(outside).toMatchObject({ outcome: 'error', origin: { source: 'mcp:a' } });
  expect(outside.text).toContain('Access denied');
  expect(listed).toContain('b.txt');
});

test('the memory server keeps what it is told, over a restart too', async () => {
  const folder = temporaryFolder();
  const settings = {
    ...published('memory'),
    env: { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') },
  };
  const first = await connected(settings);
  const entity = { name: 'Ada', entityType: 'person', observations: ['writes programs'] };
  await first.call('create_entities', { entities: [entity] });
  await first.stop();

  const second = await connected(settings);

  expect(await second.call('search_nodes', { query: 'Ada' })).toContain('writes programs');
});
