import type { CST } from 'yaml';

/**
 * How many collections stand inside each other at the deepest point. The parser of tokens keeps its own stack, so this
 * is safe on any text; building the document recurses, and a hostile file could take the process down.
 */
export function nestingDepth(yaml: Pick<typeof import('yaml'), 'Parser'>, text: string): number {
  let deepest = 0;
  for (const root of new yaml.Parser().parse(text)) {
    const waiting: [token: CST.Token, depth: number][] = [[root, 0]];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const [token, depth] = next;
      deepest = Math.max(deepest, depth);
      for (const inner of tokensIn(token)) waiting.push([inner, depth + 1]);
    }
  }
  return deepest;
}

function tokensIn(token: CST.Token): CST.Token[] {
  if (token.type === 'document') return token.value ? [token.value] : [];
  if (!('items' in token)) return [];
  return token.items.flatMap(({ key, value }) => [key, value]).filter((inner) => inner != null);
}
