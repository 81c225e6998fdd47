import { isSecretName } from './secret-names.ts';

export const MASK = '***';

/** One shape of secret in a text. Every pattern is linear: its parts are bounded or begin where a word begins. */
interface TextRule {
  /** Without it in the text, the rule has nothing to find. */
  readonly hint: RegExp;
  apply(text: string): string;
}

/** Keys as their makers write them. Assembled, so that no scanner takes this list for keys. */
const VENDOR_SHAPES = [
  'sk-[A-Za-z0-9_-]{16,}',
  '[sr]k_(?:live|test)_[A-Za-z0-9]{10,}',
  'whsec_[A-Za-z0-9+/=]{16,}',
  'gh[pousr]_[A-Za-z0-9]{20,}',
  'github_pat_[A-Za-z0-9_]{20,}',
  'glpat-[A-Za-z0-9_-]{16,}',
  '(?:AKIA|ASIA|AROA|AIDA)[A-Z0-9]{16}',
  'LTAI[A-Za-z0-9]{12,}',
  'AKID[A-Za-z0-9]{13,}',
  'xox[abeprs]-[A-Za-z0-9-]{10,}',
  'xapp-[A-Za-z0-9-]{10,}',
  'AIza[A-Za-z0-9_-]{30,}',
  'ya29\\.[A-Za-z0-9_-]{20,}',
  'npm_[A-Za-z0-9]{30,}',
  'pypi-[A-Za-z0-9_-]{16,}',
  'hf_[A-Za-z0-9]{20,}',
  'SG\\.[A-Za-z0-9_-]{16,}\\.[A-Za-z0-9_-]{16,}',
  '\\d{8,10}:AA[A-Za-z0-9_-]{30,}',
  'eyJ[A-Za-z0-9_-]{8,}\\.eyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]*',
  'dop_v1_[a-f0-9]{32,}',
  'dckr_pat_[A-Za-z0-9_-]{16,}',
  'shp(?:at|ca|pa|ss)_[a-fA-F0-9]{20,}',
  '(?:gsk|r8|sbp|fw|lin_api|nvapi|pplx|tvly|tskey)[_-][A-Za-z0-9_-]{20,}',
  'AGE-SECRET-KEY-1[A-Z0-9]{30,}',
].join('|');

