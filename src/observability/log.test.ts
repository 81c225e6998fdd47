import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { AgentError } from '../base/errors.ts';
import { createIdSource } from '../base/ids.ts';
import { createRedactor } from '../security/redactor.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { createLog, type LogEntry, type LogLevel } from './log.ts';
import { createPinoSink } from './pino-sink.ts';

const { clock } = createManualClock();
const base = { clock, ids: createIdSource(clock.now), redactor: createRedactor({ secrets: [] }) };

function logInMemory(level: LogLevel = 'trace') {
  const entries: LogEntry[] = [];
  const sink = { write: (entry: LogEntry) => entries.push(entry), flush: async () => undefined };
  return { entries, log: createLog({ ...base, level, sink }) };
}

async function logInFile(format: 'json' | 'pretty') {
  const folder = await mkdtemp(join(tmpdir(), 'log-'));
  const path = join(folder, 'logs', 'echo-agent.log');
  const failures: unknown[] = [];
  const sink = createPinoSink({ format, path, onFailure: (thrown) => failures.push(thrown) });
  const log = createLog({ ...base, level: 'info', sink });
  return { log, path, failures, remove: () => rm(folder, { recursive: true }) };
}

test('entries below the level are not written', () => {
  const { log, entries } = logInMemory('warn');

  log.info('quiet');
  log.warn('heard');

  expect(entries.map(({ message }) => message)).toEqual(['heard']);
});

test('secrets are masked in the message and in the fields, at any depth', () => {
  const { log, entries } = logInMemory();

  log.info('login with password=hunter2', { headers: [{ authorization: 'Bearer abc' }] });

  expect(JSON.stringify(entries)).not.toMatch(/hunter2|Bearer abc/);
});

test('a failure is written with its cause under the id that people are shown', () => {
  const { log, entries } = logInMemory();
  const thrown = new AgentError('internal', 'Something went wrong.', { cause: new Error('disk') });

  const id = log.failure('The turn failed.', thrown, { turnId: 't1' });

  expect(id).toMatch(/^err_/);
  expect(entries[0]).toMatchObject({
    level: 'error',
    errorId: id,
    turnId: 't1',
    cause: { code: 'internal', cause: { message: 'disk' } },
  });
});

test('a field that cannot be read does not cost the entry', () => {
  const { log, entries } = logInMemory();
  const hostile = Object.defineProperty({}, 'value', {
    enumerable: true,
    get: () => {
      throw new Error('no');
    },
  });

  log.info('still here', { hostile });

  expect(entries[0]).toMatchObject({ message: 'still here', unreadableFields: ['hostile'] });
});

test('fields given once stand on every entry', () => {
  const { log, entries } = logInMemory();

  log.with({ sessionKey: 's' }).with({ turnId: 't' }).info('x');

  expect(entries[0]).toMatchObject({ sessionKey: 's', turnId: 't', message: 'x' });
});

test('the file holds one JSON object a line, in order, for the owner only', async () => {
  const { log, path, remove } = await logInFile('json');

  log.info('first', { n: 1 });
  log.warn('second');
  await log.flush();

  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
  const { mode } = await stat(path);
  const folder = await stat(dirname(path));
  await remove();
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { level: 'info', n: 1, time: clock.now(), message: 'first' },
    { level: 'warn', time: clock.now(), message: 'second' },
  ]);
  expect(mode & 0o777).toBe(0o600);
  expect(folder.mode & 0o777).toBe(0o700);
});

test('pretty lines begin with time, level and message', async () => {
  const { log, path, remove } = await logInFile('pretty');

  log.info('ready', { port: 1, note: 'two words' });
  await log.flush();

  const text = await readFile(path, 'utf8');
  await remove();
  expect(text).toBe('2026-01-01T00:00:00.000Z INFO  ready port=1 note="two words"\n');
});

test('pretty lines hold no line and no order to the terminal that a text brought in', async () => {
  const { log, path, remove } = await logInFile('pretty');

  log.info('a\n2026-01-01T00:00:00.000Z ERROR forged \u001b[2J', { 'x\ny': '\u001b[31m\u202e' });
  await log.flush();

  const text = await readFile(path, 'utf8');
  await remove();
  expect(text.split('\n')).toHaveLength(2);
  expect(text).toContain('INFO  a\\n2026-01-01T00:00:00.000Z ERROR forged ‹U+001B›[2J x\\ny=');
  expect(text).not.toContain('\u001b');
  expect(text).not.toContain('\u202e');
});

test('entries that are too many before the log is open are counted in it', async () => {
  const { log, path, remove } = await logInFile('json');

  for (let n = 0; n < 1_500; n += 1) log.info(`${n}`);
  await log.flush();

  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
  await remove();
  expect(lines).toHaveLength(1_001);
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
    level: 'warn',
    message: '500 entries that came before the log was open are lost.',
  });
});

test('a file that has grown large is put aside once, and the log goes on', async () => {
  const { log, path, remove } = await logInFile('json');
  const long = 'x'.repeat(1_000_000);
  log.info('first');
  await log.flush();

  for (let line = 0; line < 21; line += 1) log.info(long);
  log.info('last');

  const [now, before] = await Promise.all([stat(path), stat(`${path}.1`)]);
  const text = await readFile(path, 'utf8');
  await remove();
  expect(text).toContain('"last"');
  expect(now.size).toBeLessThan(before.size);
});

test('a log that cannot be opened is reported and never throws', async () => {
  const failures: unknown[] = [];
  const sink = createPinoSink({
    format: 'json',
    path: '/dev/null/x.log',
    onFailure: (thrown) => failures.push(thrown),
  });
  const log = createLog({ ...base, level: 'info', sink });

  log.info('lost');
  await log.flush();

  expect(failures.length).toBeGreaterThan(0);
});
