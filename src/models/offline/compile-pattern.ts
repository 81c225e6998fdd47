import type { Language } from '../../protocol/language.ts';
import type { FieldName } from './intent.ts';
import { SLOTS, type Slot, type SlotName } from './slots.ts';

export interface CompiledPattern {
  readonly fields: ReadonlyMap<FieldName, SlotName>;
  /** Matches from the first to the last character, which must be in lower case; fields are named groups with indices. */
  match(text: string): RegExpExecArray | null;
}

/** A piece of a pattern as regular expression. */
interface Fragment {
  readonly source: string;
  /** Whether it may touch its neighbour. */
  readonly tightStart: boolean;
  readonly tightEnd: boolean;
  /** Words of which one is there whenever this matches; undefined when that cannot be said. */
  readonly words: readonly string[] | undefined;
}

interface Item extends Fragment {
  readonly optional: boolean;
}

/** Turns the notation of `GrammarRow` into something to match with. Throws for a pattern that is not in it. */
export function compilePattern(pattern: string, language: Language): CompiledPattern {
  const { source, words, fields } = readPattern(pattern, language);
  // Most messages hold no word of most rows, so most expressions are never needed.
  let expression: RegExp | undefined;
  return {
    fields,
    match(text) {
      if (words?.every((word) => !text.includes(word))) return null;
      expression ??= new RegExp(`^(?:${source})$`, 'dsu');
      return expression.exec(text);
    },
  };
}

function readPattern(
  pattern: string,
  language: Language,
): Fragment & Pick<CompiledPattern, 'fields'> {
  const fields = new Map<FieldName, SlotName>();
  const tokens = pattern.match(/\{[^}]*\}|[[\]()|]|[^\s[\](){}|]+/g) ?? [];
  let next = 0;

  function readAlternatives(closer: string | undefined): Fragment {
    const alternatives = [readSequence()];
    while (tokens[next] === '|') {
      next += 1;
      alternatives.push(readSequence());
    }
    if (tokens[next] !== closer) throw new SyntaxError(`Unbalanced pattern: ${pattern}`);
    next += 1;
    return joinAlternatives(alternatives);
  }

  function readSequence(): Fragment {
    const items: Item[] = [];
    while (next < tokens.length && !'|)]'.includes(tokens[next] ?? '')) items.push(readItem());
    return joinItems(items, language === 'zh');
  }

  function readItem(): Item {
    const token = tokens[next] ?? '';
    next += 1;
    if (token === '[') return { ...readAlternatives(']'), optional: true };
    if (token === '(') return { ...readAlternatives(')'), optional: false };
    if (token.startsWith('{')) return slotItem(token);
    const tight = /^[:,~–-]$/.test(token);
    const word = token.toLowerCase();
    return {
      source: escapeLiteral(word),
      tightStart: tight,
      tightEnd: tight,
      words: [word],
      optional: false,
    };
  }

  function slotItem(token: string): Item {
    const [field, name] = token.slice(1, -1).split(':') as [FieldName, SlotName];
    fields.set(field, name);
    const slot: Slot = SLOTS[name];
    const tight = slot.touches === true;
    const source = `(?<${field}>${slot.pattern})`;
    return { source, tightStart: tight, tightEnd: tight, words: undefined, optional: false };
  }

  return { ...readAlternatives(undefined), fields };
}

function joinAlternatives(alternatives: readonly Fragment[]): Fragment {
  const words = alternatives.flatMap((alternative) => alternative.words ?? []);
  return {
    source: alternatives.map(({ source }) => source).join('|'),
    tightStart: alternatives.some(({ tightStart }) => tightStart),
    tightEnd: alternatives.some(({ tightEnd }) => tightEnd),
    words: alternatives.every((alternative) => alternative.words) ? words : undefined,
  };
}

/** Optional words before the first fixed one bring the gap after them, all others the gap before them. */
function joinItems(items: readonly Item[], alwaysTight: boolean): Fragment {
  const fixed = items.findIndex(({ optional }) => !optional);
  const sources = items.map((item, index) => {
    if (index === fixed) return `(?:${item.source})`;
    if (index < fixed) {
      const tight = alwaysTight || item.tightEnd || items[index + 1]?.tightStart === true;
      return `(?:(?:${item.source})${gap(tight)})?`;
    }
    const tight = alwaysTight || item.tightStart || endsTight(items.slice(0, index));
    return `(?:${gap(tight)}(?:${item.source}))${item.optional ? '?' : ''}`;
  });
  return {
    source: sources.join(''),
    tightStart: alwaysTight || items[0]?.tightStart === true,
    tightEnd: alwaysTight || endsTight(items),
    words: items.find(({ optional, words }) => !optional && words)?.words,
  };
}

/** Whether what comes next may touch: after the last fixed item, or an optional one behind it. */
function endsTight(items: readonly Item[]): boolean {
  const fixed = items.findLastIndex(({ optional }) => !optional);
  return items.slice(Math.max(fixed, 0)).some(({ tightEnd }) => tightEnd);
}

function gap(tight: boolean): string {
  return tight ? '\\s*' : '\\s+';
}

function escapeLiteral(literal: string): string {
  return literal.replaceAll(/[.*+?^$\\/]/g, '\\$&');
}
