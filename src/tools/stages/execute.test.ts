import { describe, expect, test } from 'vitest';
import { AgentError } from '../../base/errors.ts';
import { countedTool } from '../../testing/counted-tool.ts';
import { type PipelineBed, pipelineBed } from '../../testing/pipeline-bed.ts';
import type { Tool, ToolExecutionContext, ToolResult } from '../tool.ts';

const NOTE = { path: 'a.md' };

type Execute = (attempt: number, context: ToolExecutionContext) => Promise<ToolResult>;

/** A tool whose runs are numbered from 1. */
function bedFor(execute: Execute, changes: Partial<Tool> = {}) {
  let attempt = 0;
  const { tool } = countedTool({
    execute: (_, context) => {
      attempt += 1;
      return execute(attempt, context);
    },
    ...changes,
  });
  return { ...pipelineBed({ tools: [tool] }), attempts: () => attempt };
}

const never: Execute = () => new Promise(() => undefined);
const ok = async (): Promise<ToolResult> => ({ success: true, output: 'done' });

/** Lets time pass until the call has ended. */
async function passing<T>({ manual }: Pick<PipelineBed, 'manual'>, call: Promise<T>): Promise<T> {
  let ended = false;
  const watched = call.finally(() => {
    ended = true;
  });
  for (let seconds = 0; seconds < 300 && !ended; seconds += 1) await manual.advance(1_000);
  return watched;
}

describe('T5 time', () => {
  test('a tool that never ends is given up after its time and a grace, and the next call works', async () => {
    const bed = bedFor((attempt) => (attempt === 1 ? never(attempt, {} as never) : ok()), {
      timeoutMs: 3_000,
    });

    const report = await passing(bed, bed.call('save_note', NOTE));
    const next = await bed.call('save_note', NOTE, { proposal: { callId: 'tool_1_0' } });

    expect(report).toMatchObject({ outcome: 'timeout', durationMs: 5_000, sideEffect: true });
    expect(report.text).toContain('timed out after 3 s');
    expect(report.text).toContain('It did not stop when told');
    expect(next.outcome).toBe('ok');
  });

  test('a tool has 30 s when it names no time', async () => {
    const bed = bedFor(never);

    const report = await passing(bed, bed.call('save_note', NOTE));

    expect(report.text).toContain('timed out after 30 s');
  });

  test('a tool that hears the abort may say how far it came', async () => {
    const heard: Execute = (_, { signal }) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve({ success: false, error: '3 of 5 copied' }));
      });
    const bed = bedFor(heard, { timeoutMs: 1_000 });

    const report = await passing(bed, bed.call('save_note', NOTE));

    expect(report).toMatchObject({ outcome: 'timeout', durationMs: 1_000 });
    expect(report.text).toContain('3 of 5 copied');
  });

  test('work that was left behind is heard of when it ends, and takes nothing down', async () => {
    const late: Execute = async (_, { now }) => {
      const from = now();
      await bed.manual.clock.sleep(10_000);
      throw new Error(`late by ${now() - from}`);
    };
    const bed = bedFor(late, { timeoutMs: 1_000 });

    await passing(bed, bed.call('save_note', NOTE));
    await bed.manual.advance(20_000);

    expect(bed.logged.map(({ message }) => message)).toEqual([
      'A tool did not stop when told and was left behind.',
      'A tool that was left behind has ended.',
    ]);
  });
});

describe('a call that is stopped', () => {
  test('ends as cancelled, also when the tool ignores it, and the ledger does not call it done', async () => {
    const controller = new AbortController();
    const bed = bedFor(never);

    const call = bed.call('save_note', NOTE, { signal: controller.signal });
    await bed.manual.advance(100);
    controller.abort(new DOMException('stop', 'AbortError'));
    const report = await passing(bed, call);

    expect(report).toMatchObject({ outcome: 'cancelled', durationMs: 2_100 });
    expect([...bed.recorder.effects.values()]).toMatchObject([{ status: 'unknown' }]);
  });

  test('is not tried again', async () => {
    const controller = new AbortController();
    const failing: Execute = async () => {
      controller.abort();
      throw new Error('no');
    };
    const bed = bedFor(failing, { idempotency: 'pure', maxRetries: 5 });

    const report = await passing(bed, bed.call('save_note', NOTE, { signal: controller.signal }));

    expect(report.outcome).toBe('cancelled');
    expect(bed.attempts()).toBe(1);
  });
});

test('a call that is stopped between two tries is not tried again', async () => {
  const controller = new AbortController();
  const bed = bedFor(() => Promise.reject(new Error('busy')), {
    idempotency: 'pure',
    maxRetries: 5,
  });

  const call = bed.call('save_note', NOTE, { signal: controller.signal });
  await bed.manual.advance(10);
  controller.abort();
  const report = await passing(bed, call);

  expect(report).toMatchObject({ outcome: 'error', attempts: 1 });
  expect(bed.attempts()).toBe(1);
});

