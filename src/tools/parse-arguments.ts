/** Arguments as a model wrote them, read; or where they are no JSON. */
export type ParsedArguments =
  | { readonly ok: true; readonly value: unknown; readonly repairs: readonly string[] }
  | { readonly ok: false; readonly problem: string };

/** Reads the JSON text of a call. Mends only what can mean one thing: nothing at all, and an object sent as a string. */
export function parseArguments(text: string): ParsedArguments {
  if (text.trim() === '') return { ok: true, value: {}, repairs: [] };
  const parsed = parse(text);
  if (!parsed.ok || typeof parsed.value !== 'string') return parsed;
  const inner = parse(parsed.value);
  const isObject = inner.ok && typeof inner.value === 'object' && inner.value !== null;
  return isObject ? { ...inner, repairs: ['the object was sent as a JSON string'] } : parsed;
}

function parse(text: string): ParsedArguments {
  try {
    return { ok: true, value: JSON.parse(text), repairs: [] };
  } catch (thrown) {
    return { ok: false, problem: thrown instanceof Error ? thrown.message : 'not JSON' };
  }
}
