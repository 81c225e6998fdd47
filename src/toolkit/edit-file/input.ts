import { z } from 'zod';

export const EditInput = z.strictObject({
  path: z.string().min(1),
  oldText: z.string().min(1),
  newText: z.string(),
  replaceAll: z.boolean().default(false),
});
export type EditInput = z.infer<typeof EditInput>;
