/** What was opened, to be closed in the opposite order. */
export interface Closers {
  add(close: () => Promise<unknown>): void;
  /** Closes everything, also when something before it fails, and fails with the first failure. Safe to call twice. */
  close(): Promise<void>;
}

export function createClosers(): Closers {
  const stack: (() => Promise<unknown>)[] = [];
  let closing: Promise<void> | undefined;

  async function closeAll() {
    const failures: unknown[] = [];
    for (let close = stack.pop(); close !== undefined; close = stack.pop()) {
      await close().catch((thrown: unknown) => void failures.push(thrown));
    }
    if (failures.length > 0) throw failures[0];
  }

  return {
    add: (close) => void stack.push(close),
    close() {
      closing ??= closeAll();
      return closing;
    },
  };
}
