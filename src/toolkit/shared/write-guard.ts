import type { GuardDecision } from '../../protocol/tool-call.ts';
import { writeConcernOf } from '../../security/path-policy.ts';
import type { Place } from '../../security/workspace-files.ts';

/** A question to the person where the file is one that steers other programs or holds secrets. */
export function judgeWrite({ name }: Place): GuardDecision | undefined {
  const concern = writeConcernOf(name);
  return concern && { action: 'ask', facts: [], span: name, ...concern };
}
