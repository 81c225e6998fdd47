import type { z } from 'zod';

/**
 * Holds a value to a schema. One that answers later breaks its promise to a caller who does not wait, and is refused by a
 * throw; whatever becomes of its answer then, nobody is hurt by it.
 */
export function checkValue(schema: z.ZodType, value: unknown): z.ZodSafeParseResult<unknown> {
  const answer = schema._zod.run({ value, issues: [] }, { async: true });
  if (answer instanceof Promise) {
    answer.catch(() => undefined);
    throw new Error('its schema does not answer at once');
  }
  if (answer.issues.length === 0) return { success: true, data: answer.value };
  return schema.safeParse(value, { reportInput: true });
}
