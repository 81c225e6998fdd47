import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Capability } from '../src/protocol/tool-call.ts';
import { readCatalogue } from './surface/catalogue.ts';
import { openProgram } from './surface/command-tree.ts';
import { problemOf, usesIn } from './surface/command-use.ts';
import { coreKeyLines } from './surface/config-keys.ts';
import { codeOf, linksOf, type Page, readPages, spansOf } from './surface/pages.ts';

const pages = readPages();
/** Texts of the catalogue tell people what to type as well. */
const texts = [...(await readCatalogue())].flatMap(([id, { en, zh }]) => [
  { path: `${id} (en)`, text: en },
  { path: `${id} (zh)`, text: zh },
]);
const scripts: Record<string, string> = JSON.parse(readFileSync('package.json', 'utf8')).scripts;

const fileNames = new Set(
  ['src', 'test', 'scripts', 'docs', 'examples']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    .map((path) => basename(path)),
);

describe('the pages of this repository', () => {
  test('are found', () => {
    const paths = pages.map(({ path }) => path);

    expect(paths).toEqual(expect.arrayContaining(['README.md', 'src/agent/README.md']));
  });

  test('link only to what is there', () => {
    const broken = pages.flatMap((page) =>
      linksOf(page)
        .filter((target) => !existsSync(join(dirname(page.path), target)))
        .map((target) => `${page.path}: ${target}`),
    );

    expect(broken).toEqual([]);
  });

  test('name only paths that are there', () => {
    expect(pages.filter(isAboutSources).flatMap(missingPaths)).toEqual([]);
  });

  test('name only files that are there, also when they name no folder', () => {
    const missing = pages.filter(isAboutSources).flatMap(({ path, text }) =>
      spansOf(text)
        .filter((span) => /^[\w.-]+\.(ts|mjs)$/.test(span) && !fileNames.has(span))
        .map((span) => `${path}: ${span}`),
    );

    expect(missing).toEqual([]);
  });

  test('name only npm scripts that exist', () => {
    const unknown = pages.flatMap((page) =>
      codeOf(page)
        .flatMap((code) => [...code.matchAll(/\bnpm run ([\w:-]+)/g)])
        .filter(([, name = '']) => !Object.hasOwn(scripts, name))
        .map(([use]) => `${page.path}: ${use}`),
    );

    expect(unknown).toEqual([]);
  });

  test('name only commands and options of echo-agent that exist', () => {
    const program = openProgram();

    const wrong = [...pages, ...texts].flatMap((page) =>
      codeOf(page)
        .flatMap(usesIn)
        .map((words) => ({ words, problem: problemOf(words, program) }))
        .filter(({ problem }) => problem !== undefined)
        .map(({ words, problem }) => `${page.path}: ${words.join(' ')} (${problem})`),
    );

    expect(wrong).toEqual([]);
  });

  test('name only keys of the configuration that exist', async () => {
    const keys = (await coreKeyLines()).map((line) => line.split(' ')[1] ?? '');
    const groups = keys.map((key) => key.split('.')[0]).join('|');
    const key = new RegExp(`^(?:${groups})(?:\\.[a-zA-Z]+)+(?=$|[:=])`);
    const exists = (name: string) => keys.some((known) => `${known}.`.startsWith(`${name}.`));

    const unknown = [...pages, ...texts].flatMap(({ path, text }) =>
      spansOf(text)
        .map((span) => key.exec(span)?.[0])
        .filter((name) => name !== undefined && !exists(name) && !isOther(name))
        .map((name) => `${path}: ${name}`),
    );

    expect(unknown).toEqual([]);
  });
});

/** Sections of providers have names of their own; capabilities and files are called like keys. */
function isOther(name: string): boolean {
  return /^providers\.|\.(?:ts|md)$/.test(name) || Capability.safeParse(name).success;
}

/** A guide shows what a person can say about files of their own. */
function isAboutSources({ path }: Page): boolean {
  return !path.startsWith('docs/guides/');
}

function missingPaths({ path, text }: Page): string[] {
  return [...text.matchAll(/(?<![\w./~-])(?:src|test|docs|scripts|bin)\/[\w./-]*\w/g)]
    .map(([name]) => name)
    .filter((name) => !existsSync(name) && !existsSync(join(dirname(path), name)))
    .map((name) => `${path}: ${name}`);
}
