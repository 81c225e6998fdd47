import { systemClock } from '../base/clock.ts';
import { GuardDecision } from '../protocol/tool-call.ts';
import { createToolRegistry } from '../tools/registry.ts';
import type { Tool, ToolExecutionContext } from '../tools/tool.ts';
import { fakeToolContext } from './fake-tool-context.ts';
import { fakeToolMemory } from './fake-tool-memory.ts';

export type MakeToolContext = (own: Partial<ToolExecutionContext>) => ToolExecutionContext;

/** What a tool is held to, and with what it is tried. */
interface Trial {
  readonly tool: Tool;
  /** Arguments as a model would give them. */
  readonly samples: readonly unknown[];
  readonly makeContext: MakeToolContext;
}

export interface ToolRule {
  /** Goes on after "a tool". */
  readonly says: string;
  /** What speaks against the tool; nothing when it keeps the rule. */
  broken(trial: Trial): Promise<readonly string[]> | readonly string[];
}

/** How long a tool may go on after its signal has aborted. */
const GRACE_MS = 2_000;

export const TOOL_RULES: readonly ToolRule[] = [
  {
    says: 'has a name that every provider takes and a schema that is sound',
    broken: ({ tool }) =>
      createToolRegistry([])
        .replace('plugin', [tool])
        .rejected.map(({ reason }) => reason),
  },
  {
    says: 'has a title and says what it is for',
    broken: ({ tool: { title, description } }) =>
      Object.entries({ title, description }).flatMap(([key, text]) =>
        text.trim() === '' ? [`its ${key} is empty`] : [],
      ),
  },
  {
    says: 'declares what it can do',
    broken: ({ tool: { capabilities } }) =>
      capabilities.length > 0
        ? []
        : ['it declares no capability, and so counts as one that writes and reaches the network'],
  },
  {
    says: 'can tell whether a call took effect where it says so',
    broken: ({ tool: { idempotency, verify } }) =>
      idempotency === 'verifiable' && verify === undefined ? ['it has no `verify`'] : [],
  },
  {
    says: 'takes every sample',
    broken: ({ tool, samples }) =>
      samples.length === 0
        ? ['there is no sample']
        : samples.flatMap((sample) => tool.input.safeParse(sample).error?.message ?? []),
  },
  {
    says: 'summarizes every sample in one line',
    broken: (trial) =>
      eachInput(trial, (input) => {
        const line: unknown = trial.tool.summarize(input);
        const fits = typeof line === 'string' && line.trim() !== '' && !line.includes('\n');
        return fits ? [] : [`${JSON.stringify(line)} is no line`];
      }),
  },
  {
    says: 'guards every sample without failing',
    broken: (trial) =>
      eachInput(trial, async (input) => {
        const { workspace, memory } = trial.makeContext({});
        const context = { workspace, memory, networkPolicy: 'allow' } as const;
        const decision = await trial.tool.guard?.(input, context);
        const sound = decision === undefined || GuardDecision.safeParse(decision).success;
        return sound ? [] : ['its guard gives no decision'];
      }),
  },
  {
    says: 'says whether it is ready, and why not',
    async broken({ tool }) {
      const ready = await tool.readiness?.();
      if (ready === undefined || ready.ready === true) return [];
      return (ready.reason ?? '').trim() === '' ? ['it gives no reason'] : [];
    },
  },
  {
    says: 'gives a result for every sample',
    broken: (trial) =>
      eachInput(trial, async (input) => {
        const result: unknown = await trial.tool.execute(input, trial.makeContext({}));
        return isResult(result) ? [] : ['what it gives is no result'];
      }),
  },
  {
    says: 'changes no file where it says that it only reads',
    broken: (trial) =>
      eachInput(trial, async (input) => {
        const memory = fakeToolMemory();
        await trial.tool.execute(input, trial.makeContext({ memory }));
        const harmless = trial.tool.riskLevel === 'read_only' || trial.tool.idempotency === 'pure';
        return harmless && memory.fileChanges.length > 0 ? ['it noted a change'] : [];
      }),
  },
  {
    says: 'ends soon after its signal has aborted',
    broken: (trial) => eachInput(trial, (input) => whenAborted(trial, input)),
  },
];

async function whenAborted({ tool, makeContext }: Trial, input: unknown): Promise<string[]> {
  const stop = new AbortController();
  const over = new AbortController();
  const running = tool.execute(input, makeContext({ signal: stop.signal }));
  stop.abort(new DOMException('Stopped by the test.', 'AbortError'));
  const ended = running.then(
    () => [],
    (thrown) => (isErrorLike(thrown) ? [] : notAnError()),
  );
  const late = systemClock
    .sleep(GRACE_MS, over.signal)
    .then(() => [`it still runs ${GRACE_MS} ms later`])
    .catch(() => []);
  return Promise.race([ended, late]).finally(() => over.abort());
}

type Broken = readonly string[];

/** What speaks against the tool with any sample, a failure of its own included. */
async function eachInput(
  { tool, samples }: Trial,
  judge: (input: unknown) => Promise<Broken> | Broken,
): Promise<Broken> {
  const found: string[] = [];
  for (const [index, sample] of samples.entries()) {
    const parsed = tool.input.safeParse(sample);
    if (!parsed.success) continue;
    const broken = await attempt(() => judge(parsed.data));
    found.push(...broken.map((what) => `sample ${index}: ${what}`));
  }
  return found;
}

async function attempt(judge: () => Promise<Broken> | Broken): Promise<Broken> {
  try {
    return await judge();
  } catch (thrown) {
    return isErrorLike(thrown) ? [`it throws: ${thrown.message}`] : notAnError();
  }
}

function notAnError(): string[] {
  return ['it throws what is no error'];
}

function isErrorLike(thrown: unknown): thrown is Error {
  return thrown instanceof Error || thrown instanceof DOMException;
}

function isResult(result: unknown): boolean {
  if (typeof result !== 'object' || result === null || !('success' in result)) return false;
  if (result.success === true) return 'output' in result && typeof result.output === 'string';
  return 'error' in result && typeof result.error === 'string' && result.error.trim() !== '';
}

/**
 * Everything that speaks against a tool, rule by rule; nothing when it is fit to be governed. For any test runner. It really
 * runs the tool with each sample, with a context of `makeContext`, several times.
 */
export async function toolProblems(
  tool: Tool,
  samples: readonly unknown[],
  makeContext: MakeToolContext = fakeToolContext,
): Promise<readonly string[]> {
  const trial = { tool, samples, makeContext };
  const problems: string[] = [];
  for (const { says, broken } of TOOL_RULES) {
    const found = await attempt(() => broken(trial));
    problems.push(...found.map((what) => `A tool ${says}, but ${what}.`));
  }
  return problems;
}
