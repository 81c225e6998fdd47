import { z } from 'zod';
import { ChatAddress, Principal } from './event.ts';

/** A conversation: who takes part, and what it is called. */
export const Session = z.object({
  key: z.string(),
  address: ChatAddress,
  /** Who opened it; only they and the owner find it in a search. */
  principal: Principal,
  title: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
  /** Whether the introduction was given. */
  introduced: z.boolean().default(false),
  /** `provider/model` chosen with `/model`. */
  model: z.string().optional(),
  /** The session whose agent works here through a worker; absent for a conversation with a person. */
  parent: z.string().optional(),
});
export type Session = z.infer<typeof Session>;

export const TodoItem = z.object({
  id: z.string(),
  text: z.string(),
  status: z.enum(['open', 'in_progress', 'done', 'dropped']),
});
export type TodoItem = z.infer<typeof TodoItem>;
