import { AgentError } from '../base/errors.ts';
import type { ToolDefinition } from '../models/model-provider.ts';
import { estimateTokens } from '../models/token-estimate.ts';
import { translate } from '../protocol/catalogue.ts';
import { type ContextStepResult, type JournalStep, readJournalStep } from '../protocol/journal.ts';
import type { MessageRecord } from '../storage/records.ts';
import { estimateMessageTokens } from './context/estimate.ts';
import { fitHistory } from './context/fit-history.ts';
import { buildSystemPrompt } from './context/system-prompt.ts';
import type { TurnEngineDeps } from './turn-engine-deps.ts';
import { publish, type TurnRun } from './turn-run.ts';

/** Everything the model calls of one turn share. */
export interface TurnContext {
  readonly system: string;
  readonly tools: readonly ToolDefinition[];
  readonly history: readonly MessageRecord[];
  readonly decided: ContextStepResult;
  /** `provider/model` that the session asks for. */
  readonly preferredModel: string | undefined;
}

/** Share of the room that history may fill; the rest is for the turn itself. */
const HISTORY_SHARE = 0.6;

/** Decides, once a turn, what its models read; after a crash it reads the decision back. */
export async function contextStep(deps: TurnEngineDeps, run: TurnRun): Promise<TurnContext> {
  const { journal } = run;
  const { sessionKey } = journal.turn();
  const [agentFile, tools, session] = await Promise.all([
    deps.readAgentFile(),
    deps.pipeline.definitions(run.caller),
    deps.storage.sessions.get(sessionKey),
  ]);
  const { agent } = deps.config;
  const { workspace, systemTemplate: template } = deps;
  const system = buildSystemPrompt({ agent, workspace, template, agentFile });
  const shared = { system, tools, preferredModel: session?.model };

  const journalled = journal.step('context');
  if (journalled?.kind === 'context') {
    const decided = journalled.result;
    return { ...shared, decided, history: await historyOf(deps, run, decided) };
  }
  return { ...shared, ...(await decide(deps, run, shared)) };
}

async function decide(
  deps: TurnEngineDeps,
  run: TurnRun,
  { system, tools, preferredModel }: Pick<TurnContext, 'system' | 'tools' | 'preferredModel'>,
): Promise<Pick<TurnContext, 'history' | 'decided'>> {
  const { journal } = run;
  const turn = journal.turn();
  const startedAt = deps.clock.now();
  const lastCut = await cutOfLastTurn(deps, turn.sessionKey);
  const { records, earlierCut } = await readUnderCut(deps, run, lastCut);
  const windowTokens = windowOf(deps, preferredModel);
  const fixedTokens = estimateTokens(system) + estimateTokens(JSON.stringify(tools));
  const { keepFirstMessages, keepRecentRounds, cutAtShare } = deps.config.agent.context;
  const fitted = fitHistory({
    records,
    earlierCut,
    budgetTokens: Math.max(0, (windowTokens * cutAtShare - fixedTokens) * HISTORY_SHARE),
    keepFirstMessages,
    keepRecentRounds,
    estimate: estimateMessageTokens,
  });
  const cut = await summarized(deps, run, fitted);
  const history = withoutCut(records, cut);
  const decided: ContextStepResult = {
    historyUpTo: records.at(-1)?.seq ?? 0,
    ...(cut !== undefined && { cut }),
    estimatedTokens:
      fixedTokens + history.reduce((sum, { message }) => sum + estimateMessageTokens(message), 0),
    windowTokens,
    tools: tools.map(({ name }) => name),
  };
  const step: JournalStep = {
    turnId: turn.id,
    name: 'context',
    kind: 'context',
    status: 'done',
    startedAt,
    endedAt: deps.clock.now(),
    outcome: 'ok',
    result: decided,
  };
  // Deciding again after a crash comes to the same, unless a model had a part in it.
  if (cut?.by === 'summary') await journal.write([step]);
  else journal.hold([step]);
  return { history, decided };
}

type Cut = ContextStepResult['cut'];

/** The seam of a summary written by a model: whatever goes wrong with it, the digest stands. */
async function summarized(
  deps: TurnEngineDeps,
  run: TurnRun,
  { cut, leftOut }: ReturnType<typeof fitHistory>,
): Promise<Cut> {
  if (cut === undefined || leftOut.length === 0) return cut;
  publish(deps, run, { type: 'notice', text: translate(run.language, 'agent.history_cut') });
  if (deps.summarize === undefined) return cut;
  try {
    const messages = leftOut.map(({ message }) => message);
    const summary = (await deps.summarize(messages, run.signal)).trim();
    if (summary !== '') return { ...cut, digest: summary, by: 'summary' };
  } catch (thrown) {
    run.signal.throwIfAborted();
    deps.logFailure(deps.ids.next('err'), thrown, { during: 'summary' });
  }
  publish(deps, run, { type: 'notice', text: translate(run.language, 'agent.summary_failed') });
  return cut;
}

/** What cannot be read of it is decided anew. */
async function cutOfLastTurn(deps: TurnEngineDeps, sessionKey: string): Promise<Cut> {
  try {
    const last = await deps.storage.turns.lastStep(sessionKey, 'context');
    const step = last && readJournalStep(last);
    return step?.kind === 'context' ? step.result.cut : undefined;
  } catch (thrown) {
    if (AgentError.from(thrown).code !== 'storage_damaged') throw thrown;
    return undefined;
  }
}

/** After enough turns were taken back, new messages stand where the cut was: then it holds no more. */
async function readUnderCut(
  deps: TurnEngineDeps,
  run: TurnRun,
  cut: Cut,
): Promise<{ records: readonly MessageRecord[]; earlierCut: Cut }> {
  const { journal } = run;
  const { id, sessionKey } = journal.turn();
  const all = await deps.transcripts.read(sessionKey, { gap: cut, lease: journal.lease });
  const isVoid = cut !== undefined && !all.some(({ turnId }) => turnId === id);
  if (isVoid) return readUnderCut(deps, run, undefined);
  return { records: all.filter(({ turnId }) => turnId !== id), earlierCut: cut };
}

async function historyOf(
  deps: TurnEngineDeps,
  { journal }: TurnRun,
  { historyUpTo, cut }: ContextStepResult,
): Promise<readonly MessageRecord[]> {
  const { id, sessionKey } = journal.turn();
  const records = await deps.transcripts.read(sessionKey, { gap: cut, lease: journal.lease });
  return records.filter(({ seq, turnId }) => seq <= historyUpTo && turnId !== id);
}

function withoutCut(records: readonly MessageRecord[], cut: Cut): readonly MessageRecord[] {
  if (cut === undefined) return records;
  return records.filter(({ seq }) => seq < cut.fromSeq || seq > cut.toSeq);
}

function windowOf(deps: TurnEngineDeps, preferredModel: string | undefined): number {
  const chosen = deps.router.choose({
    taskType: 'chat',
    ...(preferredModel !== undefined && { preferredModel }),
  });
  return deps.config.agent.context.windowTokens ?? chosen.contextWindow;
}
