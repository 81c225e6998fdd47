import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { RuntimeParts } from '../../src/app/runtime-parts.ts';
import type { Tool } from '../../src/tools/tool.ts';
import { createRuntimeBed } from './runtime-bed.ts';

/** A tool that changes something and ends only when it is told to. */
function endless() {
  const began = Promise.withResolvers<void>();
  const tool: Tool = {
    name: 'endless',
    title: 'Endless',
    description: 'Goes on until it is told to stop.',
    input: z.strictObject({}),
    capabilities: ['fs.write'],
    idempotency: 'unsafe',
    summarize: () => 'endless work',
    execute: (_, { signal }) => {
      began.resolve();
      return new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve({ success: false, error: 'half done' }));
      });
    },
  };
  return { parts: { tools: [tool] } satisfies RuntimeParts, began: began.promise };
}

const CALL = { name: 'endless', argumentsText: '{}', assumeYes: true } as const;
const TODO = { action: 'add', text: 'buy milk' };

describe('direct calls', () => {
  test('end with the runtime, which waits for what they have to say', async () => {
    const { parts, began } = endless();
    const bed = await createRuntimeBed({ parts });
    const { client } = bed.runtime();
    const call = client.callTool(CALL);
    await began;

    await bed.close();

    expect(await call).toMatchObject({ outcome: 'cancelled', sideEffect: true });
    await expect(client.callTool(CALL)).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('have a session that no chat can have, and everything they left is deleted with it', async () => {
    const bed = await createRuntimeBed({ parts: endless().parts });
    const { client, storage } = bed.runtime();
    const todo = { name: 'todo', argumentsText: JSON.stringify(TODO), assumeYes: false };
    const written = { path: 'a.txt', content: 'x' };

    await client.callTool(todo);
    await client.callTool({ ...todo, name: 'write_file', argumentsText: JSON.stringify(written) });
    const chat = client.submit({ ...SAID, chatId: '@tools' });
    const [session] = await storage.sessions.list({ limit: 9 });

    await expect(chat).rejects.toMatchObject({ code: 'invalid_input' });
    expect(session).toMatchObject({ key: 'cli:@tools', title: 'tools call' });
    expect(await storage.sessions.todos('cli:@tools')).toHaveLength(1);
    expect(await storage.sessions.todos('cli:tools')).toEqual([]);

    await client.deleteSession('cli:@tools');

    expect(await storage.sessions.todos('cli:@tools')).toEqual([]);
    expect(await storage.sessions.list({ limit: 9 })).toEqual([]);
  });
});

const SAID = { text: 'hi', language: 'en', canAsk: false, assumeYes: false } as const;

describe('a runtime that cannot be put together', () => {
  test('lets go of the data folder', async () => {
    const bed = await createRuntimeBed();
    await bed.close();
    const broken = {
      get targets(): never {
        throw new Error('no targets');
      },
    };

    await expect(bed.start(undefined, broken)).rejects.toThrow('no targets');
    await bed.start();

    expect((await bed.runtime().client.status()).queuedMessages).toBe(0);
  });
});
