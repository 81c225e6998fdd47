import { isNestedDeeper } from '../../base/nesting.ts';
import { isRecord } from './error-facts.ts';

const DEEPEST = 64;
const LONGEST_ARGUMENTS = 8_000_000;
const LONGEST_NAME = 64;

/**
 * The arguments of a call as providers and SDKs take them back. What is no object, or deeper or longer than anything
 * that ever runs, becomes an empty one: the result says what was wrong with them.
 */
export function toHistoryInput(argumentsText: string): Readonly<Record<string, unknown>> {
  if (argumentsText.length > LONGEST_ARGUMENTS) return {};
  try {
    const parsed: unknown = JSON.parse(argumentsText);
    return isRecord(parsed) && !isNestedDeeper(parsed, DEEPEST) ? parsed : {};
  } catch {
    return {};
  }
}

/** The name of a tool as providers take it back: a model can invent names that they would refuse. */
export function toHistoryName(tool: string): string {
  const name = tool.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, LONGEST_NAME);
  return name === '' ? 'unnamed' : name;
}
