import { z } from 'zod';

const Position = z.int().min(1).max(1_000_000_000);

export const ArtifactInput = z.strictObject({
  id: z.string().min(1),
  start: Position.optional(),
  end: Position.optional(),
  unit: z.enum(['line', 'byte']).default('line'),
  find: z.string().min(1).optional(),
  ignoreCase: z.boolean().default(false),
});
export type ArtifactInput = z.infer<typeof ArtifactInput>;
