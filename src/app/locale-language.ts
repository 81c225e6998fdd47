import type { Environment } from '../config/environment.ts';
import type { Language } from '../protocol/language.ts';
import { parseLanguage } from '../protocol/spoken-language.ts';

/** The language of the terminal's locale. */
export function localeLanguage({ get }: Environment): Language {
  return parseLanguage(get('LC_ALL') || get('LC_MESSAGES') || get('LANG'));
}
