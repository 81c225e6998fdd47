import type { MessageId, MessageValues } from '../../protocol/catalogue.ts';

/** `wrong` has to be mended; `open` works, and the owner should know how to close it. */
export interface Check {
  readonly level: 'fine' | 'open' | 'wrong';
  readonly id: MessageId;
  readonly values?: MessageValues;
}
