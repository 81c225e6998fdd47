const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** How long the provider asks us to wait, from its headers; undefined when it does not say. */
export function retryAfterOf(headers: Headers, now: number): number | undefined {
  const milliseconds = Number(headers.get('retry-after-ms') ?? Number.NaN);
  if (Number.isFinite(milliseconds) && milliseconds >= 0) return milliseconds;
  const value = headers.get('retry-after')?.trim();
  if (value === undefined || value === '') return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return seconds >= 0 ? Math.round(seconds * 1_000) : undefined;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

/** The same, from what a message says in words: `try again in 1m30.5s`, `retry after 20 seconds`, `"retryDelay": "36s"`. */
export function retryAfterIn(text: string): number | undefined {
  const said =
    /(?:again in|retry (?:in|after)|"retryDelay":\s*")\s*((?:[\d.]+\s*(?:ms|s|m|h)[a-z]*\s*)+)/i.exec(
      text,
    )?.[1];
  if (said === undefined) return undefined;
  let total = 0;
  for (const [, amount, unit] of said.matchAll(/([\d.]+)\s*(ms|s|m|h)[a-z]*/gi)) {
    total += Number(amount) * (UNIT_MS[unit?.toLowerCase() ?? ''] ?? 0);
  }
  return Number.isFinite(total) ? Math.round(total) : undefined;
}
