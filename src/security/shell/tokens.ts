import { type Cursor, closingParenthesis, type ReaderHost, readWord, type Word } from './word.ts';

export type Token =
  | { readonly kind: 'word'; readonly word: Word }
  /** `;`, `&&`, `||`, `|`, `|&`, `&`, a line end, `(`, `)`, `;;` and its kin. */
  | { readonly kind: 'separator'; readonly text: string }
  | { readonly kind: 'redirect'; readonly operator: string; readonly target: Word | undefined };

export interface TokenReader {
  /** Undefined at the end of the text. */
  next(): Token | undefined;
}

interface HereDocument {
  readonly delimiter: string;
  readonly stripsTabs: boolean;
}

const SEPARATORS = [';;&', '&&', '||', '|&', ';;', ';&', '|', '&', ';', '(', ')', '\n'];
const REDIRECTS = ['&>>', '<<<', '<<-', '&>', '>>', '>|', '>&', '<<', '<>', '<&', '>', '<'];

/** Cuts a command text into tokens, one at a time, so that variables set by one command are known to the next. */
export function createTokenReader(text: string, host: ReaderHost): TokenReader {
  const cursor: Cursor = { text, at: 0 };
  const hereDocuments: HereDocument[] = [];

  function skipBlanks() {
    const blanks = /(?:[ \t]|\\\n)*/y;
    blanks.lastIndex = cursor.at;
    cursor.at += blanks.exec(text)?.[0].length ?? 0;
    if (text.charAt(cursor.at) !== '#') return;
    const end = text.indexOf('\n', cursor.at);
    cursor.at = end < 0 ? text.length : end;
  }

  function startsWithOneOf(operators: readonly string[]): string | undefined {
    return operators.find((operator) => text.startsWith(operator, cursor.at));
  }

  function readRedirect(operator: string): Token {
    cursor.at += operator.length;
    skipBlanks();
    const target = isProcessSubstitution() ? readProcessSubstitution() : readWord(cursor, host);
    if (target === undefined) host.doubt({ key: 'unreadable_command', span: operator });
    if (operator === '<<' || operator === '<<-') {
      host.doubt({ key: 'unreadable_command', span: `${operator}${target?.raw ?? ''}` });
      hereDocuments.push({
        delimiter: target?.text ?? '',
        stripsTabs: operator === '<<-',
      });
    }
    return { kind: 'redirect', operator, target };
  }

  function isProcessSubstitution(): boolean {
    return text.startsWith('<(', cursor.at) || text.startsWith('>(', cursor.at);
  }

  function readProcessSubstitution(): Word {
    const from = cursor.at;
    const end = closingParenthesis(text, from + 1) ?? text.length;
    host.nested(text.slice(from + 2, end));
    cursor.at = end + 1;
    const raw = text.slice(from, cursor.at);
    host.doubt({ key: 'unreadable_command', span: raw });
    return { text: raw, raw, glob: false, dynamic: true, unknown: true };
  }

  function readSeparator(separator: string): Token {
    cursor.at += separator.length;
    if (separator === '\n') for (const document of hereDocuments.splice(0)) skipBody(document);
    return { kind: 'separator', text: separator };
  }

  function skipBody({ delimiter, stripsTabs }: HereDocument) {
    while (cursor.at < text.length) {
      const lineEnd = text.indexOf('\n', cursor.at);
      const end = lineEnd < 0 ? text.length : lineEnd;
      const line = text.slice(cursor.at, end);
      cursor.at = end + 1;
      if ((stripsTabs ? line.replace(/^\t+/, '') : line) === delimiter) return;
    }
  }

  return {
    next() {
      skipBlanks();
      if (cursor.at >= text.length) return undefined;
      if (isProcessSubstitution()) return { kind: 'word', word: readProcessSubstitution() };
      const descriptor = /\d+(?=[<>])/y;
      descriptor.lastIndex = cursor.at;
      cursor.at += descriptor.exec(text)?.[0].length ?? 0;
      const redirect = startsWithOneOf(REDIRECTS);
      if (redirect !== undefined) return readRedirect(redirect);
      const separator = startsWithOneOf(SEPARATORS);
      if (separator !== undefined) return readSeparator(separator);
      const word = readWord(cursor, host);
      return word && { kind: 'word', word };
    },
  };
}
