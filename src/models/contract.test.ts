import { afterEach } from 'vitest';
import { sendEvents, startRawServer } from '../../test/fake-models/raw-server.ts';
import { userRequest, WIRES } from '../../test/fake-models/wires.ts';
import { systemClock } from '../base/clock.ts';
import { modelProviderContract } from './model-provider.contract.ts';
import { offline } from './offline/index.ts';

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

modelProviderContract('offline', async () => ({
  provider: offline.create({}, { fetch, clock: systemClock }),
  request: userRequest('help', { model: 'offline' }),
}));

for (const { name, toolCall, open } of WIRES) {
  modelProviderContract(name, async () => {
    const server = await startRawServer((_, response) => sendEvents(response, toolCall));
    cleanups.push(server.stop);
    return { provider: open(server.url), request: userRequest('go'), credential: 'key' };
  });
}
