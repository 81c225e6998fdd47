/** `2026-01-01 10:00:00` in the given zone: sorts as text, and nobody mistakes the month. */
export function formatTime(at: number, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(at);
}
