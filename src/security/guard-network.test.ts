import { describe, expect, test } from 'vitest';
import type { Capability } from '../protocol/tool-call.ts';
import { createGuard, type GuardSurroundings } from './guard.ts';

const WORKSPACE = '/home/u/project';

const guard = createGuard({ home: '/home/u', protectedPaths: [] });

describe('a tool that may reach the network', () => {
  const judgeTool = (
    capabilities: Capability[],
    networkPolicy: GuardSurroundings['networkPolicy'],
  ) =>
    guard({ capabilities, input: { command: 'ls' } }, { workspace: WORKSPACE, networkPolicy })
      .decision;

  test.each<[Capability[]]>([
    [[]],
    [['network.outbound']],
    [['mcp.call', 'fs.read']],
    [['process.exec', 'network.outbound']],
  ])('is judged by policy as a command is: %j', (capabilities) => {
    expect(judgeTool(capabilities, 'deny')).toMatchObject({
      action: 'deny',
      patternKey: 'network_denied',
    });
    expect(judgeTool(capabilities, 'restricted')).toMatchObject({
      action: 'ask',
      patternKey: 'network_restricted',
    });
    expect(judgeTool(capabilities, 'allow')).toMatchObject({
      action: 'allow',
      patternKey: 'network_access',
      facts: ['network_access'],
    });
  });
});
