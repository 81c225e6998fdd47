const REMEMBERED = 200;

/** Knows what a person has seen of each answer, so that no text is shown twice. */
export interface ReplyLedger {
  /** A model begins (again) to write a step; true when text of that step was shown and is now void. */
  begin(inboundId: string, step: string): boolean;
  streamed(inboundId: string, step: string, text: string): void;
  /** What of a reply is still to be shown, perhaps nothing; from now on all of it counts as shown. */
  remaining(inboundId: string, reply: string): string;
  /** Whether any of the answer was shown. */
  knows(inboundId: string): boolean;
}

interface Shown {
  readonly steps: Map<string, string>;
  readonly replies: string[];
}

export function createReplyLedger(): ReplyLedger {
  const answers = new Map<string, Shown>();

  function answer(inboundId: string): Shown {
    const known = answers.get(inboundId);
    if (known !== undefined) return known;
    const shown: Shown = { steps: new Map(), replies: [] };
    answers.set(inboundId, shown);
    const [oldest] = answers.keys();
    if (answers.size > REMEMBERED && oldest !== undefined) answers.delete(oldest);
    return shown;
  }

  return {
    begin(inboundId, step) {
      const { steps } = answer(inboundId);
      const voided = (steps.get(step) ?? '').trim() !== '';
      steps.delete(step);
      return voided;
    },

    streamed(inboundId, step, text) {
      const { steps } = answer(inboundId);
      steps.set(step, (steps.get(step) ?? '') + text);
    },

    remaining(inboundId, reply) {
      const { steps, replies } = answer(inboundId);
      const streamed = [...steps.values()];
      const rest = replies.some((shown) => same(shown, reply)) ? '' : unseenPart(streamed, reply);
      replies.push(reply);
      return rest;
    },

    knows: (inboundId) => answers.has(inboundId),
  };
}

/** A reply is the last step's text, or several; a closing sentence of our own may follow it. */
function unseenPart(steps: readonly string[], reply: string): string {
  for (let from = steps.length - 1; from >= 0; from -= 1) {
    if (same(steps.slice(from).join('\n'), reply)) return '';
  }
  const last = (steps.at(-1) ?? '').trim();
  const whole = reply.trim();
  return last !== '' && whole.startsWith(last) ? whole.slice(last.length).trim() : reply;
}

function same(a: string, b: string): boolean {
  return squeeze(a) === squeeze(b);
}

function squeeze(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
