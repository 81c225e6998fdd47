import { describe, expect, onTestFinished, test } from 'vitest';
import { createRuntimeBed } from '../scenarios/runtime-bed.ts';
import { PATIENCE } from '../tools/process-home.ts';
import { wordsOf } from '../tools/strict-chat.ts';
import { breaksOff, callStream, says, startStrictProvider } from '../tools/strict-provider.ts';

const STREAM = callStream('list_dir', JSON.stringify({ path: '.' }));
/** Up to and with the end of the answer; what follows are counts. */
const CALL = STREAM.slice(0, STREAM.indexOf('{"choices":[],"usage"'));
const CUT = /cut at (\d+)/;
const AT_ONCE = 8;

/** Asks for a cut; after it, everything is answered. */
async function startCutter() {
  const provider = await startStrictProvider((messages) => {
    const last = messages.at(-1);
    const cut = last?.role === 'user' ? CUT.exec(wordsOf(last)) : null;
    return cut === null ? says('Well.') : breaksOff(CALL, Number(cut[1]));
  });
  onTestFinished(provider.stop);
  return provider;
}

function settingsFor(baseUrl: string): string[] {
  const provider = { type: 'openai-compatible', baseUrl, apiKey: 'not-a-key' };
  return [
    'models.default=strict/one',
    'models.maxRetries=0',
    'models.failuresBeforeCooldown=1000000',
    `providers.strict=${JSON.stringify(provider)}`,
    `agent.maxConcurrentTurns=${AT_ONCE}`,
    'storage.durability=normal',
    'tools.profile=minimal',
  ];
}

describe('V25 a stream that is cut in the middle of a tool call', PATIENCE, () => {
  test('at any byte leaves a session that the strictest provider accepts', async () => {
    const provider = await startCutter();
    const bed = await createRuntimeBed({ set: settingsFor(provider.baseUrl) });
    const cuts = Array.from(CALL, (_, bytes) => bytes);

    // Each cut is followed by the next one in the same session, whose history holds it.
    const cutOutcomes: string[] = [];
    const sessions = Array.from({ length: AT_ONCE }, async (_, session) => {
      for (let bytes = cuts.pop(); bytes !== undefined; bytes = cuts.pop()) {
        const { end } = await bed.turn(`cut at ${bytes}`, { chatId: `c${session}` });
        cutOutcomes.push(end.outcome);
      }
      return (await bed.turn('go on', { chatId: `c${session}` })).end.outcome;
    });
    const lastOutcomes = await Promise.all(sessions);

    expect(provider.violations).toEqual([]);
    expect(cutOutcomes).toEqual(Array.from(CALL, () => 'failed'));
    expect(new Set(lastOutcomes)).toEqual(new Set(['done']));
  });
});
