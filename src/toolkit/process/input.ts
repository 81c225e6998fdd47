import { z } from 'zod';

/** Longest that one call waits for news. */
export const LONGEST_WAIT_MS = 300_000;

const Action = z.enum(['start', 'list', 'poll', 'write', 'stop']);
type Action = z.infer<typeof Action>;

const NEEDS: Readonly<Record<Action, readonly ('command' | 'id' | 'text')[]>> = {
  start: ['command'],
  list: [],
  poll: ['id'],
  write: ['id'],
  stop: ['id'],
};

/** `write` with neither text nor `end` would do nothing, and says so itself. */
const TAKES: Readonly<Record<Action, readonly string[]>> = {
  start: ['command', 'cwd', 'waitMs'],
  list: [],
  poll: ['id', 'waitMs'],
  write: ['id', 'text', 'end', 'waitMs'],
  stop: ['id'],
};

export const ProcessInput = z
  .strictObject({
    action: Action,
    command: z.string().optional(),
    cwd: z.string().optional(),
    id: z.string().optional(),
    text: z.string().optional(),
    end: z.boolean().optional(),
    waitMs: z.int().min(0).max(LONGEST_WAIT_MS).optional(),
  })
  .superRefine((input, context) => {
    const { action, ...given } = input;
    for (const name of NEEDS[action]) {
      if (!input[name]) {
        context.addIssue({ code: 'custom', path: [name], message: `${action} needs ${name}` });
      }
    }
    for (const [name, value] of Object.entries(given)) {
      if (value !== undefined && !TAKES[action].includes(name)) {
        context.addIssue({ code: 'custom', path: [name], message: `${action} takes no ${name}` });
      }
    }
  });
export type ProcessInput = z.infer<typeof ProcessInput>;
