/**
 * A pattern as in .gitignore: `*` and `?` stop at `/`, `**` does not, `[a-z]` and `{a,b}` choose. Without a
 * slash before its end it fits a name at any depth, else a path from the folder it belongs to.
 */
export interface Glob {
  readonly onlyFolders: boolean;
  fits(path: string): boolean;
}

export function parseGlob(pattern: string): Glob {
  const onlyFolders = pattern.endsWith('/');
  const body = onlyFolders ? pattern.slice(0, -1) : pattern;
  const isAnchored = body.includes('/');
  const source = toSource(body.replace(/^\//, ''));
  const expression = new RegExp(isAnchored ? `^${source}$` : `(?:^|/)${source}$`, 's');
  return { onlyFolders, fits: (path) => expression.test(path) };
}

const TOKENS = /\\.|\/\*\*\/|^\*\*\/|\/\*\*$|\*+|\?|\[[!^]?\]?[^\]]*\]|[{},]|[^\\*?[{},/]+|[\s\S]/g;

function toSource(glob: string): string {
  let depth = 0;
  const parts = (glob.match(TOKENS) ?? []).map((token) => {
    if (token === '{') depth += 1;
    const part = toPart(token, depth > 0);
    if (token === '}' && depth > 0) depth -= 1;
    return part;
  });
  return parts.join('') + ')'.repeat(depth);
}

const FIXED: Readonly<Record<string, string>> = {
  '/**/': '/(?:.*/)?',
  '**/': '(?:.*/)?',
  '/**': '/.*',
  '?': '[^/]',
  '{': '(?:',
};

const IN_BRACES: Readonly<Record<string, string>> = { ',': '|', '}': ')' };

function toPart(token: string, inBraces: boolean): string {
  const fixed = FIXED[token] ?? (inBraces ? IN_BRACES[token] : undefined);
  if (fixed !== undefined) return fixed;
  if (token.startsWith('*')) return '[^/]*';
  if (token.length > 1 && token.startsWith('[')) return toClass(token);
  return quote(token.length === 2 && token.startsWith('\\') ? token.slice(1) : token);
}

function toClass(token: string): string {
  const isNegated = /^\[[!^]/.test(token);
  const inner = token.slice(isNegated ? 2 : 1, -1).replaceAll(/[\\[\]^]/g, '\\$&');
  const source = `[${isNegated ? '^/' : ''}${inner}]`;
  return isValid(source) ? source : quote(token);
}

function isValid(source: string): boolean {
  try {
    return new RegExp(source) !== undefined;
  } catch {
    return false;
  }
}

function quote(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
