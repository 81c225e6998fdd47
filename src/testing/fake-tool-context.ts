import type { ToolExecutionContext } from '../tools/tool.ts';
import { fakeToolMemory } from './fake-tool-memory.ts';

/** A context as the pipeline gives it to a tool; name what matters to the test, the rest is plain. */
export function fakeToolContext(
  overrides: Partial<ToolExecutionContext> = {},
): ToolExecutionContext {
  return Object.freeze({
    executionId: 'run_test',
    traceId: 'trace_test',
    sessionKey: 'test:chat',
    principal: 'test:user',
    agentId: 'main',
    attemptIndex: 0,
    idempotencyKey: '0123456789abcdef01234567',
    isReplay: false,
    credentials: Object.freeze({}),
    approvedActions: new Set<string>(),
    workspace: '/workspace',
    memory: fakeToolMemory(),
    now: () => Date.UTC(2026, 0, 1),
    signal: new AbortController().signal,
    ...overrides,
  });
}
