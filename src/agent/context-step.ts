import { AgentError } from '../base/errors.ts';
import type { ToolDefinition } from '../models/model-provider.ts';
import { estimateTokens } from '../models/token-estimate.ts';
import { translate } from '../protocol/catalogue.ts';
import { type ContextStepResult, type JournalStep, readJournalStep } from '../protocol/journal.ts';
import { isWorkerSession } from '../protocol/worker-session.ts';
import type { MessageRecord } from '../storage/records.ts';
import { estimateMessageTokens } from './context/estimate.ts';
import { fitHistory } from './context/fit-history.ts';
import { fitByShortening, type Shortened, shortenHistory } from './context/shorten-history.ts';
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
  const isWorker = isWorkerSession(sessionKey);
  const system = buildSystemPrompt({ agent, workspace, template, agentFile, isWorker });
  const preferredModel = session?.model ?? journal.inbound.child?.model;
  const shared = { system, tools, preferredModel };

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
  const windowTokens = windowOf(deps, preferredModel);
  const fixedTokens = estimateTokens(system) + estimateTokens(JSON.stringify(tools));
  const fitted = await fitToWindow(deps, run, { windowTokens, fixedTokens });
  const { historyUpTo, cut, shortened, history } = fitted;
  const decided: ContextStepResult = {
    historyUpTo,
    ...(cut !== undefined && { cut }),
    ...(shortened !== undefined && { shortened }),
    estimatedTokens: fixedTokens + tokensOf(history, cut),
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

interface Window {
  readonly windowTokens: number;
  /** What system prompt and tools fill of it. */
  readonly fixedTokens: number;
}

/** Cuts whole rounds out of the middle of a history that is too long, and shortens what is left where that is not enough. */
async function fitToWindow(
  deps: TurnEngineDeps,
  run: TurnRun,
  { windowTokens, fixedTokens }: Window,
) {
  const { keepFirstMessages, keepRecentRounds, cutAtShare } = deps.config.agent.context;
  const last = await lastDecision(deps, run.journal.turn().sessionKey);
  const { records, earlierCut } = await readUnderCut(deps, run, last?.cut);
  const earlier = withinHistory(last?.shortened, records);
  const room = {
    budgetTokens: Math.max(0, (windowTokens * cutAtShare - fixedTokens) * HISTORY_SHARE),
    estimate: estimateMessageTokens,
  };
  const shown = shortenHistory(records, earlier);
  const keep = { keepFirstMessages, keepRecentRounds };
  const fitted = fitHistory({ records: shown, earlierCut, ...keep, ...room });
  const cut = await summarized(deps, run, fitted);
  const left = withoutCut(records, cut);
  const shortened = fitByShortening({ records: left, earlier, ...room });
  if (shortened !== earlier && fitted.leftOut.length === 0) {
    publish(deps, run, {
      type: 'notice',
      text: translate(run.language, 'agent.history_shortened'),
    });
  }
  const historyUpTo = records.at(-1)?.seq ?? 0;
  return { historyUpTo, cut, shortened, history: shortenHistory(left, shortened) };
}

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
async function lastDecision(
  deps: TurnEngineDeps,
  sessionKey: string,
): Promise<ContextStepResult | undefined> {
  try {
    const last = await deps.storage.turns.lastStep(sessionKey, 'context');
    const step = last && readJournalStep(last);
    return step?.kind === 'context' ? step.result : undefined;
  } catch (thrown) {
    if (AgentError.from(thrown).code !== 'storage_damaged') throw thrown;
    return undefined;
  }
}

/** After turns were taken back, new messages take their positions: what was shortened there says nothing of those. */
function withinHistory(
  shortened: Shortened | undefined,
  records: readonly MessageRecord[],
): Shortened | undefined {
  const last = records.at(-1)?.seq ?? 0;
  if (shortened === undefined || last === 0) return undefined;
  const { resultsUpTo, allUpTo } = shortened;
  return { resultsUpTo: Math.min(resultsUpTo, last), allUpTo: Math.min(allUpTo, last) };
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
  { historyUpTo, cut, shortened }: ContextStepResult,
): Promise<readonly MessageRecord[]> {
  const { id, sessionKey } = journal.turn();
  const records = await deps.transcripts.read(sessionKey, { gap: cut, lease: journal.lease });
  const history = records.filter(({ seq, turnId }) => seq <= historyUpTo && turnId !== id);
  return shortenHistory(history, shortened);
}

function withoutCut(records: readonly MessageRecord[], cut: Cut): readonly MessageRecord[] {
  if (cut === undefined) return records;
  return records.filter(({ seq }) => seq < cut.fromSeq || seq > cut.toSeq);
}

function tokensOf(history: readonly MessageRecord[], cut: Cut): number {
  const digest = cut === undefined ? 0 : estimateTokens(cut.digest);
  return history.reduce((sum, { message }) => sum + estimateMessageTokens(message), digest);
}

function windowOf(deps: TurnEngineDeps, preferredModel: string | undefined): number {
  const chosen = deps.router.choose({
    taskType: 'chat',
    ...(preferredModel !== undefined && { preferredModel }),
  });
  return deps.config.agent.context.windowTokens ?? chosen.contextWindow;
}
