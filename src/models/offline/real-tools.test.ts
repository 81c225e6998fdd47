import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../base/clock.ts';
import { executors } from '../../executors/index.ts';
import { noChats } from '../../testing/no-chats.ts';
import { noMedia } from '../../testing/no-media.ts';
import { noPrograms } from '../../testing/no-programs.ts';
import { noWeb } from '../../testing/no-web.ts';
import { noWorkers } from '../../testing/no-workers.ts';
import {
  createTemporaryWorkspace,
  type TemporaryWorkspace,
} from '../../testing/temporary-workspace.ts';
import { createBuiltinTools } from '../../toolkit/index.ts';
import type { Tool } from '../../tools/tool.ts';
import type { ModelMessage, ModelPart } from '../model-provider.ts';
import { offline } from './index.ts';

type ToolCall = Extract<ModelPart, { type: 'tool-call' }>;

const searchPath = '/usr/local/bin:/usr/bin:/bin';
const clock = systemClock;
const provider = offline.create({}, { fetch, clock });
const { signal } = new AbortController();

let workspace: TemporaryWorkspace;

beforeEach(() => {
  workspace = createTemporaryWorkspace();
});

afterEach(() => workspace.remove());

function realTools(): readonly Tool[] {
  const executor = executors.local.create({}, { clock, baseEnvironment: { PATH: searchPath } });
  return createBuiltinTools({
    executor,
    clock,
    protectedPaths: [],
    home: undefined,
    searchPath,
    web: noWeb,
    media: noMedia,
    chats: noChats,
    workers: noWorkers,
    programs: noPrograms,
  });
}

/** Runs the call with the real tool, and tells the model. */
async function perform(tools: readonly Tool[], call: ToolCall): Promise<ModelMessage[]> {
  const tool = tools.find(({ name }) => name === call.tool);
  const input = tool?.input.parse(JSON.parse(call.argumentsText));
  const result = await tool?.execute(input, workspace.context());
  const text = result?.success ? result.output : (result?.error ?? 'no such tool');
  const { providerCallId } = call;
  const failed = result?.success !== true;
  return [
    { role: 'assistant', model: 'offline/offline', parts: [{ ...call, callId: 'tool_0_0' }] },
    { role: 'tool', results: [{ providerCallId, tool: call.tool, text, failed }] },
  ];
}

/** One turn as the engine would play it, without guard and approval. */
async function say(words: string): Promise<string> {
  const tools = realTools();
  const definitions = tools.map(({ name }) => ({ name, description: '', parameters: {} }));
  const messages: ModelMessage[] = [{ role: 'user', content: [{ type: 'text', text: words }] }];
  for (;;) {
    const parts: ModelPart[] = [];
    const request = { model: 'offline', system: '', toolChoice: 'auto', messages } as const;
    for await (const part of provider.stream({ ...request, tools: definitions }, { signal })) {
      parts.push(part);
    }
    const call = parts.find((part) => part.type === 'tool-call');
    if (call === undefined) {
      return parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
    }
    messages.push(...(await perform(tools, call)));
  }
}

describe('the offline model with the real tools', () => {
  test('find TODO in src and write them to todo.md', async () => {
    workspace.write('src/a.ts', 'one\n// TODO first\n');
    workspace.write('src/lib/b.ts', '// TODO second\n');

    const answer = await say('find TODO in src and write them to todo.md');

    expect(workspace.read('todo.md').split('\n').sort()).toEqual([
      '',
      'src/a.ts:2: // TODO first',
      'src/lib/b.ts:1: // TODO second',
    ]);
    expect(answer).toContain('Write `todo.md`: done.');
  });

  test.each([
    'one\ntwo\n',
    'one\n\n',
    'no newline at the end',
    'windows\r\nlines\r\n',
    '你好，世界\n',
    '',
    '```\nfence\n```\n',
    '[artifact]\n',
  ])('copies %o as it is', async (content) => {
    workspace.write('a.txt', content);

    const answer = await say('读取 a.txt 然后把内容写到 b.txt');

    expect(answer).toContain('写入 `b.txt`：完成。');
    expect(workspace.read('b.txt')).toBe(content);
  });

  test.each([
    ['a file of many lines', 'line of text\n'.repeat(50_000)],
    ['a file of one long line', 'x'.repeat(200_000)],
  ])('does not copy a part of %s', async (_name, content) => {
    workspace.write('a.txt', content);

    expect(await say('read a.txt and write it to b.txt')).toContain('not shown that result whole');
    expect(() => workspace.read('b.txt')).toThrow();
  });

  test('does not write a list of nothing', async () => {
    workspace.write('src/a.ts', 'one\n');

    const answer = await say('find TODO in src and write them to todo.md');

    expect(answer).toMatch(/Not done: Write `todo\.md`\.[\s\S]*nothing to write/);
    expect(await say('run true and write the output to out.txt')).toContain('nothing to write');
  });

  test('lists a folder into a file', async () => {
    workspace.write('src/a.ts', 'one\n');

    await say('列出 src，然后把结果保存到 list.txt');

    expect(workspace.read('list.txt')).toMatch(/^a\.ts.*\n$/);
  });

  test('keeps the output of a command, also of one that fails', async () => {
    await say('run `echo fine` and write the output to fine.log');
    const answer = await say('run `echo seen; exit 3` and write the output to out.log');

    expect(workspace.read('fine.log')).toBe('fine\n');
    expect(workspace.read('out.log')).toBe('seen\n');
    expect(answer).toMatch(/did not work[\s\S]*Exit code 3[\s\S]*Write `out\.log`: done\./);
  });

  test('edits, runs and keeps todos', async () => {
    workspace.write('add.mjs', 'console.log(5 - 3);\n');

    const answer = await say('把 add.mjs 里的“5 - 3”改成“5 + 3”，然后运行 cat add.mjs');
    await say('remember to buy milk');
    await say('完成待办 1');

    expect(answer).toContain('console.log(5 + 3);');
    expect(await workspace.memory.todos()).toEqual([{ id: '1', text: 'buy milk', status: 'done' }]);
  });

  test('writes, appends, overwrites and edits without quotes', async () => {
    await say('write hello to note.txt');
    await say('append foo to note.txt');
    await say('replace foo with bar in note.txt');
    await say('把 你好 写入 你好.txt');
    await say('overwrite 你好.txt with bye');

    expect(workspace.read('note.txt')).toBe('hello\nbar\n');
    expect(workspace.read('你好.txt')).toBe('bye\n');
  });

  test('says that a file is there already instead of overwriting it', async () => {
    workspace.write('a.txt', 'mine\n');

    expect(await say('write "new" to a.txt')).toMatch(
      /did not work[\s\S]*exists already[\s\S]*overwrite/,
    );
    expect(workspace.read('a.txt')).toBe('mine\n');
    expect(await say('append "yours" to a.txt')).toContain('Append to `a.txt`: done.');
    expect(workspace.read('a.txt')).toBe('mine\nyours\n');
  });
});
