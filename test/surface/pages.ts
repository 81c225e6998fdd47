import { readdirSync, readFileSync } from 'node:fs';

export interface Page {
  readonly path: string;
  readonly text: string;
}

const FOREIGN = /^(node_modules|dist|coverage|\.tools|\.git)\//;

/** Every page of the repository. */
export function readPages(): Page[] {
  return readdirSync('.', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md') && !FOREIGN.test(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
}

/** Targets of its links within the repository, without their anchors. */
export function linksOf({ text }: Page): string[] {
  return [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target.replace(/#.*$/, ''))
    .filter((target) => target !== '' && !/^[a-z]+:/.test(target));
}

/** What stands between backticks, and each line of a fenced block. */
export function codeOf({ text }: Page): string[] {
  const blocks = [...text.matchAll(/^```[^\n]*\n(.*?)^```/gms)].flatMap(([, code = '']) =>
    code.split('\n'),
  );
  return [...blocks, ...spansOf(text)];
}

/** What stands between backticks in its prose. */
export function spansOf(text: string): string[] {
  return [...withoutBlocks(text).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
}

function withoutBlocks(text: string): string {
  return text.replaceAll(/^```[^\n]*\n.*?^```/gms, '');
}

function withoutCode(text: string): string {
  return withoutBlocks(text).replaceAll(/`[^`\n]*`/g, '');
}
