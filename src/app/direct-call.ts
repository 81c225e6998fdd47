import { sessionKeyOf } from '../protocol/event.ts';
import type { Caller, ToolPipeline, ToolReport } from '../tools/pipeline-contract.ts';
import { type DirectJournalDeps, openDirectJournal } from './direct-journal.ts';

/** Where `tools call` works. No chat can have this name, so its file views, to-dos and allowances are its own. */
const TOOLS_CHAT = { channel: 'cli', accountId: 'default', chatId: '@tools' } as const;
export const TOOLS_SESSION = sessionKeyOf(TOOLS_CHAT);

export interface DirectCallDeps extends DirectJournalDeps {
  readonly pipeline: ToolPipeline;
  readonly owner: string;
}

export interface DirectCall {
  readonly name: string;
  readonly argumentsText: string;
  readonly assumeYes: boolean;
  /** In whose name; the owner's when absent. */
  readonly principal?: string | undefined;
}

/** Whoever calls a tool from the command line, or would: with nobody there to be asked. The owner says yes for nobody else. */
export function directCaller(
  owner: string,
  { principal = owner, assumeYes = false }: Partial<Pick<DirectCall, 'principal' | 'assumeYes'>>,
): Caller {
  const isOwner = principal === owner;
  return {
    principal,
    isOwner,
    sessionKey: TOOLS_SESSION,
    channel: principal.split(':')[0] ?? '',
    agentId: 'main',
    unattended: false,
    canAsk: false,
    assumeYes: assumeYes && isOwner,
    canUndo: false,
  };
}

/** One call without a turn, through the same pipeline and into the same journal. */
export async function callDirectly(
  deps: DirectCallDeps,
  call: DirectCall,
  signal: AbortSignal,
): Promise<ToolReport> {
  const caller = directCaller(deps.owner, call);
  const callId = 'tool_0_0';
  const id = `${TOOLS_SESSION}#${deps.ids.next('turn')}`;
  const proposal = {
    traceId: deps.ids.next('trace'),
    callId,
    tool: call.name,
    argumentsText: call.argumentsText,
  };
  const recorder = openDirectJournal(deps, {
    ...proposal,
    id,
    sessionKey: TOOLS_SESSION,
    address: TOOLS_CHAT,
    principal: caller.principal,
  });
  const result = await deps.pipeline.call(
    { ...proposal, turnId: id, earlierInBatch: new Set(), startedBefore: false },
    { caller, recorder, signal },
  );
  if (result.state === 'finished') return result.report;
  const report = needsSomebody(call, result.state);
  await recorder.finished(undefined, report);
  return report;
}

function needsSomebody(call: DirectCall, state: 'needs_approval' | 'needs_answer'): ToolReport {
  const text = `Not run: this call ${state === 'needs_answer' ? 'asks a person a question' : 'needs an approval'}, and nobody can be asked here.`;
  return {
    tool: call.name,
    outcome: 'approval_required',
    text,
    origin: { source: 'runtime', trust: 'trusted', audience: ['session'] },
    summary: text,
    attempts: 0,
    durationMs: 0,
    metadata: {},
    sideEffect: false,
  };
}
