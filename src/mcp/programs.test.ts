import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { connectedMcpBed as connected, fakeProgram, mcpBed } from '../testing/mcp-bed.ts';

const WELL = fakeProgram('stdio-server');
const RAW = fakeProgram('raw-server');

describe('the programs of a server', () => {
  test('are gone when everything stops, also what left their group', async () => {
    const { call, stop } = await connected(WELL);
    const { server, child } = JSON.parse(await call('leave_behind'));

    await stop();

    expect([isAlive(server), isAlive(child)]).toEqual([false, false]);
  });

  test('are gone before the server is started again', async () => {
    const { bed, until, call, view } = await connected(RAW);
    const before = Number(await call('say', { text: 'pid' }));

    await bed.call('mcp_a_die', {});
    await until(() => view().state === 'connected');

    expect(isAlive(before)).toBe(false);
    expect(Number(await call('say', { text: 'pid' }))).not.toBe(before);
  });

  test('that a dead runtime left running are ended before the first start', async () => {
    const first = await connected(WELL);
    const { child } = JSON.parse(await first.call('leave_behind'));
    const settled = mcpBed({ a: WELL }, { folder: first.folder });

    await settled.mcp.settled(20_000);

    expect(isAlive(child)).toBe(false);
  });

  test('that cannot be started are told of by their reason, and delay nobody', async () => {
    const bed = mcpBed({ a: { command: 'no-such-program-here' }, b: WELL });
    await bed.mcp.settled(20_000);

    expect(bed.view('a')).toMatchObject({
      state: 'failed',
      reason: 'The server could not be started: there is no program no-such-program-here.',
    });
    expect(bed.view('b').state).toBe('connected');
  });

  test('that never say what they are hold up neither start nor stop', async () => {
    const bed = mcpBed({ a: { command: 'sleep', args: ['1000'] } });

    await bed.mcp.settled(10);
    const { state } = bed.view();
    await bed.stop();

    expect(state).toBe('starting');
  });

  test('are not started for a server that is switched off', async () => {
    const bed = await connected({ ...WELL, enabled: false });

    expect(bed.view()).toMatchObject({ state: 'disabled', tools: [] });
    expect(bed.registry.tools).toEqual([]);
  });
});

/** One that has ended counts as gone, also while nobody has asked how. */
function isAlive(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return !'ZX'.includes(stat.slice(stat.lastIndexOf(')') + 2)[0] ?? 'X');
  } catch {
    return false;
  }
}
