import type { EffectRecord } from '../storage/records.ts';
import { effectStatusOf, toEffectReceipt } from '../tools/effect-receipt.ts';
import type { CallRecorder, StartedCall, ToolReport } from '../tools/pipeline-contract.ts';
import { type FakeToolMemory, fakeToolMemory } from './fake-tool-memory.ts';

export interface FakeRecorder extends CallRecorder {
  readonly memory: FakeToolMemory;
  readonly startedCalls: StartedCall[];
  readonly reports: ToolReport[];
  /** The ledger, by idempotency key. */
  readonly effects: Map<string, EffectRecord>;
}

/** A journal without a database. It keeps the promises of the real one: intent before effect, receipt after. */
export function fakeRecorder(): FakeRecorder {
  const memory = fakeToolMemory();
  const startedCalls: StartedCall[] = [];
  const reports: ToolReport[] = [];
  const effects = new Map<string, EffectRecord>();

  function putEffect(call: StartedCall, change: Pick<EffectRecord, 'status' | 'receipt'>) {
    if (call.idempotency === 'pure') return;
    const { idempotencyKey, tool, idempotency } = call;
    const where = { turnId: 'turn_test', stepName: 'tool_0_0', at: 0 };
    effects.set(idempotencyKey, { idempotencyKey, tool, class: idempotency, ...where, ...change });
  }

  return {
    memory,
    startedCalls,
    reports,
    effects,
    async started(call) {
      startedCalls.push(call);
      putEffect(call, { status: 'intent' });
    },
    async finished(call, report) {
      reports.push(report);
      if (call === undefined) return;
      putEffect(call, { status: effectStatusOf(report), receipt: toEffectReceipt(report) });
    },
    async keepArtifact(text) {
      const id = `art_${memory.artifacts.size + 1}`;
      memory.artifacts.set(id, text);
      return id;
    },
    findEffect: async (key) => effects.get(key),
  };
}
