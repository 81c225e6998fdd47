import type { z } from 'zod';
import { wordsOf } from './ask-tool.ts';
import { mendNestedJson } from './mend-nested-json.ts';
import { parseArguments } from './parse-arguments.ts';
import type { Tool } from './tool.ts';

/** The arguments of a call as they will reach its tool. `value` names the call: what was meant, or else what was written. */
export type ReadArguments =
  | {
      readonly ok: true;
      readonly value: unknown;
      readonly repairs: readonly string[];
      readonly checked: z.ZodSafeParseResult<unknown>;
    }
  | { readonly ok: false; readonly value: unknown; readonly problem: string };

/** Reads and mends the text of a call and holds it to the tool's schema. */
export function readArguments({ input }: Tool, text: string): ReadArguments {
  const parsed = parseArguments(text);
  if (!parsed.ok) {
    return { ok: false, value: text, problem: `are not valid JSON: ${parsed.problem}` };
  }
  try {
    const { value, result, repairs } = mendNestedJson(input, parsed.value);
    return { ok: true, value, repairs: [...parsed.repairs, ...repairs], checked: result };
  } catch (thrown) {
    const problem = `could not be checked by the tool: ${wordsOf(thrown)}`;
    return { ok: false, value: parsed.value, problem };
  }
}
