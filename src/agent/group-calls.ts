const LARGEST_GROUP = 16;

/** What tells a call that may run beside others: the kind of those, and what makes it another call than they are. */
export interface SideBySide {
  readonly kind: string;
  readonly key: string;
}

/**
 * Splits calls, in order, into groups that may run side by side: neighbours of one kind, each with another key. A call that
 * is of no kind is alone. The same call again waits, so that what it repeats is known.
 */
export function groupCalls<Call>(
  calls: readonly Call[],
  toSideBySide: (call: Call) => SideBySide | undefined,
): Call[][] {
  const groups: Call[][] = [];
  let kind: string | undefined;
  let keys = new Set<string>();
  for (const call of calls) {
    const beside = toSideBySide(call);
    const fits = beside !== undefined && beside.kind === kind && !keys.has(beside.key);
    if (fits && keys.size < LARGEST_GROUP) groups.at(-1)?.push(call);
    else {
      groups.push([call]);
      kind = beside?.kind;
      keys = new Set();
    }
    if (beside !== undefined) keys.add(beside.key);
  }
  return groups;
}
