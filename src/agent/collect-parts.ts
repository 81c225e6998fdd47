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

  function append(type: 'text' | 'reasoning', text: string) {
    const last = pieces.at(-1);
    if (last?.type === type && !('metadata' in last)) {
      pieces[pieces.length - 1] = { type, text: last.text + text };
    } else {
      pieces.push({ type, text });
    }
  }

  return {
    add(part) {
      switch (part.type) {
        case 'text':
        case 'reasoning':
          append(part.type, part.text);
          break;
        case 'reasoning-end': {
          const last = pieces.at(-1);
          const text = last?.type === 'reasoning' ? last.text : '';
          const ended = { type: 'reasoning', text, metadata: part.metadata ?? {} } as const;
          if (last?.type === 'reasoning') pieces[pieces.length - 1] = ended;
          else if (part.metadata !== undefined) pieces.push(ended);
          break;
        }
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
