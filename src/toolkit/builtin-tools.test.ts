import { encode } from 'gpt-tokenizer';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { systemClock } from '../base/clock.ts';
import { executors } from '../executors/index.ts';
import { Capability, Risk } from '../protocol/tool-call.ts';
import { noChats } from '../testing/no-chats.ts';
import { noMedia } from '../testing/no-media.ts';
import { noPrograms } from '../testing/no-programs.ts';
import { noWeb } from '../testing/no-web.ts';
import { noWorkers } from '../testing/no-workers.ts';
import { createBuiltinTools } from './index.ts';

const tools = createBuiltinTools({
  executor: executors.local.create({}, { clock: systemClock, baseEnvironment: {} }),
  clock: systemClock,
  protectedPaths: [],
  home: undefined,
  searchPath: '',
  web: noWeb,
  media: noMedia,
  chats: noChats,
  workers: noWorkers,
  programs: noPrograms,
});

function definitionOf({ name, description, input }: (typeof tools)[number]): string {
  const { $schema: _, ...parameters } = z.toJSONSchema(input, { io: 'input' });
  return JSON.stringify({ name, description, parameters });
}

describe('the built-in tools', () => {
  test('are these, with what each can do', () => {
    const table = tools.map(({ name, riskLevel, idempotency, capabilities }) =>
      [name, riskLevel, idempotency, ...capabilities].join(' '),
    );

    expect(table).toEqual([
      'read_file read_only pure fs.read',
      'read_artifact read_only pure fs.read',
      'write_file write verifiable fs.write',
      'edit_file write verifiable fs.read fs.write',
      'apply_patch write verifiable fs.read fs.write',
      'list_dir read_only pure fs.read',
      'search_files read_only pure fs.read',
      'exec exec unsafe process.exec',
      'process exec unsafe process.exec process.manage session.read',
      'execute_code exec unsafe code.exec',
      'todo read_only idempotent task.write',
      'clarify read_only pure message.ask',
      'web_fetch read_only pure network.outbound',
      'web_search read_only pure network.outbound',
      'message read_only verifiable message.send',
      'notify read_only verifiable message.send',
      'send_file read_only verifiable fs.read message.send',
      'session_search read_only pure session.read',
      'vision_analyze read_only pure fs.read media.read',
      'image_generate write verifiable media.generate',
      'text_to_speech write verifiable media.generate',
      'delegate_task read_only idempotent agent.delegate',
      'spawn_task read_only idempotent agent.delegate',
    ]);
  });

  test('declare nothing that policy does not know', () => {
    for (const { capabilities, riskLevel, name } of tools) {
      expect(capabilities.every((each) => Capability.safeParse(each).success)).toBe(true);
      expect(Risk.safeParse(riskLevel).success).toBe(true);
      expect(name).toMatch(/^[a-z][a-z_]{1,63}$/);
    }
  });

  test('can look after a crash whenever their class says so', () => {
    const verifiable = tools.filter(({ idempotency }) => idempotency === 'verifiable');

    expect(verifiable.every(({ verify }) => verify !== undefined)).toBe(true);
  });

  test('cost the model little: 150 tokens a tool at most, 130 on average', () => {
    const tokens = tools.map((tool) => encode(definitionOf(tool)).length);

    expect(Math.max(...tokens)).toBeLessThanOrEqual(150);
    expect(tokens.reduce((sum, each) => sum + each)).toBeLessThanOrEqual(130 * tools.length);
  });

  test('refuse arguments that they do not know', () => {
    expect(tools.every(({ input }) => !input.safeParse({ unknown: 1 }).success)).toBe(true);
  });

  test('summarise a call in one line without its content', () => {
    const write = tools.find(({ name }) => name === 'write_file');

    const summary = write?.summarize({ path: 'a.md', content: 'x\n'.repeat(999), mode: 'create' });

    expect(summary?.split('\n')).toHaveLength(1);
    expect(summary?.length).toBeLessThan(200);
  });
});
