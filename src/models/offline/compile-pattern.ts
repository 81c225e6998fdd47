import type { Language } from '../../protocol/language.ts';
import type { FieldName } from './intent.ts';
import { SLOTS, type SlotName } from './slots.ts';

export interface CompiledPattern {
  /** Anchored at both ends, with a named group for each field and indices. */
  readonly expression: RegExp;
  readonly fields: ReadonlyMap<FieldName, SlotName>;
}

/** A piece of a pattern as regular expression; `tight` says that it may touch its neighbour. */
interface Fragment {
  readonly source: string;
  readonly tightStart: boolean;
  readonly tightEnd: boolean;
}

interface Item extends Fragment {
  readonly optional: boolean;
}

/** Turns the notation of `GrammarRow` into a regular expression. Throws for a pattern that is not in it. */
export function compilePattern(pattern: string, language: Language): CompiledPattern {
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
    return {
      source: alternatives.map(({ source }) => source).join('|'),
      tightStart: alternatives.some(({ tightStart }) => tightStart),
      tightEnd: alternatives.some(({ tightEnd }) => tightEnd),
    };
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
    return { source: escapeLiteral(token), tightStart: tight, tightEnd: tight, optional: false };
  }

  function slotItem(token: string): Item {
    const [field, slot] = token.slice(1, -1).split(':') as [FieldName, SlotName];
    fields.set(field, slot);
    const tight = SLOTS[slot].pattern.startsWith('.') || slot === 'block';
    const source = `(?<${field}>${SLOTS[slot].pattern})`;
    return { source, tightStart: tight, tightEnd: tight, optional: false };
  }

  const { source } = readAlternatives(undefined);
  return { expression: new RegExp(`^(?:${source})$`, 'disu'), fields };
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
