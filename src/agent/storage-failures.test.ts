import { expect, test } from 'vitest';
import { AgentError } from '../base/errors.ts';
import { createEngineBed } from '../testing/engine-bed.ts';
import { calls, says } from '../testing/scripted-router.ts';

const FULL = new AgentError('storage_unwritable', 'The disk is full.');

test('US3 a turn that the disk refuses again and again is no crash: it goes on when the disk does', async () => {
  const bed = await createEngineBed({
    script: ({ messages }) => (messages.length > 1 ? says('Seen.') : calls('look')),
    tools: { look: { run: () => 'seen' } },
  });
  let refusals = 0;
  const { commit } = bed.storage;
  Object.assign(bed.storage, {
    commit: (...given: Parameters<typeof commit>) => {
      const writesAnswer = given[0].some(({ op }) => op === 'put-step');
      if (!writesAnswer || refusals >= 12) return commit(...given);
      refusals += 1;
      return Promise.reject(FULL);
    },
  });
  const id = await bed.send('look');

  for (let leases = 0; leases < 8; leases += 1) await bed.time.advance(30_000);

  const { turn, reply } = await bed.ended(id);
  expect(refusals).toBe(12);
  expect([turn.state, reply]).toEqual(['done', 'Seen.']);
});
