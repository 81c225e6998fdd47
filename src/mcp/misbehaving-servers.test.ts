import { describe, expect, test } from 'vitest';
import { connectedMcpBed as connected, fakeProgram } from '../testing/mcp-bed.ts';

const RAW = fakeProgram('raw-server');

describe('a server that misbehaves', () => {
  test.each(['big', 'big_last'])(
    'and answers with 50 MB (%s) costs that call alone: the next one is answered',
    async (tool) => {
      const { bed, call, view } = await connected(RAW);

      const report = await bed.call(`mcp_a_${tool}`, {});

      expect(report.outcome).toBe('unknown');
      expect(report.text).toContain('larger than 10 MB');
      expect(view().state).toBe('connected');
      expect(await call('say', { text: 'still here' })).toBe('still here');
    },
  );

  test('P1 and dies ends every call that waits, at once, and its tools come back', async () => {
    const { bed, registry, until, view } = await connected(RAW);

    const [held, dying] = await Promise.all([
      bed.call('mcp_a_hold', {}),
      bed.call('mcp_a_die', {}),
    ]);
    await until(() => view().state === 'connected');

    expect([held.outcome, dying.outcome]).toEqual(['unknown', 'unknown']);
    expect(registry.find('mcp_a_say')).toBeDefined();
  });

  test('P1 and asks whether we are there is answered', async () => {
    const { call } = await connected(RAW);

    expect(await call('ping')).toBe('you are');
  });

  test('and dies in the middle of a call leaves it unknown, and is started again', async () => {
    const { bed, call, until, view } = await connected(RAW);

    const report = await bed.call('mcp_a_die', {});
    await until(() => view().state === 'connected');

    expect(report).toMatchObject({ outcome: 'unknown', sideEffect: true });
    expect(report.text).toContain('Nobody can say');
    expect(await call('say', { text: 'again' })).toBe('again');
  });

  test('and dies in a call that only reads leaves an error that may be tried again', async () => {
    const { bed } = await connected({ ...RAW, idempotency: 'pure' });

    const report = await bed.call('mcp_a_die', {});

    expect(report.outcome).toBe('error');
  });

  test('and answers out of order gives each call its own answer', async () => {
    const { call } = await connected(RAW);

    const answers = await Promise.all([
      call('pair', { text: 'first' }),
      call('pair', { text: 'second' }),
    ]);

    expect(answers).toEqual(['first', 'second']);
  });

  test('P1 and floods notifications is read no faster than it may, and answered in the end', async () => {
    const { call, logged } = await connected(RAW);

    expect(await call('flood')).toBe('flooded');
    expect(Number(await call('say', { text: 'lists' }))).toBeLessThan(5);
    expect(logged.length).toBeLessThan(60);
  });

  test('and declares an answer that it does not give is not believed', async () => {
    const { bed } = await connected(RAW);

    const report = await bed.call('mcp_a_lie', {});

    expect(report.outcome).toBe('error');
    expect(report.text).toContain('does not hold to what the server declares');
    expect(report.origin.trust).toBe('untrusted');
  });

  test('P1 and is noisy on its error stream fills neither pipe nor log', async () => {
    const { call, logged } = await connected(RAW);

    expect(await call('noise')).toBe('quiet again');
    expect(logged.length).toBeLessThan(60);
  });

  test('and prints what is no message is read past it', async () => {
    const { call } = await connected(RAW);

    expect(await call('nonsense')).toBe('made sense');
  });

  test('and answers with what is no answer leaves the call unknown', async () => {
    const { bed, call } = await connected(RAW);

    const report = await bed.call('mcp_a_odd', {});

    expect(report.outcome).toBe('unknown');
    expect(await call('say')).toBe('ok');
  });

  test('and refuses a call is quoted as a voice from outside', async () => {
    const { bed } = await connected(RAW);

    const report = await bed.call('mcp_a_refuse', {});

    expect(report).toMatchObject({ outcome: 'error', origin: { trust: 'untrusted' } });
    expect(report.text).toContain('Not you.');
  });
});
