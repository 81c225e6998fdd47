import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeToolContext, toolProblems } from 'echo-agent/testing';
import { createLookUpTerm } from '../src/look-up-term.ts';

const tool = createLookUpTerm({ SLO: 'service level objective: what we promise ourselves' });

test('keeps the rules that every tool is held to', async () => {
  assert.deepEqual(await toolProblems(tool, [{ term: 'SLO' }, { term: 'nothing' }]), []);
});

test('finds a term in any case', async () => {
  const result = await tool.execute({ term: ' slo ' }, fakeToolContext());

  assert.equal(result.success, true);
  assert.match(result.success ? result.output : '', /service level objective/);
});

test('names what it knows when it does not know a term', async () => {
  const result = await tool.execute({ term: 'SLA' }, fakeToolContext());

  assert.match(result.success ? '' : result.error, /no "SLA".*SLO/);
});

test('is not ready without terms, and says what to do', async () => {
  const ready = await createLookUpTerm({}).readiness?.();

  assert.match(ready?.ready === false ? ready.reason : '', /options\.terms/);
});
