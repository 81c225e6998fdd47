// Apart from `language.ts`, because reading a language needs no schema and `--help` is to load none.

const CHINESE_SHARE = 0.2;

/** The language of a person's own words: Chinese when a fifth of the letters are Han, else English. */
export function detectLanguage(text: string): 'en' | 'zh' {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return letters > 0 && han / letters >= CHINESE_SHARE ? 'zh' : 'en';
}

/** Reads `LANG`-style names such as `zh_CN.UTF-8`; everything that is not Chinese is English. */
export function parseLanguage(locale: string | undefined): 'en' | 'zh' {
  return locale?.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}
