import { describe, expect, test } from 'vitest';
import { createCommandBed } from '../../testing/command-bed.ts';
import { calls, hangs, says } from '../../testing/scripted-router.ts';

async function createPayment() {
  const world: string[] = [];
  const bed = await createCommandBed({
    script: ({ messages }) => {
      if (JSON.stringify(messages).includes('endless')) return hangs();
      return messages.at(-1)?.role === 'tool' ? says('So be it.') : calls('pay', { to: 'ann' });
    },
    tools: {
      pay: { idempotency: 'unsafe', asks: true, run: ({ to }) => `${world.push(String(to))}` },
    },
  });
  const inboundId = await bed.send('pay');
  const { waitingFor } = await bed.parked();
  return { bed, world, inboundId, id: waitingFor?.id ?? '' };
}

describe('A11 /approvals', () => {
  test('answers at once while other turns run, with what will run and how to answer', async () => {
    const { bed, id } = await createPayment();
    await bed.send('endless', { chat: 'b' });
    await bed.until(() => bed.router.requests.length === 2, 'the endless turn');

    const reply = await bed.command('/approvals');

    expect(reply?.text).toContain('pay (dangerous): pay {"to":"ann"}');
    expect(reply?.text).toContain(`/approve ${id} [once|session|always]`);
  });

  test('shows others only what their own conversation waits for', async () => {
    const { bed } = await createPayment();
    const guest = { principal: 'cli:guest', sessionKey: 'cli:b' };

    expect((await bed.command('/approvals', guest))?.text).toBe('Nothing waits for approval.');
  });
});

describe('/approve and /deny', () => {
  test('let the very call run, or tell the model why not', async () => {
    const yes = await createPayment();
    const no = await createPayment();

    const approved = await yes.bed.command(`/approve ${yes.id}`);
    const denied = await no.bed.command(`/deny ${no.id} not  today`);

    expect((await yes.bed.ended(yes.inboundId)).reply).toBe('So be it.');
    await no.bed.ended(no.inboundId);
    expect([approved?.text, denied?.text]).toEqual([
      'Approved: pay {"to":"ann"}',
      'Denied: pay {"to":"ann"}',
    ]);
    expect([yes.world, no.world]).toEqual([['ann'], []]);
    expect(JSON.stringify(no.bed.router.requests.at(-1)?.messages.at(-1))).toContain('not today');
  });

  test('A6 answer clearly when there is no such question, or it was answered already', async () => {
    const { bed, world, id, inboundId } = await createPayment();
    await bed.command(`/approve ${id}`);
    await bed.ended(inboundId);

    const again = await bed.command(`/deny ${id}`);
    const unknown = await bed.command('/approve apr_nothing');
    const missing = await bed.command('/approve');
    const scope = await bed.command(`/approve ${id} forever`);

    expect(again?.text).toMatch(/answered/);
    expect(unknown?.text).toContain('apr_nothing');
    expect(missing?.text).not.toBe('');
    expect(scope?.text).toContain('/approve <id> [once|session|always]');
    expect(world).toEqual(['ann']);
  });

  test('A3 are not for a guest', async () => {
    const { bed, world, id } = await createPayment();

    const reply = await bed.command(`/approve ${id}`, { principal: 'cli:guest' });

    expect(reply?.text).not.toContain('Approved');
    expect(world).toEqual([]);
    expect((await bed.parked()).state).toBe('waiting');
  });
});
