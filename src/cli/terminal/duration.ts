/** A duration as people say it, short: `12 ms`, `1.2 s`, `2 min 3 s`, `1 h 5 min`. */
export function formatDuration(ms: number): string {
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 3_600) return inTwo([Math.floor(seconds / 60), 'min'], [seconds % 60, 's']);
  const minutes = Math.floor((seconds % 3_600) / 60);
  return inTwo([Math.floor(seconds / 3_600), 'h'], [minutes, 'min']);
}

/** A smaller unit that counts nothing is left out. */
function inTwo([large, unit]: [number, string], [small, smallUnit]: [number, string]): string {
  return small === 0 ? `${large} ${unit}` : `${large} ${unit} ${small} ${smallUnit}`;
}
