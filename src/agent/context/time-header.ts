const PARTS = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  weekday: 'short',
  hourCycle: 'h23',
} as const;

const MINUTE_MS = 60_000;
const MOST_KNOWN = 1_000;

/** Renders when a message was received, e.g. `[2026-11-30 14:04 Mon Europe/Berlin]`; the same moment gives the same bytes. */
export type TimeHeader = (at: number) => string;

export function createTimeHeader(timeZone: string): TimeHeader {
  const format = new Intl.DateTimeFormat('en-GB', { ...PARTS, timeZone });
  const known = new Map<number, string>();

  function render(at: number): string {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
    const day = `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
    const time = `${parts.get('hour')}:${parts.get('minute')}`;
    return `[${day} ${time} ${parts.get('weekday')} ${timeZone}]`;
  }

  // Every message of a history is rendered in every call.
  return (at) => {
    const minute = Math.floor(at / MINUTE_MS);
    const header = known.get(minute) ?? render(at);
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(minute, header);
    return header;
  };
}
