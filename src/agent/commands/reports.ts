import { translate } from '../../protocol/catalogue.ts';
import type { Session } from '../../protocol/session.ts';
import type { Usage } from '../../protocol/usage.ts';
import { startOfDay } from '../daily-limit.ts';
import type { Command, CommandCall, CommandDeps } from './command.ts';

const SESSIONS_SHOWN = 10;

const model: Command = {
  name: 'model',
  help: 'command.help.model',
  async run(deps, call) {
    const session = await deps.storage.sessions.get(call.sessionKey);
    if (call.argument === '') return { text: modelList(deps, call, session?.model) };
    const known = deps.router.states().some((state) => state.model === call.argument);
    if (!known) {
      return { text: translate(call.language, 'command.no_model', { model: call.argument }) };
    }
    const change = { model: call.argument };
    const orElse = { ...newSession(deps, call), ...change };
    const { sessionKey } = call;
    await deps.storage.commit([{ op: 'update-session', sessionKey, change, orElse }]);
    return { text: translate(call.language, 'command.model_set', { model: call.argument }) };
  },
};

const usage: Command = {
  name: 'usage',
  help: 'command.help.usage',
  async run(deps, { sessionKey, language }) {
    const since = startOfDay(deps.clock.now(), deps.config.agent.timeZone);
    const [session, today] = await Promise.all([
      deps.storage.usage.total({ sessionKey }),
      deps.storage.usage.total({ since }),
    ]);
    return {
      text: [
        translate(language, 'command.usage.session', usageValues(session, language)),
        translate(language, 'command.usage.today', usageValues(today, language)),
      ].join('\n'),
    };
  },
};

const sessions: Command = {
  name: 'sessions',
  help: 'command.help.sessions',
  async run(deps, { principal, language }) {
    const found = await deps.storage.sessions.list({
      limit: SESSIONS_SHOWN,
      ...(!deps.isOwner(principal) && { principal }),
    });
    if (found.length === 0) return { text: translate(language, 'command.no_sessions') };
    return { text: found.map(({ key, title }) => `${key}  ${title}`).join('\n') };
  },
};

const trace: Command = {
  name: 'trace',
  help: 'command.help.trace',
  async run(deps, { sessionKey, language }) {
    const [turn] = await deps.storage.turns.list({ sessionKey, limit: 1 });
    if (turn === undefined) return { text: translate(language, 'command.no_turn') };
    const steps = await deps.storage.turns.steps(turn.id);
    const lines = steps.map(
      ({ name, outcome, status, startedAt, endedAt }) =>
        `  ${name}  ${outcome ?? status}  ${endedAt === undefined ? '' : `${endedAt - startedAt} ms`}`,
    );
    const { traceId, state } = turn;
    const head = translate(language, 'command.trace', { traceId, state });
    return { text: [head, ...lines].join('\n') };
  },
};

export const reportCommands: readonly Command[] = [model, usage, sessions, trace];

/** A model can be chosen before the first word is said; the title comes with that. */
function newSession({ clock }: CommandDeps, call: CommandCall): Session {
  const { sessionKey: key, address, principal } = call;
  const now = clock.now();
  return { key, address, principal, title: '', createdAt: now, updatedAt: now, introduced: false };
}

function modelList(
  { router }: CommandDeps,
  { language }: CommandCall,
  chosen: string | undefined,
): string {
  const now = router.choose({
    taskType: 'chat',
    ...(chosen !== undefined && { preferredModel: chosen }),
  });
  const lines = router.states().map((state) => {
    const mark = state.model === now.model ? '*' : ' ';
    return `${mark} ${state.model}  ${state.state}`;
  });
  return [translate(language, 'command.models'), ...lines].join('\n');
}

function usageValues(total: Usage, language: CommandCall['language']) {
  return {
    input: total.inputTokens,
    output: total.outputTokens,
    cached: total.cacheReadTokens,
    cost:
      total.costUsd === undefined
        ? translate(language, 'command.usage.cost_unknown')
        : translate(language, 'command.usage.cost', { cost: total.costUsd.toFixed(4) }),
  };
}
