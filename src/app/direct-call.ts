import { createSessionMemory } from '../agent/session-memory.ts';
import type { Clock } from '../base/clock.ts';
import type { IdSource } from '../base/ids.ts';
import { sessionKeyOf } from '../protocol/event.ts';
import type { Storage } from '../storage/storage.ts';
import { effectStatusOf, toEffectReceipt } from '../tools/effect-receipt.ts';
import type {
  Caller,
  CallRecorder,
  StartedCall,
  ToolPipeline,
  ToolReport,
} from '../tools/pipeline-contract.ts';

/** Where `tools call` works. No chat can have this name, so its file views, to-dos and allowances are its own. */
const TOOLS_CHAT = { channel: 'cli', accountId: 'default', chatId: '@tools' } as const;
const TOOLS_SESSION = sessionKeyOf(TOOLS_CHAT);

export interface DirectCallDeps {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly pipeline: ToolPipeline;
  readonly owner: string;
}

export interface DirectCall {
  readonly name: string;
  readonly argumentsText: string;
  readonly assumeYes: boolean;
}

/** Whoever calls a tool from the command line: the owner, with nobody there to be asked. */
export function directCaller(owner: string, assumeYes: boolean): Caller {
  return {
    principal: owner,
    isOwner: true,
    sessionKey: TOOLS_SESSION,
    channel: 'cli',
    agentId: 'main',
    unattended: false,
    canAsk: false,
    assumeYes,
    canUndo: false,
  };
}

/** One call without a turn, through the same pipeline and the same ledger. */
export async function callDirectly(
  deps: DirectCallDeps,
  call: DirectCall,
  signal: AbortSignal,
): Promise<ToolReport> {
  await keepSession(deps);
  const turnId = `${TOOLS_SESSION}#${deps.ids.next('turn')}`;
  const result = await deps.pipeline.call(
    {
      traceId: deps.ids.next('trace'),
      turnId,
      callId: 'tool_0_0',
      tool: call.name,
      argumentsText: call.argumentsText,
      earlierInBatch: new Set(),
      startedBefore: false,
    },
    {
      caller: directCaller(deps.owner, call.assumeYes),
      recorder: ledgerRecorder(deps, turnId),
      signal,
    },
  );
  return result.state === 'finished' ? result.report : needsSomebody(call, result.state);
}

/** What direct calls leave behind is found, and deleted, under one session. */
function keepSession({ storage, clock, owner }: DirectCallDeps): Promise<void> {
  const at = clock.now();
  const sessionKey = TOOLS_SESSION;
  const orElse = {
    key: sessionKey,
    address: TOOLS_CHAT,
    principal: owner,
    title: 'tools call',
    createdAt: at,
    updatedAt: at,
    introduced: false,
  };
  return storage.commit([{ op: 'update-session', sessionKey, change: { updatedAt: at }, orElse }]);
}

function ledgerRecorder({ storage, clock, ids }: DirectCallDeps, turnId: string): CallRecorder {
  const stepName = 'tool_0_0';
  const putEffect = (started: StartedCall, report?: ToolReport) => {
    const { idempotencyKey, tool, idempotency } = started;
    return storage.commit([
      {
        op: 'put-effect',
        effect: {
          idempotencyKey,
          turnId,
          stepName,
          tool,
          class: idempotency,
          status: report === undefined ? 'intent' : effectStatusOf(report),
          at: clock.now(),
          ...(report !== undefined && { receipt: toEffectReceipt(report) }),
        },
      },
    ]);
  };

  return {
    memory: createSessionMemory({
      storage,
      clock,
      ids,
      sessionKey: TOOLS_SESSION,
      turnId,
      stepName,
      commit: (operations) => storage.commit(operations),
    }),
    started: (started) => putEffect(started),
    async finished(started, report) {
      if (started !== undefined) await putEffect(started, report);
    },
    async keepArtifact(text) {
      const id = ids.next('art');
      const content = new TextEncoder().encode(text);
      const artifact = {
        id,
        sessionKey: TOOLS_SESSION,
        turnId,
        kind: 'output',
        mediaType: 'text/plain; charset=utf-8',
        bytes: content.byteLength,
        createdAt: clock.now(),
      } as const;
      await storage.commit([{ op: 'put-artifact', artifact, content }]);
      return id;
    },
    findEffect: (idempotencyKey) => storage.effects.get(idempotencyKey),
  };
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
