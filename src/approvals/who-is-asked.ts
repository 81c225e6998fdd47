import type { ApprovalRequest } from './approval-gate.ts';

/** Whether a call runs, and by which rule, before any person has said anything about it. */
export type Verdict =
  | { readonly ask: false; readonly why: string }
  | { readonly ask: true; readonly why: string };

export interface VerdictFacts
  extends Pick<
    ApprovalRequest,
    'isOwner' | 'unattended' | 'assumeYes' | 'risk' | 'decision' | 'undoable'
  > {
  /** Whether a remembered allowance covers this call's pattern. */
  readonly remembered: boolean;
}

/** The pattern key of commands that the guard knows to change nothing. */
const READ_ONLY_COMMAND = 'read_only_command';

/**
 * The table "who is asked, by default" as one function; the rows are read from the top. `deny` never gets here:
 * it is a block, not a question.
 */
export function whoIsAsked(facts: VerdictFacts): Verdict {
  const { risk, decision, isOwner, unattended, remembered } = facts;
  if (risk === 'read_only' && decision.action === 'allow') return runs('it only reads');
  if (risk === 'dangerous') return asks('dangerous calls are always asked');
  if (unattended) return asks('nobody is present, and nobody authorised it');
  if (remembered) return runs('it was allowed before');
  if (decision.action === 'ask') return asks(decision.reason);
  if (!isOwner) return asks('the owner decides for others');
  return whoIsAskedOfOwner(facts);
}

/** The owner is present and the guard has no objection. Facts it reports are covered by nothing said beforehand. */
function whoIsAskedOfOwner({ risk, decision, undoable, assumeYes }: VerdictFacts): Verdict {
  const plain = decision.facts.length === 0;
  if (decision.patternKey === READ_ONLY_COMMAND) return runs('the command only reads');
  if (risk === 'write' && undoable && plain) return runs('undo can take it back');
  if (assumeYes && plain) return runs('--yes');
  return asks(risk === 'exec' ? 'it runs a command' : 'undo cannot take it back');
}

function runs(why: string): Verdict {
  return { ask: false, why };
}

function asks(why: string): Verdict {
  return { ask: true, why };
}
