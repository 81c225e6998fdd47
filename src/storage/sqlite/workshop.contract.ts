import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import type { OpenStorageOptions, Storage } from '../storage.ts';
import { openSqliteStorage } from './open.ts';

/** What the tests of this folder share: real folders, and processes of their own to kill. */

/** An empty folder that goes with the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'echo-agent-sqlite-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Opens a storage that is closed with the test, unless the test does. */
export async function openAt(
  dataDir: string,
  more: Partial<OpenStorageOptions> = {},
  migrations?: readonly string[],
): Promise<Storage> {
  const options = { dataDir, durability: 'normal' as const, now: () => 1_000, ...more };
  const storage = await openSqliteStorage(options, migrations);
  onTestFinished(() => storage.close());
  return storage;
}

/**
 * Runs a program in a process of its own. `openSqliteStorage`, `folder` and `say(line)` are at hand. It ends with
 * the test at the latest.
 */
export function runProgram(program: string, folder: string): ChildProcess {
  const source = `
    const { openSqliteStorage } = await import(${JSON.stringify(new URL('./open.ts', import.meta.url).href)});
    const { inbound, NO_LIMITS } = await import(${JSON.stringify(new URL('../samples.contract.ts', import.meta.url).href)});
    const folder = ${JSON.stringify(folder)};
    const say = (line) => process.stdout.write(line + '\\n');
    ${program}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** The next line that a program says. */
export async function nextLine(child: ChildProcess): Promise<string> {
  const { stdout } = child;
  if (stdout === null) throw new Error('The program has no output.');
  const lines = createInterface({ input: stdout });
  const [line] = await once(lines, 'line');
  lines.close();
  return String(line);
}

/** Everything that a program has said when it ends, which it does as in a crash after so many lines. */
export async function everyLine(
  child: ChildProcess,
  { killAfter = Number.POSITIVE_INFINITY } = {},
): Promise<readonly string[]> {
  const { stdout } = child;
  if (stdout === null) throw new Error('The program has no output.');
  const ended = once(child, 'exit');
  const lines: string[] = [];
  for await (const line of createInterface({ input: stdout })) {
    if (lines.push(line) === killAfter) child.kill('SIGKILL');
  }
  await ended;
  return lines;
}

/** As a crash would. */
export async function killNow(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
