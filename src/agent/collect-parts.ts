import type { RoutedPart } from '../models/router-contract.ts';
import type { AssistantPart } from '../protocol/message.ts';

type ContentPart = Extract<
  RoutedPart,
  { type: 'text' | 'reasoning' | 'reasoning-end' | 'tool-call' }
>;

/** Puts the pieces of a stream together, in the order in which they came. */
export interface PartCollector {
  add(part: ContentPart): void;
  text(): string;
  /** Whether some call's arguments are not JSON, as when the output limit cut it. */
  hasBrokenCall(): boolean;
  /** The assistant's parts, calls named `tool_<step>_0`, `tool_<step>_1`, … */
  parts(step: number): AssistantPart[];
}

export function collectParts(): PartCollector {
  const pieces: AssistantPart[] = [];
  let calls = 0;
  /** Whether the next piece of text or reasoning may go on with the last one. */
  let open = true;

  function append(type: 'text' | 'reasoning', text: string) {
    if (text === '') return;
    const last = pieces.at(-1);
    if (open && last?.type === type) pieces[pieces.length - 1] = { type, text: last.text + text };
    else pieces.push({ type, text });
    open = true;
  }

  /** A block without text, such as a redacted one, is kept for what the provider wants back with it. */
  function endReasoning(metadata: Record<string, unknown> | undefined) {
    const last = pieces.at(-1);
    const begun = open && last?.type === 'reasoning';
    open = false;
    if (metadata === undefined) return;
    const ended = { type: 'reasoning', text: begun ? last.text : '', metadata } as const;
    pieces.splice(begun ? -1 : pieces.length, 1, ended);
  }

  return {
    add(part) {
      switch (part.type) {
        case 'text':
        case 'reasoning':
          append(part.type, part.text);
          break;
        case 'reasoning-end':
          endReasoning(part.metadata);
          break;
        case 'tool-call':
          pieces.push({ ...part, callId: String(calls) });
          calls += 1;
      }
    },

    text: () => pieces.flatMap((piece) => (piece.type === 'text' ? [piece.text] : [])).join(''),

    hasBrokenCall: () =>
      pieces.some((piece) => piece.type === 'tool-call' && !isJson(piece.argumentsText)),

    parts: (step) =>
      pieces.map((piece) =>
        piece.type === 'tool-call' ? { ...piece, callId: `tool_${step}_${piece.callId}` } : piece,
      ),
  };
}

function isJson(text: string): boolean {
  if (text.trim() === '') return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
