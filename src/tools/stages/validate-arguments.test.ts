import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { countedTool } from '../../testing/counted-tool.ts';
import { pipelineBed } from '../../testing/pipeline-bed.ts';

describe('T2 V29 arguments', () => {
  const wide = () =>
    countedTool({
      input: z.strictObject({
        path: z.string(),
        mode: z.enum(['create', 'append']),
        lines: z.array(z.int()),
        force: z.boolean().optional(),
      }),
    });

  test('every problem is named at once, with what was expected and what came', async () => {
    const { tool, runs } = wide();
    const { call } = pipelineBed({ tools: [tool] });

    const report = await call('save_note', { mode: 'erase', lines: [1, '2'], force: 1, pat: 'a' });

    expect(report.outcome).toBe('invalid_arguments');
    expect(report.text).toContain('path: is missing');
    expect(report.text).toMatch(/mode: .*"create"\|"append".*\(got "erase"\)/);
    expect(report.text).toMatch(/lines\.1: .*expected number, received string/);
    expect(report.text).toMatch(/force: .*expected boolean, received number/);
    expect(report.text).toContain('pat: there is no such argument; did you mean "path"?');
    expect(runs).toEqual([]);
  });

  test('a key that the schema would let pass unread is refused too', async () => {
    const { tool } = countedTool({
      input: z.object({ path: z.string(), at: z.object({ x: z.int() }) }),
    });
    const { call } = pipelineBed({ tools: [tool] });

    const report = await call('save_note', { path: 'a', at: { x: 1, y: 2 }, paht: 'b' });

    expect(report.outcome).toBe('invalid_arguments');
    expect(report.text).toContain('at.y: there is no such argument');
    expect(report.text).toContain('paht: there is no such argument; did you mean "path"?');
  });

  test('numbers and booleans are never guessed from texts', async () => {
    const { tool, runs } = wide();
    const { call } = pipelineBed({ tools: [tool] });

    await call('save_note', { path: 'a', mode: 'create', lines: [true], force: 'true' });

    expect(runs).toEqual([]);
  });

  test('a list that was sent as a string is taken for what it holds, and that is recorded', async () => {
    const { tool, runs } = wide();
    const { call } = pipelineBed({ tools: [tool] });

    const report = await call('save_note', { path: 'a', mode: 'create', lines: '[1,2]' });

    expect(runs[0]?.input).toMatchObject({ lines: [1, 2] });
    expect(report.metadata['repairs']).toEqual(['lines was sent as a JSON string']);
  });

  test('the same invalid call has the same key each time, also when it is no JSON', async () => {
    const { call, pipeline } = pipelineBed({ tools: [countedTool().tool] });

    const keys = await Promise.all(
      ['{"path":1}', '{ "path": 1 }', '{"path":'].map(
        async (text) => (await call('save_note', text)).callKey,
      ),
    );

    expect(keys[0]).toBe(keys[1]);
    expect(keys[2]).toBe(pipeline.callKey('save_note', '{"path":'));
    expect(keys[2]).not.toBe(keys[0]);
  });

  test.each([
    ['throws', z.string().transform(() => Promise.reject(new Error('later')))],
    [
      'throws at once',
      z.string().transform(() => {
        throw new Error('no such path');
      }),
    ],
  ])('a schema that %s refuses the call and breaks nothing', async (_, path) => {
    const { tool, runs } = countedTool({ input: z.strictObject({ path }) });
    const { call } = pipelineBed({ tools: [tool] });

    const report = await call('save_note', { path: 'a' });

    expect(report.outcome).toBe('invalid_arguments');
    expect(report.text).toContain('could not be checked by the tool');
    expect(runs).toEqual([]);
  });

  test('a hostile key changes no prototype', async () => {
    const { call } = pipelineBed({ tools: [countedTool().tool] });

    const report = await call('save_note', '{"path":"a","__proto__":{"polluted":true}}');

    expect(report.outcome).toBe('invalid_arguments');
    expect({}).not.toHaveProperty('polluted');
  });
});
