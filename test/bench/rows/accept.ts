import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InboundEvent } from '../../../src/protocol/event.ts';
import { trustedOrigin } from '../../../src/protocol/origin.ts';
import { openStorage } from '../../../src/storage/index.ts';
import type { Row } from '../row.ts';

const CLIENTS = 50;
const EACH = 600;
const LIMITS = { perSession: 1_000_000, total: 10_000_000 };

/** Durable acceptance, `synchronous=FULL`: each client sends its next message when the one before is on disk. */
export const accept: Row = {
  name: 'accept',
  async measure() {
    const dataDir = await mkdtemp(join(tmpdir(), 'echo-bench-'));
    const storage = await openStorage('sqlite', { dataDir, durability: 'full', now: Date.now });
    try {
      const startedAt = performance.now();
      await Promise.all(
        Array.from({ length: CLIENTS }, async (_, client) => {
          for (let n = 0; n < EACH; n += 1) {
            await storage.inbox.accept(message(client, n), LIMITS);
          }
        }),
      );
      const seconds = (performance.now() - startedAt) / 1_000;
      const value = (CLIENTS * EACH) / seconds;
      return [{ name: '50 clients, accepted durably', value, unit: '/s', asked: '>= 10000' }];
    } finally {
      await storage.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};

function message(client: number, n: number): InboundEvent {
  const chatId = `c${client}`;
  return {
    id: `bench:${client}:${n}`,
    traceId: `trace_${client}_${n}`,
    sessionKey: `bench:${chatId}`,
    address: { channel: 'bench', accountId: 'default', chatId },
    principal: `bench:${client}`,
    content: [{ type: 'text', text: `message ${n}`, origin: trustedOrigin('user') }],
    language: 'en',
    receivedAt: n,
    unattended: false,
    cronAuthorized: false,
    canAsk: false,
    assumeYes: false,
  };
}
