import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { countedTool } from '../testing/counted-tool.ts';
import { pipelineBed } from '../testing/pipeline-bed.ts';
import { scriptedGate } from '../testing/scripted-gate.ts';
import type { ToolPolicy } from './visibility.ts';

const OWN = { chat: 'cli:main' };
const OTHER = { chat: 'telegram:9' };

function messages(policy: Partial<ToolPolicy>) {
  const { tool, runs } = countedTool({
    name: 'message',
    input: z.strictObject({ chat: z.string() }),
    capabilities: ['message.send'],
    riskLevel: 'read_only',
    addressees: (input, { sessionKey }) => {
      const { chat } = input as { chat: string };
      if (chat === 'broken') throw new Error('no such chat');
      return chat === sessionKey ? 'own_chat' : 'others';
    },
  });
  const gate = scriptedGate();
  return { runs, gate, ...pipelineBed({ tools: [tool], policy, gate }) };
}

describe('a message', () => {
  test('within the own chat is read only, elsewhere a write', async () => {
    const { call, gate } = messages({ profile: 'full' });

    await call('message', OWN);
    await call('message', OTHER);

    expect(gate.asked.map(({ risk }) => risk)).toEqual(['read_only', 'write']);
  });

  test.each([
    ['messaging', {}],
    ['coding', {}],
    ['coding', { channels: { cli: { profile: 'messaging' } } }],
  ] as const)(
    'to somebody else is refused in the profile %s, whoever would say yes',
    async (profile, more) => {
      const { call, runs } = messages({ profile, ...more });

      const own = await call('message', OWN);
      const other = await call('message', OTHER);
      const broken = await call('message', { chat: 'broken' });

      expect([own, other, broken].map(({ outcome }) => outcome)).toEqual([
        'ok',
        'denied',
        'denied',
      ]);
      expect(other.metadata).toEqual({ patternKey: 'message_to_others' });
      expect(runs).toHaveLength(1);
    },
  );

  test('to somebody else may go where a list names the tool', async () => {
    const { call } = messages({ profile: 'coding', alsoAllow: ['message'] });

    expect((await call('message', OTHER)).outcome).toBe('ok');
  });

  test('to somebody else is refused to strangers of a public gateway, list or not', async () => {
    const policy = { profile: 'full', alsoAllow: ['message'], securityProfile: 'publicGateway' };
    const { call } = messages(policy as Partial<ToolPolicy>);
    const around = { caller: { isOwner: false } };

    expect((await call('message', OWN, around)).outcome).toBe('ok');
    expect((await call('message', OTHER, around)).outcome).toBe('denied');
  });
});
