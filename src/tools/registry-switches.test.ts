import { describe, expect, test } from 'vitest';
import { countedExec, countedTool } from '../testing/counted-tool.ts';
import { pipelineBed } from '../testing/pipeline-bed.ts';
import { createToolRegistry } from './registry.ts';
import { switchedOffBy } from './switches.ts';

const ON = { execEnabled: true, codeExecEnabled: true, webEnabled: true };

describe('what configuration switches off', () => {
  test.each([
    [['process.exec'], { execEnabled: false }, 'tools.exec.enabled: false'],
    [['process.manage'], { execEnabled: false }, 'tools.exec.enabled: false'],
    [['code.exec'], { execEnabled: false }, 'tools.exec.enabled: false'],
    [['code.exec'], { codeExecEnabled: false }, 'tools.codeExec.enabled: false'],
    [['process.exec'], { codeExecEnabled: false }, undefined],
    [['fs.read', 'network.outbound'], { webEnabled: false }, 'tools.web.enabled: false'],
    [['fs.read'], { execEnabled: false, codeExecEnabled: false, webEnabled: false }, undefined],
  ] as const)('%j with %j', (capabilities, changes, setting) => {
    const { tool } = countedTool({ capabilities });

    expect(switchedOffBy(tool, { ...ON, ...changes })).toBe(setting);
  });

  test('is not registered from any source, and nobody can take its names', () => {
    const { tool: exec } = countedExec();
    const { tool: note } = countedTool();
    const registry = createToolRegistry([exec, note], ({ name }) =>
      name === note.name ? undefined : 'tools.exec.enabled: false',
    );

    const { rejected } = registry.replace('plugin', [{ ...note, name: exec.name, aliases: [] }]);
    registry.replace('other', [{ ...exec, name: 'mcp_a_run', aliases: [] }]);

    expect(registry.tools.map(({ tool }) => tool.name)).toEqual([note.name]);
    expect(registry.find(exec.name)).toBeUndefined();
    expect(rejected).toEqual([{ name: exec.name, reason: 'the name belongs to another tool' }]);
    expect(registry.switchedOff).toEqual([
      { name: exec.name, reason: 'tools.exec.enabled: false' },
      { name: 'mcp_a_run', reason: 'tools.exec.enabled: false' },
    ]);
  });

  test('cannot be called, and the model is told by which setting', async () => {
    const { tool: exec } = countedExec();
    const { tool: note } = countedTool();
    const whyOff = ({ name }: { name: string }) => (name === exec.name ? 'a: false' : undefined);
    const { call, pipeline } = pipelineBed({ tools: [exec, note], whyOff });

    const report = await call(exec.name, {});

    expect(report).toMatchObject({ outcome: 'not_visible', metadata: { rule: 'a: false' } });
    expect(report.text).toBe(
      `"${exec.name}" is switched off here (a: false). Usable tools: save_note.`,
    );
    expect(pipeline.absent()).toEqual([
      { name: exec.name, why: 'switched_off', reason: 'a: false' },
    ]);
  });
});
