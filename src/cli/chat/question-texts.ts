import type { Approval } from '../../protocol/approval.ts';
import { approvalReason } from '../../protocol/approval-reason.ts';
import { translate } from '../../protocol/catalogue.ts';
import type { Language } from '../../protocol/language.ts';
import { showHidden } from '../../security/visible-text.ts';
import { formatDuration } from '../terminal/duration.ts';
import { neutralise, oneLine } from '../terminal/neutralise.ts';
import type { Style } from '../terminal/style.ts';

export interface QuestionTextDeps {
  readonly language: Language;
  readonly style: Style;
  readonly now: number;
}

/** What a person must know to say yes or no: exactly what will run, how bad it can be, and why it is asked. */
export function approvalText(approval: Approval, deps: QuestionTextDeps): string {
  const { language, style, now } = deps;
  const { tool, risk, summary, pattern, expiresAt } = approval;
  const title = translate(language, 'cli.ask.title', { tool: showHidden(tool) });
  const detail = (id: 'risk' | 'reason' | 'expires' | 'scope', value: string) => {
    const label = translate(language, `cli.ask.${id}`);
    // A full-width colon brings its own space.
    return `  ${style.dim(label)}${label.endsWith('：') ? '' : ' '}${value}`;
  };
  return [
    `${style.yellow('?')} ${style.bold(title)}`,
    indent(showHidden(summary)),
    detail('risk', translate(language, `cli.risk.${risk}`)),
    detail('reason', showHidden(oneLine(approvalReason(approval, language)))),
    detail('expires', formatDuration(Math.max(0, expiresAt - now))),
    ...(pattern === undefined ? [] : [detail('scope', showHidden(pattern))]),
  ].join('\n');
}

export function clarificationText(
  question: string,
  choices: readonly string[],
  style: Style,
): string {
  const lines = choices.map((choice, index) => `  ${index + 1}. ${oneLine(choice)}`);
  return [`${style.cyan('?')} ${style.bold(neutralise(question))}`, ...lines].join('\n');
}

function indent(text: string): string {
  return text
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n');
}
