import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ERROR_CODES } from '../src/base/errors.ts';
import { CoreConfig } from '../src/config/schema.ts';
import type { ModelErrorCode } from '../src/models/model-provider.ts';
import { ApprovalState } from '../src/protocol/approval.ts';
import { isMessageId, type Text } from '../src/protocol/catalogue.ts';
import { Capability, Risk, ToolOutcome } from '../src/protocol/tool-call.ts';
import { PATTERN_KEYS } from '../src/security/pattern-key.ts';
import { CATALOGUE, readCatalogue } from './surface/catalogue.ts';
import { coreKeyLines } from './surface/config-keys.ts';
import { missingValues } from './surface/missing-values.ts';

const caps = [...Object.keys(CoreConfig.parse({}).agent.caps), 'costPerDayUsd'];

const MODEL_ERRORS: Readonly<Record<ModelErrorCode, true>> = {
  auth: true,
  rate_limited: true,
  quota: true,
  overloaded: true,
  timeout: true,
  network: true,
  bad_request: true,
  context_overflow: true,
  content_filter: true,
  protocol: true,
  aborted: true,
};

/** Ids that are put together while running: how the source writes them, and what can stand in the gap. */
const TEMPLATES: Readonly<Record<string, readonly string[]>> = {
  'agent.call_${outcome}': ['cancelled', 'unknown'],
  'agent.cap.${cap}': caps,
  'agent.model.${failure.code}': Object.keys(MODEL_ERRORS),
  'approval.${code}': ['not_found', 'forbidden', 'timeout', 'conflict'],
  'approval.why.${risk}': Risk.options,
  'cli.approval.${state}': ApprovalState.options,
  'cli.ask.${id}': ['risk', 'reason', 'expires', 'scope'],
  'cli.mcp.state.${state}': ['disabled', 'starting', 'connected', 'failed', 'needs_login'],
  'cli.mcp.tool.${state}': ['ready', 'changed', 'new', 'left_out', 'refused'],
  'cli.outcome.${outcome}': ToolOutcome.options,
  'cli.risk.${risk}': Risk.options,
  'cli.setup.network_${value}': CoreConfig.shape.execution.unwrap().shape.networkPolicy.unwrap()
    .options,
  'cli.tools.${state}': ['lacks', 'refused', 'switched_off'],
  'error.${code}': Object.keys(ERROR_CODES),
  'guard.${key}': Object.keys(PATTERN_KEYS),
  'guard.${patternKey}': [
    'message_other',
    'overwrite_unread',
    'git_internals',
    'agent_instructions',
    'secret_file',
  ],
  'tools.refused_${why}': ['name', 'taken'],
};

/** Texts that are the same in both languages, since they are names or signs. */
const SAME_IN_BOTH = ['cli.confirm.choices', 'cli.trace.head', 'cli.doctor.told'];

/** Quoted words that look like ids, beside the keys of the configuration. */
const OTHER_WORDS = [...Capability.options, 'agent.md', 'cli.jsonl'];

const texts = await readCatalogue();
const ids = [...texts.keys()];
const sources = productionSources();
const made = Object.entries(TEMPLATES).flatMap(([template, values]) =>
  values.map((value) => template.replace(/\$\{.*\}/, value)),
);

describe('a text for people', () => {
  test('is in the catalogue under an id of its own', () => {
    expect(ids.filter((id) => !isMessageId(id))).toEqual([]);
    expect(ids.length).toBe(new Set(ids).size);
  });

  test.each(ids)('%s is written in both languages, with the same values in both', (id) => {
    const { en, zh } = textOf(id);

    expect([en.trim(), zh.trim()]).not.toContain('');
    expect(placeholders(zh)).toEqual(placeholders(en));
  });

  test('is not left untranslated', () => {
    const same = ids.filter((id) => textOf(id).en === textOf(id).zh);

    expect(same).toEqual(SAME_IN_BOTH);
    expect(ids.filter((id) => /\p{Script=Han}/u.test(textOf(id).en))).toEqual([]);
  });

  test('has full-width punctuation in Chinese', () => {
    const halfWidth = ids.filter((id) => HALF_WIDTH.test(prose(textOf(id).zh)));

    expect(halfWidth.map((id) => `${id}: ${textOf(id).zh}`)).toEqual([]);
  });

  test('ends its sentence in Chinese where it does in English', () => {
    const open = ids.filter((id) => {
      const { en, zh } = textOf(id);
      return /[.!?]$/.test(en) !== /[。！？]$/.test(zh);
    });

    expect(open.map((id) => `${id}: ${textOf(id).zh}`)).toEqual([]);
  });
});

describe('an id of a text', () => {
  test('that the code names exists', async () => {
    const areas = new Set(ids.map((id) => id.split('.')[0]));
    const keys = (await coreKeyLines()).map((line) => line.split(' ')[1] ?? '');
    const known = new Set<string>([...ids, ...keys, ...OTHER_WORDS]);

    const named = sources.flatMap(({ path, text }) =>
      quotedIds(text)
        .filter((id) => areas.has(id.split('.')[0]) && !known.has(id))
        .map((id) => `${path}: ${id}`),
    );

    expect([...named, ...made.filter((id) => !isMessageId(id))]).toEqual([]);
  });

  test('is named somewhere, in full or by a template that is listed above', () => {
    const used = new Set([...made, ...sources.flatMap(({ text }) => quotedIds(text))]);

    expect(ids.filter((id) => !used.has(id))).toEqual([]);
  });

  test('is given every value that its text shows', () => {
    const placeholdersOf = (id: string) =>
      placeholders(textOf(id).en).map((mark) => mark.slice(1, -1));
    const telling = sources.filter(({ text }) => /translate\(|messageId/.test(text));

    expect(telling.flatMap((source) => missingValues(source, placeholdersOf))).toEqual([]);
  });

  test('is put together nowhere else', () => {
    const areas = [...new Set(ids.map((id) => id.split('.')[0]))].join('|');
    const template = new RegExp(
      `\`((?:${areas})\\.[\\w.]*\\$\\{(?!string)[^}\`]*\\}[\\w.]*)\``,
      'g',
    );

    const written = sources.flatMap(({ text }) =>
      [...text.matchAll(template)].map(([, id = '']) => id),
    );

    expect([...new Set(written)].sort()).toEqual(Object.keys(TEMPLATES).sort());
  });
});

/** A comma, colon or the like beside a Chinese character. */
const HALF_WIDTH =
  /\p{Script=Han}[,;:!?()]|[,;:!?()"]\p{Script=Han}|\p{Script=Han}["]|\p{Script=Han}\.(?![\w])|\.\.\./u;

/** Without what is typed or filled in as it stands. */
function prose(text: string): string {
  return text.replaceAll(/`[^`]*`/g, 'X');
}

/** `{en}` and `{zh}` both stand for what is written in the language of the text itself. */
function placeholders(text: string): string[] {
  return [...new Set(text.replaceAll(/\{(?:en|zh)\}/g, '{own}').match(/\{\w+\}/g))].sort();
}

function textOf(id: string): Text {
  return texts.get(id) ?? { en: '', zh: '' };
}

function quotedIds(text: string): string[] {
  return [...text.matchAll(/'([a-z]+(?:\.\w+)+)'/g)].map(([, id = '']) => id);
}

function productionSources() {
  return readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/\.(test|contract)\.ts$|^testing\//.test(name))
    .map((name) => join('src', name))
    .filter((path) => !path.startsWith(CATALOGUE))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
}
