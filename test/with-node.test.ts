import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { createFakeCheckout, reportOf } from './fake-checkout.ts';

const OLD = 'v20.20.2';

const checkouts: string[] = [];

afterEach(() => {
  for (const home of checkouts.splice(0)) rmSync(home, { recursive: true });
});

function checkoutOn(version: string) {
  const checkout = createFakeCheckout(version);
  checkouts.push(checkout.home);
  return checkout;
}

describe('scripts/with-node.mjs', () => {
  test('runs a program on the present Node if that is fit', async () => {
    const checkout = checkoutOn('v24.21.0');

    const ended = await checkout.run('node', [
      checkout.withNode,
      'check out/src/cli/main.ts',
      'a b',
    ]);

    expect(reportOf(ended)).toMatchObject({ ranBy: 'path', args: ['a b'] });
    expect(checkout.npmCalls()).toEqual([]);
  });

  test('fetches the pinned Node for a program if the present one is old', async () => {
    const checkout = checkoutOn(OLD);
    const program = join(checkout.root, 'src/cli/main.ts');

    const ended = await checkout.run('node', [checkout.withNode, program, 'a b']);

    const report = reportOf(ended);
    expect(report).toMatchObject({ ranBy: 'pinned', args: ['a b'] });
    expect(report.path.split(':')[0]).toBe(checkout.pinnedBin);
  });

  test('replaces a pinned Node of another version', async () => {
    const checkout = checkoutOn(OLD);
    checkout.install('24.1.0');

    const first = await checkout.run('node', [checkout.withNode]);
    const second = await checkout.run('node', [checkout.withNode]);

    expect([first.code, second.code]).toEqual([0, 0]);
    expect(checkout.npmCalls()).toHaveLength(1);
    expect(readdirSync(join(checkout.root, '.tools'))).toEqual(['node_modules']);
  });

  test('lets two first runs at once both succeed with one Node', async () => {
    const checkout = checkoutOn(OLD);
    const env = { FAKE_NPM: 'races' };

    const ended = await Promise.all(
      ['a', 'b'].map((name) => checkout.run(checkout.bin, [name], { env })),
    );

    expect(ended.map((one) => reportOf(one).args)).toEqual([['a'], ['b']]);
    expect(checkout.npmCalls()).toHaveLength(2);
    expect(readdirSync(join(checkout.root, '.tools'))).toEqual(['node_modules']);
  });

  test.each([
    ['forges', 'is not the one Echo Agent knows'],
    ['ships-a-dud', 'does not run on this system'],
  ])('keeps nothing of a package when the registry %s', async (FAKE_NPM, sentence) => {
    const checkout = checkoutOn(OLD);

    const ended = await checkout.run('node', [checkout.withNode], { env: { FAKE_NPM } });

    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain(sentence);
    expect(readdirSync(join(checkout.root, '.tools'))).toEqual([]);
  });

  test('says one sentence where there is no npm', async () => {
    const checkout = checkoutOn(OLD);
    rmSync(join(checkout.home, 'fakes/npm'));
    const PATH = join(checkout.home, 'fakes');

    const ended = await checkout.run('/bin/sh', [join(PATH, 'node'), checkout.withNode], {
      env: { PATH },
    });

    expect(ended.code).toBe(1);
    expect(ended.stderr).toMatch(/^Echo Agent needs .*\(ENOENT\).*\n$/);
  });

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'passes %s on and ends with the code of the program',
    async (signal) => {
      const checkout = checkoutOn(OLD);
      const program = join(checkout.root, 'patient.mjs');
      writeFileSync(program, patient(`process.on('${signal}', () => process.exit(7));`));

      const ended = await checkout.run('node', [checkout.withNode, program], {
        onOutput: (child) => child.kill(signal),
      });

      expect(ended).toMatchObject({ code: 7, signal: null });
    },
  );

  test('dies of the signal that the program died of', async () => {
    const checkout = checkoutOn(OLD);
    const program = join(checkout.root, 'patient.mjs');
    writeFileSync(program, patient(''));

    const ended = await checkout.run('node', [checkout.withNode, program], {
      onOutput: (child) => child.kill('SIGTERM'),
    });

    expect(ended).toMatchObject({ code: null, signal: 'SIGTERM' });
  });

  test('leaves nothing behind when it is stopped while it fetches', async () => {
    const checkout = checkoutOn(OLD);

    const running = checkout.run('node', [checkout.withNode], {
      env: { FAKE_NPM: 'hangs' },
      onStart: async (child) => {
        await expect.poll(() => checkout.npmCalls(), { timeout: 10_000 }).toHaveLength(1);
        child.kill('SIGTERM');
      },
    });

    expect(await running).toMatchObject({ code: null, signal: 'SIGTERM' });
    expect(readdirSync(join(checkout.root, '.tools'))).toEqual([]);
  });
});

function patient(first: string): string {
  return `${first}\nsetInterval(() => {}, 1000);\nprocess.stdout.write('ready');\n`;
}
