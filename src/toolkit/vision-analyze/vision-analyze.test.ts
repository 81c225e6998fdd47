import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createManualClock } from '../../testing/manual-clock.ts';
import { createScriptedRouter, fails, type Script, says } from '../../testing/scripted-router.ts';
import {
  createTemporaryWorkspace,
  type TemporaryWorkspace,
} from '../../testing/temporary-workspace.ts';
import { createVisionAnalyze } from './index.ts';

let workspace: TemporaryWorkspace;

beforeEach(() => {
  workspace = createTemporaryWorkspace();
});

afterEach(() => workspace.remove());

const QUESTION = 'What is it?';

async function look(path: string, script: Script) {
  const router = createScriptedRouter({ clock: createManualClock().clock, script });
  const tool = createVisionAnalyze(workspace.open, { router, hasRoute: true });
  const result = await tool.execute({ path, question: QUESTION }, workspace.context());
  return { router, tool, result };
}

describe('vision_analyze', () => {
  test('shows the picture to a model of the route vision and gives its answer', async () => {
    workspace.write('a.txt', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'));

    const { router, result } = await look('a.txt', [says('A ', 'cat.')]);

    expect(result).toMatchObject({
      success: true,
      output: 'A cat.',
      metadata: { model: 'scripted/one', usage: { inputTokens: 100 } },
    });
    expect(router.requests).toMatchObject([
      {
        taskType: 'vision',
        tools: [],
        messages: [
          {
            role: 'user',
            content: [
              { type: 'image', mediaType: 'image/png', base64: 'iVBORw0KGgo=', name: 'a.txt' },
              { type: 'text', text: QUESTION },
            ],
          },
        ],
      },
    ]);
  });

  test.each([
    ['a.png', 'just text', /a\.png is no picture\. Only png/],
    ['a.png', '%PDF-1.7', /no picture but application\/pdf/],
    ['a.png', '<svg xmlns="x"/>', /no picture/],
  ])('goes by what the file is, not by its name (%s, %j)', async (...[name, bytes, words]) => {
    workspace.write(name, bytes);

    const { router, result } = await look(name, [says('never')]);

    expect(result).toMatchObject({ success: false, error: expect.stringMatching(words) });
    expect(router.requests).toEqual([]);
  });

  test('S8 looks at nothing outside of the workspace, and at nothing too big', async () => {
    workspace.write('big.png', Buffer.alloc(5_000_001));
    const { tool, result } = await look('big.png', []);

    expect(result).toMatchObject({ success: false, error: expect.stringContaining('5000000') });
    const decision = await tool.guard?.({ path: '../x.png', question: '' }, workspace.guardContext);
    expect(decision).toMatchObject({ action: 'deny', patternKey: 'outside_workspace' });
  });

  test('says why the model did not answer', async () => {
    workspace.write('a.gif', 'GIF89a');

    const { result } = await look('a.gif', [fails('bad_request', 'no pictures')]);

    expect(result).toMatchObject({ success: false, error: expect.stringContaining('no pictures') });
  });

  test('T19 is not ready without a route, and says which', async () => {
    const router = createScriptedRouter({ clock: createManualClock().clock, script: [] });
    const tool = createVisionAnalyze(workspace.open, { router, hasRoute: false });

    expect(await tool.readiness?.()).toMatchObject({
      ready: false,
      reason: expect.stringContaining('models.routes.vision'),
    });
  });
});
