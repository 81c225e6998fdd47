import type { ToolStepStart } from '../protocol/journal.ts';
import type { IdempotencyClass } from '../protocol/tool-call.ts';
import { type FakeRecorder, fakeRecorder } from './fake-recorder.ts';

export interface BegunCallBed {
  /** With the intent in its ledger, where the class has one. */
  readonly recorder: FakeRecorder;
  /** As the journal of the dead process holds it. */
  readonly begunAs: ToolStepStart;
}

/** A call of `save_note` that a process began and never ended, under a key that today's arguments do not lead to. */
export async function begunCall(
  idempotency: IdempotencyClass,
  changes: Partial<ToolStepStart> = {},
): Promise<BegunCallBed> {
  const recorder = fakeRecorder();
  const begunAs: ToolStepStart = {
    tool: 'save_note',
    idempotencyKey: 'key-of-then',
    idempotency,
    maskedArguments: { path: 'a.md' },
    summary: 'save a.md',
    risk: 'write',
    decision: { action: 'allow', reason: '', patternKey: 'none', facts: [] },
    ...changes,
  };
  const { approvalId: _, ...start } = begunAs;
  await recorder.started({ ...start, idempotency, capabilities: ['fs.write'] });
  return { recorder, begunAs };
}
