import type { ApprovalScope } from '../../protocol/approval.ts';

export interface Verdict {
  readonly verdict: 'approved' | 'denied';
  readonly scope: ApprovalScope;
  /** Why not, in the person's words. */
  readonly comment?: string;
}

const YES = new Set(['y', 'yes', 'once', '是', '好', '允许', '可以']);
const SESSION = new Set(['s', 'session', '会话', '本会话']);
const NO = /^(?:no|n|否|不|拒绝)(?:[\s,，:：。.!！]+(.*))?$/is;

/**
 * Reads an answer to an approval. Only an exact word is a yes; nothing at all is a no; a no may go on with the
 * reason. Undefined when it is neither, so that text meant for something else decides nothing.
 */
export function parseVerdict(text: string, sessionAllowed: boolean): Verdict | undefined {
  const word = text.trim().toLowerCase();
  if (word === '') return { verdict: 'denied', scope: 'once' };
  if (YES.has(word)) return { verdict: 'approved', scope: 'once' };
  if (SESSION.has(word) && sessionAllowed) return { verdict: 'approved', scope: 'session' };
  const refusal = NO.exec(text.trim());
  if (refusal === null) return undefined;
  const comment = refusal[1]?.trim();
  return { verdict: 'denied', scope: 'once', ...(comment ? { comment } : {}) };
}
