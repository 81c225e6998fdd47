import { translate } from '../../protocol/catalogue.ts';
import type { Language } from '../../protocol/language.ts';
import type { RunEvent } from '../../protocol/run-event.ts';
import { fitWidth } from '../terminal/display-width.ts';
import { formatDuration } from '../terminal/duration.ts';
import { neutralise, oneLine } from '../terminal/neutralise.ts';
import type { Style } from '../terminal/style.ts';
import type { ChatView } from './chat-view.ts';

export interface ProgressDeps {
  readonly view: ChatView;
  readonly language: Language;
  readonly style: Style;
}

type EventOf<Type extends RunEvent['type']> = Extract<RunEvent, { type: Type }>;

/** Shows what a turn does beside answering: a line a finished tool call, and what goes on right now. */
export function createProgress({ view, language, style }: ProgressDeps): (event: RunEvent) => void {
  const summaries = new Map<string, string>();
  const parked = new Set<string>();
  const say = (text: string) => view.line(style.dim(text));

  function turnStarts({ turnId, resumed }: EventOf<'turn-start'>) {
    // Going on after an answer is no surprise.
    if (!parked.delete(turnId) && resumed) say(translate(language, 'cli.chat.resumed'));
    view.status(translate(language, 'cli.chat.working'));
  }

  function toolStarts({ turnId, step, tool, summary }: EventOf<'tool-start'>) {
    const shown = oneLine(summary);
    summaries.set(`${turnId}/${step}`, shown);
    view.status(translate(language, 'cli.chat.running', { tool: oneLine(tool), summary: shown }));
  }

  function toolEnds(event: EventOf<'tool-end'>) {
    const id = `${event.turnId}/${event.step}`;
    view.line(toolLine(event, { summary: summaries.get(id), language, style }));
    view.status(translate(language, 'cli.chat.working'));
    summaries.delete(id);
  }

  return (event) => {
    switch (event.type) {
      case 'turn-start':
        return turnStarts(event);
      case 'model-start': {
        const model = oneLine(`${event.provider}/${event.model}`);
        return view.status(translate(language, 'cli.chat.thinking', { model }));
      }
      case 'tool-start':
        return toolStarts(event);
      case 'tool-end':
        return toolEnds(event);
      case 'turn-waiting':
        parked.add(event.turnId);
        return view.status(undefined);
      case 'approval-settled':
        parked.add(event.approval.turnId);
        return undefined;
      case 'turn-break':
      case 'notice':
        return say(neutralise(event.text));
      case 'turn-end':
        return view.status(undefined);
      default:
        return undefined;
    }
  };
}

/** Columns; the whole is in the trace. */
const LONGEST_REASON = 120;

/** How asking ended is said by the outcome; the result then only tells the model what to do. */
const ASKED: ReadonlySet<string> = new Set([
  'approval_required',
  'approval_denied',
  'approval_expired',
]);

interface ToolLineFacts {
  readonly summary: string | undefined;
  readonly language: Language;
  readonly style: Style;
}

/** `✓ read_file: Read src/a.ts · 12 ms`; what did not work says why. */
function toolLine(event: EventOf<'tool-end'>, facts: ToolLineFacts): string {
  const { tool, outcome, durationMs } = event;
  const { language, style } = facts;
  const result = oneLine(event.summary);
  const worked = outcome === 'ok' || outcome === 'replayed';
  const summary = facts.summary ?? (worked ? result : '');
  const title = summary === '' ? oneLine(tool) : `${oneLine(tool)}: ${summary}`;
  const time = style.dim(` · ${formatDuration(durationMs)}`);
  if (worked) return `${style.green('✓')} ${title}${time}`;
  const told = ASKED.has(outcome) || result === '' || result === summary;
  const why = told ? '' : ` — ${fitWidth(result, LONGEST_REASON)}`;
  const said = translate(language, `cli.outcome.${outcome}`);
  return `${style.red('✗')} ${title} · ${said}${time}${why}`;
}
