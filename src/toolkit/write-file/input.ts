import { z } from 'zod';

export const WriteInput = z.strictObject({
  path: z.string().min(1),
  content: z.string(),
  mode: z.enum(['create', 'overwrite', 'append']).default('create'),
});
export type WriteInput = z.infer<typeof WriteInput>;
