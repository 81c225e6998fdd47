import { z } from 'zod';

/** Languages in which the runtime speaks to people. */
export const Language = z.enum(['en', 'zh']);
export type Language = z.infer<typeof Language>;

const CHINESE_SHARE = 0.2;

/** The language of a person's own words: Chinese when a fifth of the letters are Han, else English. */
export function detectLanguage(text: string): Language {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return letters > 0 && han / letters >= CHINESE_SHARE ? 'zh' : 'en';
}

/** Reads `LANG`-style names such as `zh_CN.UTF-8`; everything that is not Chinese is English. */
export function parseLanguage(locale: string | undefined): Language {
  return locale?.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}