describe('T6 retries', () => {
  const twice: Execute = async (attempt) => {
    if (attempt < 3) throw new Error('not yet');
    return { success: true, output: 'at last' };
  };

  test('a tool that throws twice works the third time', async () => {
    const bed = bedFor(twice, { idempotency: 'pure', maxRetries: 2 });

    const report = await passing(bed, bed.call('save_note', NOTE));

    expect(report).toMatchObject({ outcome: 'ok', text: 'at last', attempts: 3 });
  });

  test.each<[string, Partial<Tool>, number]>([
    ['none allowed', { idempotency: 'pure', maxRetries: 0 }, 1],
    ['one allowed', { idempotency: 'idempotent', maxRetries: 1 }, 2],
    ['an effect that must not be repeated', { idempotency: 'unsafe', maxRetries: 5 }, 1],
    ['an effect that can only be looked at', { idempotency: 'verifiable', maxRetries: 5 }, 1],
  ])('%s', async (_, changes, attempts) => {
    const bed = bedFor(twice, changes);

    const report = await passing(bed, bed.call('save_note', NOTE));

    expect(report).toMatchObject({ outcome: 'error', attempts });
    expect(bed.attempts()).toBe(attempts);
  });

  test.each<[string, ToolResult, number]>([
    ['says so', { success: false, error: 'busy', retryable: true }, 3],
    ['does not', { success: false, error: 'no such file' }, 1],
  ])('a failed result is tried again when it %s', async (_, result, attempts) => {
    const bed = bedFor(async () => result, { idempotency: 'pure', maxRetries: 2 });

    const report = await passing(bed, bed.call('save_note', NOTE));

    expect(report).toMatchObject({ outcome: 'error', attempts });
  });

  test('an error that cannot go away is not tried again, and its words reach the model', async () => {
    const missing: Execute = () => {
      throw new AgentError('not_found', 'No file at a.md.');
    };
    const bed = bedFor(missing, { idempotency: 'pure', maxRetries: 2 });

    const report = await passing(bed, bed.call('save_note', NOTE));

    expect(report).toMatchObject({ outcome: 'error', text: 'No file at a.md.', attempts: 1 });
  });

  test('each attempt knows its number and has the same key', async () => {
    const seen: ToolExecutionContext[] = [];
    const bed = bedFor(
      (attempt, context) => {
        seen.push(context);
        return twice(attempt, context);
      },
      { idempotency: 'idempotent', maxRetries: 2 },
    );

    await passing(bed, bed.call('save_note', NOTE));

    expect(seen.map(({ attemptIndex }) => attemptIndex)).toEqual([0, 1, 2]);
    expect(new Set(seen.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
    expect(seen.every((context) => Object.isFrozen(context))).toBe(true);
  });
});

describe('whatever a tool throws or returns is an error and nothing more', () => {
  test.each<[string, unknown]>([
    ['an error', new Error('boom')],
    ['a text', 'boom'],
    ['nothing', undefined],
    ['an object without a prototype', Object.create(null)],
    ['a number', 42],
  ])('throws %s', async (_, thrown) => {
    const bed = bedFor(() => Promise.reject(thrown));

    const report = await bed.call('save_note', NOTE);

    expect(report.outcome).toBe('error');
    expect(report.text).toMatch(/^save_note failed: .* \(err_\w+\)$/);
    expect(bed.logged[0]).toMatchObject({
      level: 'error',
      errorId: expect.stringMatching(/^err_/),
    });
  });

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'done'],
    ['success without output', { success: true }],
    ['output that is no text', { success: true, output: { a: 1 } }],
    ['neither success nor failure', {}],
    [
      'an object that cannot be read',
      {
        get success() {
          throw new Error('no');
        },
      },
    ],
  ])('returns %s', async (_, returned) => {
    const bed = bedFor(async () => returned as ToolResult);

    const report = await bed.call('save_note', NOTE);

    expect(report).toMatchObject({ outcome: 'error', sideEffect: true });
    expect(report.text).toContain('nothing that can be read');
  });

  test('people see an id and not the words of the failure', async () => {
    const bed = bedFor(() => Promise.reject(new Error('password=hunter2 at /srv/x')));

    const report = await bed.call('save_note', NOTE);

    expect(report.summary).toMatch(/^save_note failed \(err_\w+\)$/);
    expect(report.text).not.toContain('hunter2');
  });

  test('a tool that cannot describe its call is described by its arguments', async () => {
    const bed = bedFor(ok, {
      summarize: () => {
        throw new Error('no words');
      },
    });

    await bed.call('save_note', NOTE);

    expect(bed.recorder.startedCalls[0]?.summary).toBe('save_note {"path":"a.md","text":""}');
  });
});
