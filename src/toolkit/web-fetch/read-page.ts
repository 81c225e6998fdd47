import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import type { Page, PageSource } from './page.ts';
import { toMarkdown } from './to-markdown.ts';

type Article = NonNullable<ReturnType<Readability['parse']>>;

/** What no reader sees: a page that hides text speaks to machines. */
const UNSEEN =
  'script, style, noscript, template, iframe, object, embed, svg, canvas, [hidden], [aria-hidden="true"], [style*="display:none" i], [style*="display: none" i], [style*="visibility:hidden" i], [style*="visibility: hidden" i]';

/** Less than this beside scripts means that the page is made by them. */
const HARDLY_ANY = 200;

/** The main text of a page as Markdown, or all of it. Pure, and as slow as the markup makes it. */
export function readPage({ html, url, wholePage }: PageSource): Page {
  const { document } = parseHTML(toWholePage(html));
  gatherBody(document);
  const scripts = document.querySelectorAll('script').length;
  const title = cleanLine(document.querySelector('title')?.textContent);
  const published = publishedOf(document);
  for (const unseen of document.querySelectorAll(UNSEEN)) unseen.remove();
  makeAbsolute(document, url);
  const whole = document.body?.innerHTML ?? '';
  const article = wholePage ? undefined : mainTextOf(document);
  const text = toMarkdown(article?.content ?? whole);
  return {
    ...optional('title', cleanLine(article?.title) || title),
    ...optional('byline', cleanLine(article?.byline)),
    ...optional('published', cleanLine(article?.publishedTime) || published),
    text,
    needsScripts: scripts > 0 && text.length < HARDLY_ANY,
  };
}

/** The parser takes what stands outside of `html` for nothing. */
function toWholePage(html: string): string {
  return /<html[\s>]/i.test(html) ? html : `<!doctype html><html><body>${html}</body></html>`;
}

type PageDocument = ReturnType<typeof parseHTML>['document'];

/** Browsers put what stands beside head and body into the body; this parser leaves it where a page forgot the tags. */
function gatherBody(document: PageDocument): void {
  const { head, body, documentElement } = document;
  for (const node of [...documentElement.childNodes]) {
    if (node !== head && node !== body) body.append(node);
  }
}

/** Undefined where no main text is found: then the whole page has to do. */
function mainTextOf(document: PageDocument): Article | undefined {
  try {
    return new Readability(document, { charThreshold: 250 }).parse() ?? undefined;
  } catch {
    return undefined;
  }
}

/** Links that lead somewhere, wherever the text is read; those that run something or carry bytes go. */
function makeAbsolute(document: PageDocument, url: string): void {
  const base =
    URL.parse(document.querySelector('base')?.getAttribute('href') ?? '', url)?.href ?? url;
  for (const [selector, attribute] of [
    ['a[href]', 'href'],
    ['img[src]', 'src'],
  ] as const) {
    for (const element of document.querySelectorAll(selector)) {
      const target = URL.parse(element.getAttribute(attribute) ?? '', base);
      if (target !== null && /^(?:https?|mailto):$/.test(target.protocol)) {
        element.setAttribute(attribute, target.href);
      } else {
        element.removeAttribute(attribute);
      }
    }
  }
}

const DATES =
  'meta[property="article:published_time"], meta[name="date"], meta[name="pubdate"], meta[itemprop="datePublished"]';

function publishedOf(document: PageDocument): string {
  return cleanLine(document.querySelector(DATES)?.getAttribute('content'));
}

const LONGEST_LINE = 300;

function cleanLine(text: string | null | undefined): string {
  return (text ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_LINE);
}

function optional<Key extends string>(key: Key, value: string): { [K in Key]?: string } {
  return value === '' ? {} : ({ [key]: value } as { [K in Key]?: string });
}
