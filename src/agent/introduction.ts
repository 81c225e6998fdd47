import { isWorkerSession } from '../protocol/worker-session.ts';
import { fillTemplate } from './context/system-prompt.ts';
import type { TurnEngineDeps } from './turn-engine-deps.ts';
import type { TurnRun } from './turn-run.ts';

/** The introduction that a session is owed: once, before its first reply. A template that is no template is sent as it is. */
export async function introductionOf(
  deps: TurnEngineDeps,
  { journal, timeHeader }: TurnRun,
): Promise<string | undefined> {
  const { agent } = deps.config;
  if (agent.introduction.trim() === '' || isWorkerSession(journal.turn().sessionKey))
    return undefined;
  const session = await deps.storage.sessions.get(journal.turn().sessionKey);
  if (session === undefined || session.introduced) return undefined;
  const now = timeHeader(deps.clock.now());
  const [date = '', time = ''] = now.slice(1).split(' ');
  return fillTemplate(agent.introduction, {
    name: agent.name,
    date,
    time,
    principal: journal.turn().principal,
    channel: session.address.channel,
  });
}
