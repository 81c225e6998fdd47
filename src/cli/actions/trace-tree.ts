import type { Span } from '../../diagnosis/span.ts';
import { translate } from '../../protocol/catalogue.ts';
import type { Language } from '../../protocol/language.ts';
import { displayWidth, fitWidth, padWidth } from '../terminal/display-width.ts';
import { formatDuration } from '../terminal/duration.ts';
import { oneLine } from '../terminal/neutralise.ts';
import type { Style } from '../terminal/style.ts';
import { formatTime } from '../terminal/time.ts';

export interface TraceTreeFacts {
  readonly traceId: string;
  /** The root first. */
  readonly spans: readonly Span[];
  readonly timeZone: string;
  readonly language: Language;
  readonly style: Style;
}

const GOOD = new Set([
  'ok',
  'done',
  'accepted',
  'sent',
  'approved',
  'used',
  'stop',
  'tool-calls',
  'replayed',
  'command',
  'started',
]);
const OPEN = new Set(['running', 'queued', 'waiting', 'ready', 'pending', 'sending']);
const LONGEST_FACT = 100;

/** A trace as a tree: what, how long, how it ended, and the few facts that explain it. */
export function traceTree({ traceId, spans, timeZone, language, style }: TraceTreeFacts): string[] {
  const [root] = spans;
  if (root === undefined) return [];
  const rows = branches(spans, root, '');
  const widest = Math.max(...rows.map(({ branch, span }) => displayWidth(label(branch, span))));
  const head = translate(language, 'cli.trace.head', {
    traceId,
    time: formatTime(root.startedAt, timeZone),
    session: oneLine(String(root.attributes['sessionKey'] ?? '')),
  });
  return [
    style.bold(head),
    ...rows.map(({ branch, span }) => {
      const time = formatDuration(span.endedAt - span.startedAt).padStart(12);
      const outcome = paint(span.outcome, style);
      const facts = style.dim(factsOf(span));
      return `${padWidth(label(branch, span), widest)} ${time}  ${outcome}  ${facts}`.trimEnd();
    }),
  ];
}

interface Row {
  readonly branch: string;
  readonly span: Span;
}

function branches(spans: readonly Span[], span: Span, indent: string): Row[] {
  const children = spans.filter(({ parentId }) => parentId === span.spanId);
  return [
    { branch: indent, span },
    ...children.flatMap((child, index) => {
      const last = index === children.length - 1;
      const stem = indent.replace(/├─ $/, '│  ').replace(/└─ $/, '   ');
      return branches(spans, child, `${stem}${last ? '└─ ' : '├─ '}`);
    }),
  ];
}

function label(branch: string, { kind, name }: Span): string {
  const shown = kind === 'queue' || kind === 'context' ? kind : `${kind} ${oneLine(name)}`;
  return branch + shown;
}

function paint(outcome: string, style: Style): string {
  if (GOOD.has(outcome)) return style.green(outcome);
  return OPEN.has(outcome) ? style.yellow(outcome) : style.red(outcome);
}

function factsOf({ attributes }: Span): string {
  const shown = Object.entries(attributes).filter(
    ([key]) => key !== 'sessionKey' && key !== 'tool',
  );
  return shown
    .map(([key, value]) => `${key}=${fitWidth(oneLine(String(value)), LONGEST_FACT)}`)
    .join(' ');
}
