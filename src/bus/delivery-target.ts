import type { OutboundEvent } from '../protocol/event.ts';

/** What a platform said to one message. Throwing counts as `unknown`: it may have arrived. */
export type DeliveryAnswer =
  | { readonly state: 'sent'; readonly receipt?: string }
  /** Certainly not delivered. */
  | {
      readonly state: 'failed';
      readonly reason: string;
      readonly retryable: boolean;
      readonly retryAfterMs?: number;
    }
  | { readonly state: 'unknown'; readonly reason: string }
  /** Nobody is there to take it now; tried again when `retryChat` says so. */
  | { readonly state: 'parked' };

/** Where replies of one channel go. Must not retry by itself. */
export interface DeliveryTarget {
  /** Ends when `signal` aborts, or two minutes after it was called: later answers come too late to count. */
  deliver(event: OutboundEvent, signal: AbortSignal): Promise<DeliveryAnswer>;
  /** Whether the platform itself drops a second message with the same event id: only then is one resent after a crash. */
  readonly deduplicates?: boolean;
}
