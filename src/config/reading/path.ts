/** The keys from the root to a value. */
export type Path = readonly string[];

/** `a.b."c.d"`: keys joined by dots, quoted where they hold a dot or a quote. */
export function formatPath(path: Path): string {
  return path
    .map((key) => (/["'.\s]/.test(key) || key === '' ? JSON.stringify(key) : key))
    .join('.');
}

/** The reverse of `formatPath`. Undefined when quotes do not match or a key is empty. */
export function parsePath(text: string): Path | undefined {
  const path: string[] = [];
  const segment = /(?:"((?:[^"\\]|\\.)+)"|([^".]+))(\.|$)/y;
  while (segment.lastIndex < text.length) {
    const match = segment.exec(text);
    if (match === null) return undefined;
    const [whole, quoted, plain = '', separator] = match;
    path.push(quoted === undefined ? plain : quoted.replaceAll(/\\(.)/g, '$1'));
    if (separator === '.' && segment.lastIndex === text.length) return undefined;
    if (whole === '') return undefined;
  }
  return path.length > 0 ? path : undefined;
}

/** Two keys are the same to a reader of environment variables if this is the same for both. */
export function foldKey(key: string): string {
  return key.toLowerCase().replaceAll(/[_.-]/g, '');
}

/** Whether `value` is an object with keys, as opposed to a list or a single value. */
export function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value of an object's own key; what it inherits, such as `constructor`, is no value of it. */
export function ownValue(value: unknown, key: string): unknown {
  return isGroup(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
