import { expect, test } from 'vitest';
import { AgentError } from './errors.ts';

test('a wrapped error keeps its cause and hides its message', () => {
  const cause = new Error('password=hunter2');

  const error = AgentError.from(cause);

  expect(error.code).toBe('internal');
  expect(error.cause).toBe(cause);
  expect(error.message).not.toContain('hunter2');
});

test('an abort and a time-out become codes of their own', () => {
  expect(AgentError.from(new DOMException('stop', 'AbortError')).code).toBe('aborted');
  expect(AgentError.from(new DOMException('late', 'TimeoutError')).code).toBe('timeout');
});
