import { untrustedOrigin } from '../../protocol/origin.ts';
import type { PublicAnswer } from '../../security/public-fetch.ts';
import type { ToolExecutionContext, ToolResult } from '../../tools/tool.ts';
import { MOST_CHARACTERS } from '../shared/result-size.ts';
import { byteSize, count } from '../shared/text-lines.ts';
import { fence } from '../shared/untrusted-text.ts';
import type { Page } from './page.ts';

/** Room for what stands around the text. */
const MOST_TEXT = MOST_CHARACTERS - 2_000;

/** Where it came from, when, how much, then the text itself, marked as somebody else's words. */
export function presentPage(
  answer: PublicAnswer,
  page: Page,
  context: Pick<ToolExecutionContext, 'now' | 'idempotencyKey'>,
): ToolResult {
  const { url, status } = answer;
  const host = new URL(url).host;
  const origin = untrustedOrigin(`web:${host}`);
  const fetchedAt = new Date(context.now()).toISOString();
  const shown = page.text.slice(0, MOST_TEXT).toWellFormed();
  const isCut = shown.length < page.text.length;
  const head = headOf(answer, page, { fetchedAt, shown: shown.length });
  const around = (text: string) =>
    `${head}\n${fence(`${about(page)}${text}`, host, context.idempotencyKey)}`;
  const whole = isCut ? { full: around(page.text.toWellFormed()) } : {};
  const metadata = metadataOf(answer, page, { fetchedAt, isCut });
  if (status >= 400) {
    return {
      success: false,
      error: `${adviceOn(status)}\n${around(shown)}`,
      origin,
      metadata,
      ...whole,
    };
  }
  return { success: true, output: around(shown), origin, metadata, ...whole };
}

interface Facts {
  readonly fetchedAt: string;
  readonly shown: number;
}

/** Inside the marks: title and author are the page's own words too. */
function about({ title, byline, published }: Page): string {
  const lines = [
    ...(title === undefined ? [] : [`Title: ${title}`]),
    ...(byline === undefined ? [] : [`By: ${byline}`]),
    ...(published === undefined ? [] : [`Published: ${published}`]),
  ];
  return lines.length === 0 ? '' : `${lines.join('\n')}\n\n`;
}

function headOf({ url, status, headers, body, truncated }: PublicAnswer, page: Page, facts: Facts) {
  const total = page.text.length;
  const length =
    facts.shown < total
      ? `the first ${count(facts.shown, 'character')} of ${total.toLocaleString('en-US')}`
      : count(total, 'character');
  const size = `${byteSize(body.length)}${truncated ? ', cut there' : ''}`;
  return [
    `URL: ${url}`,
    `Fetched: ${facts.fetchedAt}`,
    `Status: ${status}, ${headers.get('content-type') ?? 'no type'}, ${size}; ${length}`,
    ...(page.needsScripts === true ? [NEEDS_SCRIPTS] : []),
  ].join('\n');
}

const NEEDS_SCRIPTS =
  'Hardly any text: the page is made by scripts, which are not run here. Try wholePage, or another source.';

function adviceOn(status: number): string {
  if (status === 404 || status === 410)
    return 'The page does not exist. Check the address, or search.';
  if (status === 401 || status === 403)
    return 'The site does not show this page to everybody. Try another source, or ask the person.';
  if (status === 429) return 'The site asks for fewer requests. Try later, or another source.';
  if (status >= 500) return 'The site has a problem. Try later, or another source.';
  return 'The site refused the request.';
}

function metadataOf(
  { url, status, headers, body, truncated, redirects }: PublicAnswer,
  { text }: Page,
  { fetchedAt, isCut }: { readonly fetchedAt: string; readonly isCut: boolean },
) {
  return {
    url,
    status,
    contentType: headers.get('content-type') ?? '',
    bytes: body.length,
    characters: text.length,
    redirects,
    fetchedAt,
    truncated: truncated || isCut,
  };
}
