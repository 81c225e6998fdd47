import type { z } from 'zod';
import { nearest } from '../base/nearest.ts';

/** Every problem of the arguments, one a line, so that the next try can mend them all at once. */
export function explainIssues(error: z.ZodError, known: readonly string[]): string {
  return error.issues.map((issue) => `- ${explain(issue, known)}`).join('\n');
}

function explain(issue: z.core.$ZodIssue, known: readonly string[]): string {
  const path = issue.path.length === 0 ? 'arguments' : issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => unknownKey(key, known)).join('\n- ');
  }
  const given = issue.input === undefined ? '' : ` (got ${show(issue.input)})`;
  return `${path}: ${issue.message}${given}`;
}

function unknownKey(key: string, known: readonly string[]): string {
  const meant = nearest(key, known);
  const hint = meant === undefined ? `known: ${known.join(', ')}` : `did you mean "${meant}"?`;
  return `${key}: there is no such argument; ${hint}`;
}

const SHOWN_CHARACTERS = 80;

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length <= SHOWN_CHARACTERS ? text : `${text.slice(0, SHOWN_CHARACTERS)}…`;
}
