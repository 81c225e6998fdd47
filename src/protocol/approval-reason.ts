import type { Approval } from './approval.ts';
import { isMessageId, translate } from './catalogue.ts';
import type { Language } from './language.ts';

/** Findings that are no reason to ask. */
const UNREMARKABLE = new Set(['none', 'read_only_command']);

/** Why the question is put, in the person's language; a tool that brings findings of its own brings their words. */
export function approvalReason(
  { patternKey, risk, reason }: Pick<Approval, 'patternKey' | 'risk' | 'reason'>,
  language: Language,
): string {
  if (UNREMARKABLE.has(patternKey)) return translate(language, `approval.why.${risk}`);
  const finding = `guard.${patternKey}`;
  return isMessageId(finding) ? translate(language, finding) : reason;
}
