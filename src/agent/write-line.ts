/** Takes what is written at any time, and lets one write at a time be under way. */
export type WriteLine<Entry> = (entry: Entry) => Promise<void>;

interface Waiting<Entry> {
  readonly entry: Entry;
  readonly resolve: () => void;
  readonly reject: (thrown: unknown) => void;
}

/**
 * Entries go to `writeAll` in the order in which they came, those that came meanwhile together: side by side, calls
 * that end in the same moment cost one commit. Each is told what became of the write it was part of.
 */
export function createWriteLine<Entry>(
  writeAll: (entries: readonly Entry[]) => Promise<void>,
): WriteLine<Entry> {
  let waiting: Waiting<Entry>[] = [];
  let busy = false;

  async function drain(): Promise<void> {
    busy = true;
    while (waiting.length > 0) {
      await endOfTick();
      const together = waiting;
      waiting = [];
      try {
        await writeAll(together.map(({ entry }) => entry));
        for (const { resolve } of together) resolve();
      } catch (thrown) {
        for (const { reject } of together) reject(thrown);
      }
    }
    busy = false;
  }

  /** What comes in the same moment comes along. */
  const endOfTick = () => new Promise((resolve) => setImmediate(resolve));

  return (entry) =>
    new Promise((resolve, reject) => {
      waiting.push({ entry, resolve, reject });
      if (!busy) void drain();
    });
}
