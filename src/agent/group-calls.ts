const LARGEST_GROUP = 16;

/**
 * Splits calls, in order, into groups that may run side by side: neighbours that have a key, each another one.
 * A call without a key is alone. The same call again waits, so that what it repeats is known.
 */
export function groupCalls<Call>(
  calls: readonly Call[],
  keyOf: (call: Call) => string | undefined,
): Call[][] {
  const groups: Call[][] = [];
  let keys = new Set<string>();
  for (const call of calls) {
    const key = keyOf(call);
    const joins = key !== undefined && keys.size > 0 && keys.size < LARGEST_GROUP && !keys.has(key);
    if (joins) groups.at(-1)?.push(call);
    else {
      groups.push([call]);
      keys = new Set();
    }
    if (key !== undefined) keys.add(key);
  }
  return groups;
}
