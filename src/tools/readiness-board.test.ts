import { expect, test } from 'vitest';
import { countedTool } from '../testing/counted-tool.ts';
import { pipelineBed } from '../testing/pipeline-bed.ts';
import type { Readiness } from './readiness.ts';

function bed() {
  let asked = 0;
  let state: Readiness = { ready: false, reason: 'no search key: set tools.web.search.key.' };
  const { tool: note } = countedTool();
  const { tool: other } = countedTool({
    name: 'web_search',
    async readiness() {
      asked += 1;
      return state;
    },
  });
  const staged = pipelineBed({ tools: [note, other] });
  const shown = async () =>
    (await staged.pipeline.definitions(staged.caller)).map(({ name }) => name);
  return {
    ...staged,
    shown,
    asked: () => asked,
    become: (next: Readiness) => {
      state = next;
    },
  };
}

test('T19 a tool that is not ready is not shown, and the view says why', async () => {
  const { shown, pipeline, caller } = bed();

  expect(await shown()).toEqual(['save_note']);
  expect(await pipeline.views(caller)).toMatchObject([
    { name: 'save_note', ready: true },
    { name: 'web_search', ready: false, reason: 'no search key: set tools.web.search.key.' },
  ]);
});

test('a turn asks no tool again that was asked within the minute', async () => {
  const { shown, asked, manual } = bed();

  await shown();
  await manual.advance(59_000);
  for (let turn = 0; turn < 10; turn += 1) await shown();

  expect(asked()).toBe(1);
});

test('a change is seen after a minute without anybody having waited for it, and is logged', async () => {
  const { shown, become, manual, logged } = bed();
  await shown();
  become({ ready: true });
  await manual.advance(60_000);

  const first = await shown();
  await manual.advance(0);
  const second = await shown();
  become({ ready: false, reason: 'the server is gone.' });
  await manual.advance(60_000);
  await shown();
  await manual.advance(0);

  expect([first, second, await shown()]).toEqual([
    ['save_note'],
    ['save_note', 'web_search'],
    ['save_note'],
  ]);
  expect(logged.map(({ message }) => message)).toEqual([
    'A tool has become ready.',
    'A tool is not ready any more.',
  ]);
});

test('a call of a tool that was not ready asks it anew', async () => {
  const { call, become, shown } = bed();
  await shown();
  const before = await call('web_search', { path: 'a' });
  become({ ready: true });

  const after = await call('web_search', { path: 'a' });

  expect([before.outcome, after.outcome]).toEqual(['not_ready', 'ok']);
});
