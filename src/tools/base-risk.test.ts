import { expect, test } from 'vitest';
import type { Capability, Risk } from '../protocol/tool-call.ts';
import { countedTool } from '../testing/counted-tool.ts';
import { baseRisk } from './base-risk.ts';

const riskOf = (capabilities: readonly Capability[], riskLevel?: Risk) => {
  const { riskLevel: _, ...tool } = countedTool({ capabilities }).tool;
  return baseRisk(riskLevel === undefined ? tool : { ...tool, riskLevel });
};

test('S11 a tool that says nothing of its risk writes, whatever it can do or leaves open', () => {
  expect([riskOf([]), riskOf(['fs.read'])]).toEqual(['write', 'write']);
});

test.each<Capability>(['scheduler.write', 'skill.install', 'skill.write'])(
  'S11 %s is dangerous, although the tool says that it only reads',
  (capability) => {
    expect(riskOf(['fs.read', capability], 'read_only')).toBe('dangerous');
  },
);
