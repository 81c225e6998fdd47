import { expect, test } from 'vitest';
import { countedTool } from '../testing/counted-tool.ts';
import { pipelineBed } from '../testing/pipeline-bed.ts';

const KNOWN = { brave: 'k1', tavily: 'k2' };

test.each([
  ['those that it names and that are configured', ['brave', 'serpapi'], { brave: 'k1' }],
  ['none without a name', undefined, {}],
  ['nothing by the name of a method', ['toString'], {}],
])('a tool is given of the configured keys %s', async (_, credentials, given) => {
  const { tool, runs } = countedTool(credentials === undefined ? {} : { credentials });
  const { call } = pipelineBed({ tools: [tool], credentialsFor: () => KNOWN });

  await call('save_note', { path: 'a' });

  expect(runs[0]?.context.credentials).toEqual(given);
  expect(Object.isFrozen(runs[0]?.context.credentials)).toBe(true);
});
