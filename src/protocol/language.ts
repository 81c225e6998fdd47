import { z } from 'zod';

/** Languages in which the runtime speaks to people. */
export const Language = z.enum(['en', 'zh']);
export type Language = z.infer<typeof Language>;

export { detectLanguage } from './spoken-language.ts';
