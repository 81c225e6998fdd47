import { detectLanguage, type Language } from '../../protocol/language.ts';
import { type CompiledPattern, compilePattern } from './compile-pattern.ts';
import { CONNECTORS } from './grammar/courtesy.ts';
import type { GrammarRow } from './grammar/row.ts';
import { type FieldName, type Intent, type IntentKind, toIntent } from './intent.ts';
import { type LiftedText, liftQuotes } from './lift-quotes.ts';
import { type Phrase, phrasings, slicePhrase, toPhrase } from './phrase.ts';
import { SLOTS, type SlotName } from './slots.ts';

export interface ParsedRequest {
  /** In the order in which they are to be done; empty when the words are not understood. */
  readonly intents: readonly Intent[];
  readonly language: Language;
  /** Whether there are more lines, of which nothing was used. */
  readonly ignoresLines: boolean;
}

export type RequestParser = (words: string) => ParsedRequest;

interface CompiledRow extends GrammarRow, CompiledPattern {}

interface Match {
  readonly row: CompiledRow;
  readonly intent: Intent;
}

const MAX_CONNECTORS = 16;
const MAX_LANGUAGE_SAMPLE = 2_000;

/** Understands a message by the rows of `grammar`; never throws, whatever the message holds. */
export function createRequestParser(grammar: readonly GrammarRow[]): RequestParser {
  const rows = grammar.map((row) => ({ ...row, ...compilePattern(row.pattern, row.language) }));

  function matchOne(phrase: Phrase, text: LiftedText, follows: boolean): Match | undefined {
    for (const row of rows) {
      if ((row.follows && !follows) || (phrase.isQuestion && !row.asks)) continue;
      const intent = matchRow(row, phrase, text);
      if (intent !== undefined) return { row, intent };
    }
    return undefined;
  }

  function matchAny(phrase: Phrase, text: LiftedText, follows: boolean): Match | undefined {
    return firstOf(phrasings(phrase), (each) => matchOne(each, text, follows));
  }

  function matchTwo(phrase: Phrase, text: LiftedText): readonly Match[] | undefined {
    const connectors = [...phrase.plain.matchAll(CONNECTORS)].slice(0, MAX_CONNECTORS);
    return firstOf(connectors, ({ index, 0: connector }) => {
      const second = matchAny(slicePhrase(phrase, index + connector.length), text, true);
      const first = second && matchAny(slicePhrase(phrase, 0, index), text, false);
      return first && second && toSteps(first, second);
    });
  }

  return (words) => {
    const text = liftQuotes(words);
    const phrase = toPhrase(text.line);
    const whole = matchAny(phrase, text, false);
    const matches = whole
      ? [whole]
      : (firstOf(phrasings(phrase), (each) => matchTwo(each, text)) ?? []);
    return {
      intents: matches.map(({ intent }) => intent),
      language: languageOf(matches, words, text.line),
      ignoresLines: text.remainder.trim() !== '' && !matches.some(({ row }) => takesRemainder(row)),
    };
  };
}

function matchRow(row: CompiledRow, phrase: Phrase, text: LiftedText): Intent | undefined {
  if (text.cut && !takesRemainder(row)) return undefined;
  const found = row.match(phrase.plain);
  if (found === null) return undefined;
  const fields: Partial<Record<FieldName, string>> = { ...row.preset };
  for (const [field, slot] of row.fields) {
    const span = found.indices?.groups?.[field];
    if (span === undefined) continue;
    const value = SLOTS[slot].read(phrase.raw.slice(...span), text);
    if (value === undefined) return undefined;
    fields[field] = value;
  }
  return toIntent(row.kind, fields);
}

function takesRemainder(row: CompiledRow): boolean {
  return [...row.fields.values()].some((slot: SlotName) => 'takesRemainder' in SLOTS[slot]);
}

const COURTESIES: ReadonlySet<IntentKind> = new Set(['greeting', 'thanks']);
const QUESTIONS: ReadonlySet<IntentKind> = new Set(['help', 'identity']);
const WITH_RESULT: ReadonlySet<IntentKind> = new Set([
  'read',
  'list',
  'search',
  'run',
  'todo-list',
]);

/** Two requests as one after the other; a greeting in front of a request is only courtesy. */
function toSteps(first: Match, second: Match): readonly Match[] | undefined {
  if (second.row.follows) return WITH_RESULT.has(first.row.kind) ? [first, second] : undefined;
  if (COURTESIES.has(first.row.kind)) return [second];
  const isTalk = [first, second].some(
    ({ row }) => COURTESIES.has(row.kind) || QUESTIONS.has(row.kind),
  );
  return isTalk ? undefined : [first, second];
}

/** Chinese when a matched row is, or when the person's words begin so; else by the share of Chinese letters. */
function languageOf(matches: readonly Match[], words: string, line: string): Language {
  if (matches.some(({ row }) => row.language === 'zh')) return 'zh';
  if (/^[\s\p{P}]{0,20}\p{Script=Han}/u.test(line)) return 'zh';
  return matches.length > 0 ? 'en' : detectLanguage(words.slice(0, MAX_LANGUAGE_SAMPLE));
}

function firstOf<Item, Found>(
  items: readonly Item[],
  find: (item: Item) => Found | undefined,
): Found | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
