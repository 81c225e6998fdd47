import { writeFileSync } from 'node:fs';
import { FIXED_LINE } from '../tools/broken-repository.ts';

/** What the scripted model says once it is asked so, or has seen this in the result of its last call. */
interface Line {
  readonly asked?: string;
  readonly seen?: string;
  readonly calls?: readonly { readonly name: string; readonly input: object }[];
  readonly says?: string;
}

export const REQUEST = 'The build is red. Read build.log, find the mistake, mend it, and prove it.';
export const REPLY =
  'Members paid a tenth instead of a tenth less. Mended in src/price.js; 2 of 2 tests pass. 已修复。';

/** The whole repair, one model call a line. Each waits for what only the real tool can have answered. */
const SCRIPT: readonly Line[] = [
  { asked: 'The build is red', calls: [{ name: 'read_file', input: { path: 'build.log' } }] },
  {
    seen: 'BUILD FAILED: look for MEMBER_DISCOUNT',
    calls: [{ name: 'search_files', input: { query: 'MEMBER_DISCOUNT', path: 'src' } }],
  },
  {
    seen: 'const MEMBER_DISCOUNT = 0.1',
    calls: [
      { name: 'read_file', input: { path: 'src/price.js' } },
      { name: 'exec', input: { command: 'node --test' } },
    ],
  },
  {
    seen: 'Exit code 1',
    calls: [
      {
        name: 'edit_file',
        input: {
          path: 'src/price.js',
          oldText: 'return member ? total * MEMBER_DISCOUNT : total;',
          newText: FIXED_LINE,
        },
      },
    ],
  },
  { seen: 'Edited src/price.js', calls: [{ name: 'exec', input: { command: 'node --test' } }] },
  { seen: 'Exit code 0', says: REPLY },
];

/** Tokens in and out of each model call. */
export const USAGE_PER_CALL = { input: 120, output: 12 };

/** As each wire calls them. */
const USAGE = {
  prompt_tokens: USAGE_PER_CALL.input,
  completion_tokens: USAGE_PER_CALL.output,
  input_tokens: USAGE_PER_CALL.input,
  output_tokens: USAGE_PER_CALL.output,
  promptTokenCount: USAGE_PER_CALL.input,
  candidatesTokenCount: USAGE_PER_CALL.output,
};

/** Writes the script as fixtures of aimock. `callsEndWith` is for the one wire on which it ends calls wrongly by itself. */
export function writeRepairScript(path: string, callsEndWith?: string): void {
  const fixtures = SCRIPT.map(({ asked, seen, calls, says }, index) => ({
    match: {
      ...(asked !== undefined && { userMessage: asked, hasToolResult: false }),
      ...(seen !== undefined && { toolResultContains: seen }),
    },
    response: {
      ...(says !== undefined && { content: says }),
      ...(calls !== undefined && {
        toolCalls: calls.map(({ name, input }, call) => ({
          id: `call_${index}_${call}`,
          name,
          arguments: JSON.stringify(input),
        })),
        ...(callsEndWith !== undefined && { finishReason: callsEndWith }),
      }),
      usage: USAGE,
    },
  }));
  writeFileSync(path, JSON.stringify({ fixtures }));
}
