import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { ToolOutcome } from '../src/protocol/tool-call.ts';
import { type Answer, calls, says } from '../src/testing/scripted-router.ts';
import type { Tool } from '../src/tools/tool.ts';
import { readToolLog } from '../src/tools/tool-log.ts';
import { createRuntimeBed, type RuntimeBed } from './scenarios/runtime-bed.ts';

const CLASSES = [
  'schema_error',
  'missing_argument',
  'wrong_type',
  'enum',
  'hidden_tool',
  'alias',
  'duplicate_side_effect',
  'refused_approval',
  'timeout',
  'worker_escape',
] as const;

/** A case: what the model proposes, answer by answer, and what must come of it. */
const Case = z.strictObject({
  id: z.string(),
  class: z.enum(CLASSES),
  /** As after `--set`. */
  settings: z.array(z.string()).default([]),
  /** What lies in the workspace. */
  files: z.record(z.string(), z.string()).default({}),
  /** Tools of this test that are there too. */
  tools: z.array(z.enum(['broken_schema', 'never'])).default([]),
  assumeYes: z.boolean().default(false),
  /** What a person answers to every question; without it nobody can be asked. */
  verdict: z.enum(['approved', 'denied']).optional(),
  /** Each is one answer of the model, with its calls; one without calls is text. Arguments as text are as it wrote them. */
  answers: z.array(z.array(z.strictObject({ tool: z.string(), arguments: z.unknown() }))),
  expect: z.strictObject({
    /** Of each call, in the order in which they began, those of workers too. */
    outcomes: z.array(ToolOutcome),
    /** The own names of the tools, as they are written down. */
    logged: z.array(z.string()).optional(),
    /** What the model must have been told. */
    told: z.array(z.string()).default([]),
    /** Keys by which calls were decided. */
    patternKeys: z.array(z.string()).default([]),
    /** Kinds of records in the audit. */
    audited: z.array(z.string()).default([]),
    shown: z.array(z.string()).default([]),
    notShown: z.array(z.string()).default([]),
    /** Content of files afterwards; null for one that must not be there. */
    files: z.record(z.string(), z.string().nullable()).default({}),
  }),
});
type Case = z.infer<typeof Case>;

const cases = readFileSync('evals/datasets/tool-governance.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map((line) => Case.parse(JSON.parse(line)));

const base = {
  title: 'Of the test',
  description: 'Of the test.',
  capabilities: ['fs.read'],
  riskLevel: 'read_only',
  idempotency: 'pure',
  summarize: () => 'of the test',
} as const;

const TOOLS: Readonly<Record<Case['tools'][number], Tool>> = {
  broken_schema: {
    ...base,
    name: 'broken_schema',
    input: z.object({ list: z.any().meta({ type: 'array' }) }),
    execute: async () => ({ success: true, output: 'ran' }),
  },
  never: {
    ...base,
    name: 'never',
    input: z.strictObject({}),
    timeoutMs: 200,
    execute: (_, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
  },
};

test('the cases cover every class, each under a name of its own', () => {
  expect(new Set(cases.map((each) => each.class))).toEqual(new Set(CLASSES));
  expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
});

test.each(cases)('$class: $id', async (given) => {
  const bed = await createRuntimeBed({
    script: [...given.answers.map(toAnswer), says('Done.')],
    set: given.settings,
    parts: { tools: given.tools.map((name) => TOOLS[name]) },
  });
  for (const [path, text] of Object.entries(given.files)) {
    writeFileSync(join(bed.workspace, path), text);
  }
  if (given.verdict !== undefined) await answerAll(bed, given.verdict);

  await bed.turn('go', { assumeYes: given.assumeYes, canAsk: given.verdict !== undefined });

  await judge(bed, given.expect);
});

function toAnswer(proposed: Case['answers'][number], index: number): Answer {
  if (proposed.length === 0) return says('Done.');
  return proposed.flatMap((call, at) => calls(call.tool, call.arguments, `call_${index}_${at}`));
}

async function answerAll(bed: RuntimeBed, verdict: 'approved' | 'denied'): Promise<void> {
  const { client } = bed.runtime();
  await client.subscribe(undefined, (event) => {
    if (event.type !== 'approval-request') return;
    const answering = client.decide({ id: event.approval.id, verdict, scope: 'once' });
    // What it came to shows in the outcome of the call.
    answering.catch(() => undefined);
  });
}

async function judge(bed: RuntimeBed, wanted: Case['expect']): Promise<void> {
  const log = (await readToolLog(bed.runtime().storage.turns, { limit: 100 })).toReversed();
  const told = JSON.stringify(bed.requests().at(-1)?.messages);
  const shown = bed.requests()[0]?.tools.map(({ name }) => name) ?? [];
  const keys = log.flatMap(({ decision, metadata }) => [
    decision?.patternKey,
    metadata?.['patternKey'],
  ]);
  const files = Object.keys(wanted.files).map((path) => [
    path,
    bed.exists(path) ? bed.read(path) : null,
  ]);

  expect(log.map(({ outcome }) => outcome)).toEqual(wanted.outcomes);
  if (wanted.logged !== undefined) expect(log.map(({ tool }) => tool)).toEqual(wanted.logged);
  for (const words of wanted.told) expect(told).toContain(words);
  expect(keys).toEqual(expect.arrayContaining(wanted.patternKeys));
  expect(shown).toEqual(expect.arrayContaining(wanted.shown));
  expect(shown.filter((name) => wanted.notShown.includes(name))).toEqual([]);
  expect(Object.fromEntries(files)).toEqual(wanted.files);
  if (wanted.audited.length > 0) await judgeAudit(bed, wanted.audited);
}

/** Writing never holds up a turn, so that the last lines are there only when the runtime has ended. */
async function judgeAudit(bed: RuntimeBed, kinds: readonly string[]): Promise<void> {
  await bed.close();
  const lines = readFileSync(join(bed.settings.dataDir, 'audit.jsonl'), 'utf8').trim().split('\n');
  const audited = lines.map((line) => (JSON.parse(line) as { kind?: string }).kind);
  expect(audited).toEqual(expect.arrayContaining([...kinds]));
}
