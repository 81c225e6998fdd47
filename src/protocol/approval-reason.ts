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
  const finding = findingId(patternKey);
  return finding === undefined ? reason : translate(language, finding);
}

/** The text that says what the guard found; undefined for a finding of somebody else. */
export function findingId(patternKey: string) {
  const id = `guard.${patternKey}`;
  return isMessageId(id) ? id : undefined;
}
