import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';

const PROGRAM = join(import.meta.dirname, 'crashing-child.ts');

/** Compiled sources, so that each start does not compile them again. */
const NODE_COMPILE_CACHE = join(tmpdir(), 'echo-agent-compile-cache');

interface Reply {
  readonly chatId: string;
  readonly text: string;
}

/** Runs the runtime until it has said so much or is dead. */
function run(home: string, messages: readonly string[], replies: number) {
  const child = spawn(process.execPath, [PROGRAM, home, ...messages], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE },
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    if (output.split('\n').length > replies) child.stdin.end();
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return new Promise<{ signal: string | null; replies: Reply[] }>((resolve) => {
    child.once('close', (_, signal) => {
      const lines = output.split('\n').filter((line) => line !== '');
      resolve({ signal, replies: lines.map((line) => JSON.parse(line) as Reply) });
    });
  });
}

describe('US3 a message that takes the whole process down', () => {
  test('is set aside after three crashes: its sender is told, and other chats are answered', async () => {
    const home = mkdtempSync(join(tmpdir(), 'scenario-'));
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));

    const deaths = [await run(home, ['crash'], 9), await run(home, [], 9), await run(home, [], 9)];
    const survivor = await run(home, ['hello'], 2);

    const told = new Map(survivor.replies.map(({ chatId, text }) => [chatId, text]));
    expect(deaths.map(({ signal }) => signal)).toEqual(['SIGKILL', 'SIGKILL', 'SIGKILL']);
    expect(deaths.flatMap(({ replies }) => replies)).toEqual([]);
    expect(survivor.signal).toBeNull();
    expect(told.get('other')).toBe('Another chat is answered.');
    expect(told.get('crashing')).toMatch(/three times.*Error id/);
  }, 60_000);
});
