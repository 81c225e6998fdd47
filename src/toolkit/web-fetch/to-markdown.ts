import { parseHTML } from 'linkedom';
import { NodeHtmlMarkdown } from 'node-html-markdown';

/** What only groups other things: its parts read the same without it. */
const GROUPS = new Set(['BODY', 'DIV', 'SECTION', 'ARTICLE', 'MAIN', 'CENTER', 'FORM']);
const BLOCKS = new Set(['P', 'UL', 'OL', 'TABLE', 'PRE', 'BLOCKQUOTE', 'H1', 'H2', 'H3', 'H4']);

/** The time that the converter takes grows with the square of the length. */
const PIECE_CHARACTERS = 8_000;

interface GroupNode {
  readonly nodeName: string;
  readonly childNodes: Iterable<GroupNode>;
  toString(): string;
}

/** Markup as Markdown, made in pieces. */
export function toMarkdown(html: string): string {
  const { document } = parseHTML(`<html><body>${html}</body></html>`);
  // Without this it reads preformatted text as flowing text.
  for (const pre of document.querySelectorAll('pre')) {
    if (pre.querySelector('code') === null) pre.innerHTML = `<code>${pre.innerHTML}</code>`;
  }
  return [...piecesOf(document.body as unknown as GroupNode)]
    .map((piece) => NodeHtmlMarkdown.translate(piece, OPTIONS).trim())
    .join('\n\n')
    .replaceAll(/[ \t]+$/gm, '')
    .trim();
}

const OPTIONS = { bulletMarker: '-' } as const;

/** Cut only where one block ends and the next begins. */
function* piecesOf(body: GroupNode): Generator<string> {
  let piece = '';
  for (const block of blocksOf(body)) {
    if (piece.length + block.length > PIECE_CHARACTERS && piece !== '') {
      yield piece;
      piece = '';
    }
    piece += block;
  }
  if (piece !== '') yield piece;
}

/** What stands in a line stays together; each block and each group is cut from its neighbours. */
function* blocksOf(group: GroupNode): Generator<string> {
  let line = '';
  for (const node of group.childNodes) {
    const isGroup = GROUPS.has(node.nodeName);
    if (!isGroup && !BLOCKS.has(node.nodeName)) {
      line += node.toString();
      continue;
    }
    if (line.trim() !== '') yield `<div>${line}</div>`;
    line = '';
    if (isGroup) yield* blocksOf(node);
    else yield node.toString();
  }
  if (line.trim() !== '') yield `<div>${line}</div>`;
}
