import { isSecretName } from './redaction/secret-names.ts';
import { MASK, maskUrlPasswords, TEXT_RULES } from './redaction/text-rules.ts';

export { isSecretName, MASK, maskUrlPasswords };

export interface Redactor {
  /** The text with secrets masked; a text without any comes back unchanged. */
  text(text: string): string;
  /** A copy fit for JSON, masked by key names and by value shapes at every depth. The original is left alone. */
  value(value: unknown): unknown;
}

export interface RedactorDeps {
  /** Exact values that must never show, such as configured keys. */
  readonly secrets: readonly string[];
}

/** A shorter one is masked where it stands alone. */
const SHORTEST_ANYWHERE = 6;
const SHORTEST_ALONE = 4;
const DEEPEST = 24;
const MOST_NODES = 50_000;
/** Keys whose whole value is a secret although it is a number. */
const NUMERIC_SECRET = /pass(word|code|phrase|wd)|pwd|secret/i;
const OPTION = /^--?([A-Za-z][\w-]*)$/;

/** Hides secrets where data enters a sink: logs, audit, journal, what people are shown. Pure. */
export function createRedactor({ secrets }: RedactorDeps): Redactor {
  const known = [...new Set(secrets.flatMap(formsOf))]
    .toSorted((a, b) => b.length - a.length)
    .flatMap((form) => patternOf(form) ?? []);

  function text(given: string): string {
    if (given === '') return given;
    const withoutKnown = known.reduce<string>(
      (rest, secret) => rest.replaceAll(secret, MASK),
      given,
    );
    return TEXT_RULES.reduce(
      (rest, { hint, apply }) => (hint.test(rest) ? apply(rest) : rest),
      withoutKnown,
    );
  }

  const keyFacts = rememberKeys(text);

  return { text, value: (value) => createWalk(text, keyFacts)(value, 0) };
}

/** A secret as it is written in a text, in JSON, in an address and in a form. */
function formsOf(secret: string): readonly string[] {
  if (secret.length < SHORTEST_ALONE) return [];
  const wellFormed = secret.toWellFormed();
  const json = JSON.stringify(secret).slice(1, -1);
  const form = String(new URLSearchParams([['', wellFormed]])).slice(1);
  const twice = JSON.stringify(json).slice(1, -1);
  return [secret, json, twice, encodeURIComponent(wellFormed), encodeURI(wellFormed), form];
}

/** What is short and a plain word or number could be anything; the names around it have to tell. */
function patternOf(secret: string): string | RegExp | undefined {
  if (secret.length >= SHORTEST_ANYWHERE) return secret;
  if (/^([a-z]+|\d+)$/i.test(secret)) return undefined;
  const literal = secret.replaceAll(/[^\w\s]/gu, '\\$&');
  return new RegExp(`(?<![\\w-])${literal}(?![\\w-])`, 'g');
}

type Walk = (value: unknown, depth: number) => unknown;
interface KeyFacts {
  /** The key as it is shown. */
  readonly shown: string;
  /** Whether its value is a secret. */
  readonly secret: boolean;
}

/** Records have the same few keys again and again; a long one is no name. */
const MOST_KEYS = 2_000;
const LONGEST_KEY = 100;

function rememberKeys(redactText: (text: string) => string): (key: string) => KeyFacts {
  const known = new Map<string, KeyFacts>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const facts = { shown: redactText(key), secret: isSecretName(key, 'record') };
    if (key.length > LONGEST_KEY) return facts;
    if (known.size >= MOST_KEYS) known.clear();
    known.set(key, facts);
    return facts;
  };
}

function createWalk(
  redactText: (text: string) => string,
  factsOf: (key: string) => KeyFacts,
): Walk {
  const open = new Set<object>();
  let nodes = 0;

  function walk(value: unknown, depth: number): unknown {
    nodes += 1;
    if (typeof value === 'string') return redactText(value);
    if (typeof value !== 'object' || value === null) return toJsonValue(value);
    if (depth > DEEPEST || nodes > MOST_NODES) return '[cut]';
    if (open.has(value)) return '[circular]';
    open.add(value);
    const copy = copyOf(toPlain(value), depth);
    open.delete(value);
    return copy;
  }

  function copyOf(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return redactText(value);
    if (Array.isArray(value)) return value.map((item, at) => walkItem(value[at - 1], item, depth));
    return Object.fromEntries(
      Object.entries(value ?? {}).map(([key, item]) => {
        const { shown, secret } = factsOf(key);
        return [shown, secret ? hide(key, item) : walk(item, depth + 1)];
      }),
    );
  }

  /** In an argument vector the value follows its option. */
  function walkItem(before: unknown, item: unknown, depth: number): unknown {
    const option = typeof before === 'string' ? OPTION.exec(before)?.[1] : undefined;
    const hidden = option !== undefined && typeof item === 'string' && !item.startsWith('-');
    return hidden && isSecretName(option, 'text') ? MASK : walk(item, depth + 1);
  }

  return walk;
}

/** Everything under a secret name is hidden; what cannot be a secret (a flag, nothing) stays. */
function hide(key: string, value: unknown): unknown {
  if (typeof value === 'string') return value === '' ? value : MASK;
  if (typeof value === 'number') return isNumericSecret(key, value) ? MASK : value;
  return typeof value === 'object' && value !== null ? MASK : value;
}

/** A short number under the name of a key or token counts something. */
function isNumericSecret(key: string, value: number): boolean {
  return NUMERIC_SECRET.test(key) || Math.abs(value) >= SMALLEST_KEY;
}

const SMALLEST_KEY = 100_000;

function toJsonValue(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  return typeof value === 'function' || typeof value === 'symbol' ? undefined : value;
}

/** Objects that JSON would lose, as what they hold. */
function toPlain(value: object): unknown {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'never' : value.toISOString();
  if (value instanceof Uint8Array) return `[${value.byteLength} bytes]`;
  if (value instanceof URL) return value.href;
  if (value instanceof Error) return describeError(value);
  if (value instanceof Map) return Object.fromEntries(value);
  return value instanceof Set ? [...value] : value;
}

function describeError(error: Error): Readonly<Record<string, unknown>> {
  const { name, message, stack, cause } = error;
  return { ...error, name, message, stack, ...(cause !== undefined && { cause }) };
}
