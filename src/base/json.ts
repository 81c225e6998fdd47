/** Any value that JSON can hold. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export type JsonObject = { readonly [key: string]: Json };

/** JSON text with the keys of every object sorted, so that equal values give equal text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sortKeys(value)) ?? 'null';
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (value === null || typeof value !== 'object') return value;
  if (isSortedAndFlat(value)) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return Object.fromEntries(entries.map(([key, item]) => [key, sortKeys(item)]));
}

/** What most arguments of tools are: nothing to be done. */
function isSortedAndFlat(value: object): boolean {
  let before = '';
  for (const [key, item] of Object.entries(value)) {
    if (key < before || (typeof item === 'object' && item !== null)) return false;
    before = key;
  }
  return Object.getPrototypeOf(value) === Object.prototype;
}
