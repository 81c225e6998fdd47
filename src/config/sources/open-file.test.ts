import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createConfigBed, failureOf, reference } from '../../../test/config-bed.ts';
import { describeError } from '../../protocol/catalogue.ts';
import { checkConfig, loadConfig } from '../load-config.ts';
import { isForeign } from './open-file.ts';

test('a folder in the place of the file is named as what it is', async () => {
  const { sources, sections, file } = createConfigBed();
  mkdirSync(file);

  const error = await failureOf(loadConfig(sources(), sections));

  expect(error).toMatchObject({ code: 'invalid_config', messageId: 'config.file_is_folder' });
  expect(describeError(error, 'en')).toBe(
    'echo-agent.yaml is a folder; the configuration has to be a file.',
  );
});

test('text that is not UTF-8 is refused', async () => {
  const { sources, sections, write } = createConfigBed();
  write(new Uint8Array([0x61, 0x3a, 0x20, 0xff, 0xfe]));

  const { problems } = await checkConfig(sources(), sections);

  expect(problems).toMatchObject([{ id: 'config.file_not_utf8' }]);
});

test('a byte order mark and Windows line ends do no harm', async () => {
  const { sources, sections, write } = createConfigBed();
  write('\uFEFFagent:\r\n  name: 小回\r\n');

  const { config } = await loadConfig(sources(), sections);

  expect(config.agent.name).toBe('小回');
});

test('a file without end is refused, not read', async () => {
  const { sources, sections } = createConfigBed();

  const { problems } = await checkConfig(sources({ file: '/dev/zero' }), sections);

  expect(problems).toMatchObject([{ id: 'config.file_too_large' }]);
});

test('a path through a file that is no folder is a missing file', async () => {
  const { sources, sections, write } = createConfigBed();
  write('');

  const { problems } = await checkConfig(sources({ file: 'echo-agent.yaml/x.yaml' }), sections);

  expect(problems).toMatchObject([{ id: 'config.file_missing' }]);
});

test('a link that leads to itself is a file that cannot be read', async () => {
  const { sources, sections, file } = createConfigBed();
  symlinkSync(file, file);

  const { problems } = await checkConfig(sources(), sections);

  expect(problems).toMatchObject([{ id: 'config.file_unreadable' }]);
});

test('F2 a file with a secret in it that others can read is worth a warning', async () => {
  const { sources, sections, write } = createConfigBed();
  const open = write('providers: { openai: { apiKey: sk-1 } }\n');
  chmodSync(open, 0o644);

  const { warnings } = await loadConfig(sources(), sections);

  expect(warnings).toMatchObject([{ id: 'config.readable_by_others' }]);
  expect(warnings[0]?.values).toMatchObject({ file: 'echo-agent.yaml' });
});

test('F2 a file that only refers to secrets, or is private, is not', async () => {
  const { sources, sections, write, cwd } = createConfigBed();
  const text = `providers: { openai: { apiKey: "${reference('K')}" } }`;
  const referring = write(text, undefined, 0o644);
  const secret = write('providers: { openai: { apiKey: sk-1 } }\n', join(cwd, 'b.yaml'), 0o600);

  const first = await loadConfig(sources({ file: referring, env: { K: 'x' } }), sections);
  const second = await loadConfig(sources({ file: secret }), sections);

  expect([...first.warnings, ...second.warnings]).toEqual([]);
});

test('a file that others can change is worth a warning', async () => {
  const { sources, sections, write } = createConfigBed();
  write('agent: { name: A }\n', undefined, 0o666);

  const { warnings } = await loadConfig(sources(), sections);

  expect(warnings).toMatchObject([{ id: 'config.writable_by_others' }]);
});

test('a file of another user is not taken from a shared folder, except by and from root', () => {
  expect(isForeign(1001, 1000)).toBe(true);
  expect([isForeign(1000, 1000), isForeign(0, 1000), isForeign(1000, 0)]).toEqual([
    false,
    false,
    false,
  ]);
});

test('a file with the other usual ending is worth a warning', async () => {
  const { sources, sections, write, cwd } = createConfigBed();
  write('agent: { name: A }', join(cwd, 'echo-agent.yml'));

  const { config, warnings } = await loadConfig(sources(), sections);

  expect(config.agent.name).toBe('Echo');
  expect(warnings).toMatchObject([
    { id: 'config.other_name', values: { where: 'echo-agent.yml' } },
  ]);
});
