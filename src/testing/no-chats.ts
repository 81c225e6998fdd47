import type { Chats } from '../toolkit/shared/chats.ts';

/** For tests that only look at the tools: there is nobody to write to, and nothing is stored. */
export const noChats: Chats = {
  // Nothing reads or writes it before a tool runs.
  storage: {} as Chats['storage'],
  keepMs: 1,
  owner: 'cli:1000',
  wake: () => undefined,
};