const VENDOR_KEY = new RegExp(`(?<![A-Za-z0-9_])(?:${VENDOR_SHAPES})`, 'g');
const VENDOR_HINT = /[A-Za-z\d][-_.:][A-Za-z\d]|[A-Z]{4}|eyJ|AIza/;
const PRIVATE_KEY =
  /(-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----)[\s\S]*?(-----END [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g;
/** A password may hold slashes; a port with a path behind it is none. */
const URL_PASSWORD =
  /(?<![a-z\d])([a-z][a-z\d+.-]{0,30}:\/\/(?!\[)[^\s/@:"']{0,200}:)(?:[^\s/"'<>]{1,500}|(?!\d{1,5}\/)[^\s@"'<>]{1,200})(?=@)/gi;
const WEBHOOK =
  /(hooks\.slack\.com\/services\/|discord(?:app)?\.com\/api\/webhooks\/|open\.(?:feishu\.cn|larksuite\.com)\/open-apis\/bot\/v2\/hook\/)([\w/-]{8,})/gi;
const AUTH_HEADER =
  /\b((?:proxy-)?authorization)(\\*["']?\s*[:=]\s*\\*["']?)((?:bearer|basic|token|digest|negotiate|apikey)\s+)?([^\s"',;\\]{4,})/gi;
const BEARER = /\b(bearer\s+)([A-Za-z0-9._~+/=-]{16,})/gi;
const COOKIE = /\b((?:set-)?cookie\s*[:=]\s*)([^\r\n"']{1,4000})/gi;
const COOKIE_PAIR = /([^\s=;]{1,100})=([^;\s]{1,4000})/g;
const SESSION_NAME = /sess|sid$|^sid|token|auth|csrf|xsrf|jwt|login|remember|secret/i;
const ASSIGNMENT =
  /(?<![\w.-])(?=[\w.-]{0,60}?(?:pass|pwd|secret|token|key|cred|auth|jwt))([A-Za-z_][\w.-]{0,63})(\\{0,4}["'`]?\s{0,20}(?:=>|:=|[:=])\s{0,20})/gi;
const ASSIGNED =
  /\\{1,4}"[^"\\]{0,4000}\\{1,4}"|"(?:[^"\\]|\\.){0,4000}"|'[^']{0,4000}'|`[^`]{0,4000}`|[^\s,;&"'`}\])]{1,4000}/y;
const LONG_OPTION =
  /(?<![\w-])(--?)([A-Za-z][\w-]{0,60})(\s+)("[^"]{0,1000}"|'[^']{0,1000}'|[^\s"'-][^\s]{0,1000})/g;
const CLIENT_PASSWORD = /\b(mysql\w*|mariadb\w*|sshpass)\b([^\n|;&]{0,200}?\s-p)([^\s]{1,200})/g;
const LOGIN_PASSWORD =
  /\b((?:docker|podman|helm registry|az acr|skopeo) login\b[^\n|;&]{0,200}?\s-p\s+)(\S{1,200})/g;
const CURL_USER =
  /\b(curl\b[^\n|;&]{0,300}?\s(?:-u|--user)[\s=]+["']?[^\s:"']{1,100}:)([^\s"']{1,200})/g;
const NETRC = /\b(login\s+\S{1,100}\s+password\s+)(\S{1,200})/g;
const CHINESE_LABEL =
  /(密码|口令|密钥|秘钥|令牌|私钥|授权码|访问令牌)(\s{0,5}(?:是|为)?\s{0,5}[:：=＝]\s{0,5})([^\s，。；,;、]{1,200})/g;

/** What stands where a secret would, and is none. */
const PLACEHOLDER =
  /^(<.*>?|\*+|•+|x{3,}|\.{3}|\$\{?\w.*|\{\{.*|%\w+%|process\.env.*|os\.(environ|getenv).*|env\..*|your[-_ ].*|true|false|null|none|nil|undefined|string|number|boolean|str|bytes|required|optional|missing|invalid|unset|redacted|\[redacted\])$/i;

/** Of those the ones that their beginning tells, so that nothing behind it has to be read. */
const PLACEHOLDER_START = /^["'`]?(?:<|\$\{?\w|\{\{|process\.env|env\.)/;

function isPlaceholder(value: string): boolean {
  const bare = value.replaceAll(/^[\\"'`]+|[\\"'`]+$/g, '');
  return bare === '' || PLACEHOLDER.test(bare.slice(0, 200));
}

/** The mask inside the quotes that the value had. */
function maskValue(value: string): string {
  const opening = /^\\*["'`]?/.exec(value)?.[0] ?? '';
  const closing = opening === '' ? '' : (/\\*["'`]?$/.exec(value)?.[0] ?? '');
  return `${opening}${MASK}${closing}`;
}

/** The text with the passwords in its addresses masked. */
export function maskUrlPasswords(text: string): string {
  return text.replaceAll(URL_PASSWORD, `$1${MASK}`);
}

const NAMES = /pass|pwd|secret|token|key|cred|auth|jwt/i;

/** A value that is no secret may hold an assignment itself, so the search goes on inside it. */
function maskAssignments(text: string): string {
  const pattern = new RegExp(ASSIGNMENT);
  let masked = '';
  let done = 0;
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    const [, name = ''] = found;
    const valueAt = pattern.lastIndex;
    const value = secretAt(text, valueAt, name.slice(name.lastIndexOf('.') + 1));
    if (value === undefined) continue;
    masked += text.slice(done, valueAt) + maskValue(value);
    done = valueAt + value.length;
    pattern.lastIndex = done;
  }
  return masked + text.slice(done);
}

/** The value that is assigned to the name; undefined when it is no secret. */
function secretAt(text: string, at: number, name: string): string | undefined {
  if (!isSecretName(name, 'text') || /(cookie|authorization)$/i.test(name)) return undefined;
  if (PLACEHOLDER_START.test(text.slice(at, at + 12))) return undefined;
  const assigned = new RegExp(ASSIGNED);
  assigned.lastIndex = at;
  const value = assigned.exec(text)?.[0];
  return value === undefined || isCount(name, value) || isPlaceholder(value) ? undefined : value;
}

function isCount(name: string, value: string): boolean {
  return (
    /^\d{1,6}$/.test(value) && (/token$/i.test(name) || (/pass$/i.test(name) && value.length < 5))
  );
}

function maskOptions(text: string): string {
  return text.replaceAll(LONG_OPTION, (whole, ...parts: string[]) => {
    const [dashes = '', name = '', space = '', value = ''] = parts;
    if (!isSecretName(name, 'text') || isPlaceholder(value)) return whole;
    return `${dashes}${name}${space}${maskValue(value)}`;
  });
}

function maskHeaders(text: string): string {
  return text.replaceAll(AUTH_HEADER, (whole, ...parts: string[]) => {
    const [name = '', between = '', scheme = '', value = ''] = parts;
    return isPlaceholder(value) ? whole : `${name}${between}${scheme}${MASK}`;
  });
}

function maskCookies(text: string): string {
  return text.replaceAll(COOKIE, (_, label: string, pairs: string) => {
    const masked = pairs.replaceAll(COOKIE_PAIR, (pair, name: string) =>
      SESSION_NAME.test(name) || isSecretName(name, 'text') ? `${name}=${MASK}` : pair,
    );
    return `${label}${masked}`;
  });
}

function replacing(hint: RegExp, pattern: RegExp, by: string): TextRule {
  return { hint, apply: (text) => text.replaceAll(pattern, by) };
}

/** In this order: what is most certain first. */
export const TEXT_RULES: readonly TextRule[] = [
  replacing(/PRIVATE KEY/, PRIVATE_KEY, `$1${MASK}$2`),
  { hint: /:\/\//, apply: maskUrlPasswords },
  replacing(/\/(services|webhooks|hook)\//, WEBHOOK, `$1${MASK}`),
  replacing(VENDOR_HINT, VENDOR_KEY, MASK),
  { hint: /authorization/i, apply: maskHeaders },
  replacing(/bearer/i, BEARER, `$1${MASK}`),
  { hint: /cookie/i, apply: maskCookies },
  { hint: NAMES, apply: maskAssignments },
  { hint: NAMES, apply: maskOptions },
  replacing(/mysql|mariadb|sshpass/, CLIENT_PASSWORD, `$1$2${MASK}`),
  replacing(/ login/, LOGIN_PASSWORD, `$1${MASK}`),
  replacing(/curl/, CURL_USER, `$1${MASK}`),
  replacing(/password\s/, NETRC, `$1${MASK}`),
  replacing(/[密口秘令私授访]/, CHINESE_LABEL, `$1$2${MASK}`),
];
