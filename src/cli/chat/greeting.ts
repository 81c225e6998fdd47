import type { RuntimeStatus } from '../../app/runtime-client.ts';
import { translate } from '../../protocol/catalogue.ts';
import type { Language } from '../../protocol/language.ts';
import { oneLine } from '../terminal/neutralise.ts';
import type { Style } from '../terminal/style.ts';

export interface GreetingFacts {
  readonly status: RuntimeStatus;
  readonly chatId: string;
  readonly home: string;
  readonly language: Language;
  readonly style: Style;
}

/** Who answers and why, where the agent works, and what the owner should know first. */
export function greetingLines({ status, chatId, home, language, style }: GreetingFacts): string[] {
  const first = translate(language, 'cli.chat.greeting', {
    version: status.version,
    reason: oneLine(status.modelReason),
  });
  const second = translate(language, 'cli.chat.place', {
    workspace: oneLine(tilde(status.workspace, home)),
    session: chatId,
  });
  const warn = (text: string) => style.yellow(`! ${text}`);
  const unknown = status.unknownDeliveries.length;
  return [
    style.bold(first),
    style.dim(second),
    ...(unknown === 0 ? [] : [warn(translate(language, 'cli.chat.unknown', { count: unknown }))]),
    ...status.problems.map((problem) => warn(oneLine(problem))),
  ];
}

/** A path as people write it: `~` for their own folder. */
function tilde(path: string, home: string): string {
  return path === home || path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
