import type { z } from 'zod';
import {
  type ConfigMessageId,
  type ConfigProblem,
  createProblem,
  type Place,
  printable,
} from '../problem.ts';
import type { Draft } from './draft.ts';
import { foldKey, formatPath, type Path } from './path.ts';
import { suggestPath } from './resolve-keys.ts';
import type { SchemaTree } from './schema-tree.ts';
import { kindOf } from './walk.ts';

export type Issue = z.core.$ZodIssue;

export interface IssueContext {
  readonly draft: Draft;
  readonly tree: SchemaTree;
  /** The path of the part that was checked. */
  readonly base: Path;
}

/** What a schema found wrong, in sentences of the catalogue; never with the value in them. */
export function explainIssue(issue: Issue, context: IssueContext): ConfigProblem[] {
  const path = [...context.base, ...issue.path.map(String)];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => explainUnknownKey([...path, key], context));
  }
  const { id, values } = sentenceOf(issue, path, context);
  return [createProblem(id, placeOf(path, context), values)];
}

function explainUnknownKey(path: Path, context: IssueContext): ConfigProblem {
  const key = path.at(-1) ?? '';
  const place = placeOf(path, context);
  const suggestion = suggestPath(context.tree, path.slice(0, -1), key);
  if (suggestion === undefined) return createProblem('config.unknown_key', place);
  const sameWord = foldKey(key) === foldKey(suggestion.at(-1) ?? '');
  const legacy = sameWord && key.includes('_') && place.origin.kind === 'file';
  const both = legacy && context.draft.get(suggestion) !== undefined;
  const id = both
    ? 'config.unknown_key_twice'
    : legacy
      ? 'config.unknown_key_legacy'
      : 'config.unknown_key_nearest';
  return createProblem(id, place, { nearest: printable(formatPath(suggestion)) });
}

interface Sentence {
  readonly id: ConfigMessageId;
  readonly values?: ConfigProblem['values'];
}

function sentenceOf(issue: Issue, path: Path, { draft, tree }: IssueContext): Sentence {
  const value = draft.get(path);
  if (value === undefined && issue.code !== 'custom') return { id: 'config.missing' };
  if (value === null) return { id: 'config.empty_value' };
  const expected = KIND_TEXTS.get(kindOf(tree, tree.at(path)) ?? '');
  if (expected !== undefined) return { id: expected };
  switch (issue.code) {
    case 'invalid_type':
      return { id: TYPE_TEXTS.get(issue.expected) ?? 'config.invalid_value' };
    case 'invalid_value':
      return { id: 'config.not_one_of', values: { options: issue.values.map(String).join(', ') } };
    case 'too_small':
      return { id: lowerBound(issue), values: { limit: String(issue.minimum) } };
    case 'too_big':
      return { id: upperBound(issue), values: { limit: String(issue.maximum) } };
    case 'invalid_format':
      return { id: issue.format === 'url' ? 'config.expected_url' : 'config.invalid_value' };
    case 'custom':
      return { id: 'config.custom', values: { detail: printable(issue.message) } };
    default:
      return { id: 'config.invalid_value' };
  }
}

const KIND_TEXTS: ReadonlyMap<string, ConfigMessageId> = new Map([
  ['duration', 'config.expected_duration'],
  ['long-duration', 'config.expected_long_duration'],
  ['path', 'config.expected_path'],
  ['module', 'config.expected_module'],
  ['secret', 'config.expected_secret'],
  ['model', 'config.expected_model'],
  ['time-zone', 'config.expected_time_zone'],
  ['proxy', 'config.expected_proxy'],
]);

const TYPE_TEXTS: ReadonlyMap<string, ConfigMessageId> = new Map([
  ['string', 'config.expected_text'],
  ['number', 'config.expected_number'],
  ['int', 'config.expected_whole_number'],
  ['boolean', 'config.expected_true_or_false'],
  ['array', 'config.expected_list'],
  ['object', 'config.expected_group'],
  ['record', 'config.expected_group'],
]);

function lowerBound({ origin, inclusive }: z.core.$ZodIssueTooSmall): ConfigMessageId {
  if (origin === 'string') return 'config.text_too_short';
  if (origin === 'array') return 'config.list_too_short';
  return inclusive === false ? 'config.not_above' : 'config.too_small';
}

function upperBound({ origin, inclusive }: z.core.$ZodIssueTooBig): ConfigMessageId {
  if (origin === 'string') return 'config.text_too_long';
  if (origin === 'array') return 'config.list_too_long';
  return inclusive === false ? 'config.not_below' : 'config.too_large';
}

function placeOf(path: Path, { draft }: IssueContext): Place {
  return { origin: draft.originOf(path), path: formatPath(path) };
}
