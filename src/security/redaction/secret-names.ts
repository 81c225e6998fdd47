/** Words that name a secret wherever they stand in a name. */
const SECRET_WORDS = new Set(
  (
    'password passwd passphrase passcode pwd secret secrets credential credentials apikey accesskey secretkey ' +
    'privatekey authtoken accesstoken refreshtoken idtoken jwt authorization cookie appsecret clientsecret'
  ).split(' '),
);

/** The same where words are run together or numbered: `PGPASSWORD`, `password1`. */
const SECRET_ENDING =
  /(?:password|passwd|passphrase|passcode|(?<!old)pwd|secret|credentials?|apikey|(?:access|secret|private|encryption)key)\d*$/;
const TOKEN_ENDING = /^(.*)token\d*$/;
/** `DB_PASS`, `dbpass` and `pass2`, but no `bypass` and no `compass`. */
const PASS_ENDING = /(?<!by|com|en|im|over|sur|tres|under)pass\d*$/;

/** Words after a secret's name that make it a property of it: `password_policy`, `token_budget`. */
const ABOUT_WORDS = new Set(
  (
    'policy length count min max limit budget id ids name names url uri path file files hint expiry expires expired ' +
    'type types field fields reset rotation age ttl status usage rules strength manager store required enabled at in ' +
    'header headers prefix version used left details provider providers source format'
  ).split(' '),
);

/** What makes a `key` secret; any other key (`sort_key`, `primary_key`) is a term of data structures. */
const KEY_WORDS = new Set(
  (
    'api access secret private account encryption signing master auth service subscription ssh app client admin deploy ' +
    'license storage shared openai anthropic gemini google deepseek openrouter mistral azure aws stripe'
  ).split(' '),
);

/** What makes a `token` a count and no secret. */
const COUNT_WORDS = new Set(
  'max min total prompt completion input output reasoning cached num number count per stop next'.split(
    ' ',
  ),
);

/** Words of a name: `accessToken`, `X-Api-Key` and `APP_SECRET` alike. */
function wordsOf(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');
}

/** Whether a value under this name is a secret. `key` alone is, in a record; in a text it is a common word. */
export function isSecretName(name: string, within: 'record' | 'text'): boolean {
  if (name.length > 100) return false;
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  if (ABOUT_WORDS.has(last) && words.length > 1) return false;
  if (words.some((word) => SECRET_WORDS.has(word) || SECRET_ENDING.test(word))) return true;
  if (PASS_ENDING.test(last)) return true;
  return last === 'auth' || isToken(words) || isKey(words, within);
}

function isToken(words: readonly string[]): boolean {
  const [, joined] = TOKEN_ENDING.exec(words.at(-1) ?? '') ?? [];
  return joined !== undefined && ![...words, joined].some((word) => COUNT_WORDS.has(word));
}

function isKey(words: readonly string[], within: 'record' | 'text'): boolean {
  const last = words.at(-1);
  const before = words.slice(0, -1);
  if (last !== 'key' && last !== 'keys') return false;
  if (before.length === 0) return within === 'record' && last === 'key';
  return before.some((word) => KEY_WORDS.has(word));
}
