import { translate } from '../../protocol/catalogue.ts';
import type { ContentBlock } from '../../protocol/content.ts';
import type { OutboundEvent } from '../../protocol/event.ts';
import type { RunEvent } from '../../protocol/run-event.ts';
import { neutralise } from '../terminal/neutralise.ts';
import { toWords } from './content-words.ts';
import { createReplyLedger } from './reply-ledger.ts';
import { createProgress, type ProgressDeps } from './show-progress.ts';

export interface EventPrinterDeps extends ProgressDeps {
  /** Whether answers are shown as they are written; else only when they are whole. */
  readonly live: boolean;
}

/** Shows what a conversation does. Reasoning never comes this far: events hold none. */
export interface EventPrinter {
  show(event: RunEvent): void;
  /** Shows a delivered reply, unless it was shown before. */
  deliver(event: OutboundEvent): Promise<void>;
  /** There is this reply, and it may still be delivered. */
  announce(inboundId: string, text: string): void;
  /** Shows a reply that was announced but not delivered. */
  deliverLate(inboundId: string): Promise<void>;
  /** A message was sent from here: replies to others get a note. */
  ours(inboundId: string): void;
}

export function createEventPrinter(deps: EventPrinterDeps): EventPrinter {
  const { view, language, style, live } = deps;
  const showProgress = createProgress(deps);
  const ledger = createReplyLedger();
  const sentFromHere = new Set<string>();
  const undelivered = new Map<string, string>();
  const say = (id: 'cli.chat.void' | 'cli.chat.earlier') =>
    view.line(style.dim(translate(language, id)));

  async function showRest(inboundId: string, text: string): Promise<void> {
    const rest = ledger.remaining(inboundId, neutralise(text));
    if (rest !== '') await view.reply(rest);
  }

  function showAnswer(event: RunEvent) {
    if (event.type === 'model-start' && ledger.begin(event.inboundId, event.step)) {
      say('cli.chat.void');
    }
    if (event.type === 'text-delta') {
      const text = neutralise(event.text);
      ledger.streamed(event.inboundId, event.step, text);
      view.stream(text);
    }
    // At once, because its delivery may go to another client of the same chat.
    if (event.type === 'reply') void showRest(event.inboundId, event.text);
  }

  function announce(inboundId: string, text: string) {
    undelivered.set(inboundId, text);
  }

  return {
    show(event) {
      if (live) showAnswer(event);
      else if (event.type === 'reply') announce(event.inboundId, event.text);
      showProgress(event);
    },

    async deliver(event) {
      const { content } = event;
      const inboundId = event.replyTo ?? event.id;
      if (event.kind !== 'reply') return view.reply(neutralise(toWords(content, language)));
      const seen = sentFromHere.has(inboundId) || ledger.knows(inboundId);
      if (!seen) say('cli.chat.earlier');
      // What the runtime adds for those who did not see the turn live was shown here as it happened.
      const text = toWords(seen ? content.filter(isSaid) : content, language);
      undelivered.delete(inboundId);
      await showRest(inboundId, text);
    },

    announce,

    async deliverLate(inboundId) {
      const text = undelivered.get(inboundId);
      undelivered.delete(inboundId);
      if (text !== undefined) await showRest(inboundId, text);
    },

    ours: (inboundId) => {
      sentFromHere.add(inboundId);
    },
  };
}

function isSaid({ origin }: ContentBlock): boolean {
  return origin.source !== 'runtime';
}
