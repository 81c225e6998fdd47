import { z } from 'zod';

/**
 * What a text stands for where JSON Schema has no word for it. It travels in the schema as `x-kind`; masking, path
 * resolution and error texts go by it, so a settings schema only has to use the fields below.
 */
export type FieldKind =
  | 'duration'
  | 'long-duration'
  | 'path'
  | 'module'
  | 'secret'
  | 'model'
  | 'time-zone'
  | 'proxy';

export type Milliseconds = number;

const UNIT_MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Timers of the platform overflow above 24.8 days and then fire at once. */
const LONGEST_MS = 24 * UNIT_MS.d;
const TEN_YEARS_MS = 3_650 * UNIT_MS.d;

const kind = (value: FieldKind) => ({ 'x-kind': value });

/** Written `30s`, `5m` or `2h` by people, milliseconds in the parsed value. Give its default with `.prefault('30s')`. */
export const Duration = z
  .string()
  .regex(/^[1-9]\d{0,9}(ms|s|m|h|d)$/, { abort: true })
  .refine((text) => toMilliseconds(text) <= LONGEST_MS)
  .meta(kind('duration'))
  .transform(toMilliseconds);

/** A duration that no timer has to wait for, so that it may be longer: up to ten years. */
export const LongDuration = z
  .string()
  .regex(/^[1-9]\d{0,9}(ms|s|m|h|d)$/, { abort: true })
  .refine((text) => toMilliseconds(text) <= TEN_YEARS_MS)
  .meta(kind('long-duration'))
  .transform(toMilliseconds);

/** A key, token or password: masked wherever configuration is shown; may hold `${NAME}` and `${file:/path}`. */
export const Secret = z
  .string()
  .min(1)
  .meta({ ...kind('secret'), writeOnly: true });

/** A file or folder. `~` is the home folder; a relative one starts at the configuration file, or at the current folder. */
export const FilePath = z.string().min(1).meta(kind('path'));

/** A module of JavaScript: a path, which begins as in a shell, or what an `import` of a package says. */
export const ModuleName = z
  .string()
  .regex(/^(?:(?:\.{1,2}|~)?\/.+|(?:@[\w~-][\w.~-]*\/)?[\w~-][\w.~-]*(?:\/[\w@~-][\w.@~/-]*)?)$/)
  .meta(kind('module'));

/** Whether a `ModuleName` is a path. */
export function isModulePath(name: string): boolean {
  return /^(?:\.{1,2}|~)?\//.test(name);
}

/** `provider/model`; the model's own name may hold more slashes. */
export const ModelReference = z
  .string()
  .regex(/^[^\s/]+\/\S+$/)
  .meta(kind('model'));

/** A name of the IANA database, or `auto`: the system's zone. */
export const TimeZone = z
  .string()
  .refine((zone) => zone === 'auto' || isTimeZone(zone))
  .meta(kind('time-zone'))
  .transform((zone) => (zone === 'auto' ? systemTimeZone() : zone));

export const ProxyUrl = z
  .string()
  .regex(/^(https?|socks5):\/\/\S+$/, { abort: true })
  .refine((url) => URL.canParse(url))
  .meta(kind('proxy'));

function toMilliseconds(text: string): Milliseconds {
  const unit = text.replace(/^\d+/, '') as keyof typeof UNIT_MS;
  return Number.parseInt(text, 10) * UNIT_MS[unit];
}

function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

function systemTimeZone(): string {
  const zone = new Intl.DateTimeFormat('en').resolvedOptions().timeZone;
  return zone === undefined || zone === 'Etc/Unknown' ? 'UTC' : zone;
}
