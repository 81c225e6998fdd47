import type { ModelMessage, ModelRequest } from './model-provider.ts';

/**
 * Roughly how many tokens a text is, without a tokenizer: words, numbers, signs and characters are counted as common
 * tokenizers split them, by their script. Within about 15 % for prose and code, and fast enough for every call.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  let run = 0;
  let kind = BREAK;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    const next = code < 128 ? (ASCII_KINDS[code] ?? SIGN) : kindOf(code);
    if (next !== kind) {
      tokens += costOf(kind, run);
      kind = next;
      run = 0;
    }
    run += 1;
  }
  return Math.ceil(tokens + costOf(kind, run));
}

/** What a picture costs at a common size; providers differ by its dimensions, which are not known here. */
const IMAGE_TOKENS = 1_200;
/** A page of a document carries about this much for each kilobyte. */
const FILE_TOKENS_PER_KILOBYTE = 60;
const MESSAGE_OVERHEAD = 4;

/** The same for a whole request: system text, tools, and messages with their attachments. */
export function estimateRequestTokens(
  request: Pick<ModelRequest, 'system' | 'tools' | 'messages'>,
): number {
  const tools = request.tools.length > 0 ? estimateTokens(JSON.stringify(request.tools)) : 0;
  const messages = request.messages.reduce((sum, each) => sum + estimateMessageTokens(each), 0);
  return estimateTokens(request.system) + tools + messages;
}

export function estimateMessageTokens(message: ModelMessage): number {
  switch (message.role) {
    case 'user':
      return sum(message.content, (part) => {
        if (part.type === 'text') return estimateTokens(part.text);
        if (part.type === 'image') return IMAGE_TOKENS;
        return Math.ceil((part.base64.length / 1_366) * FILE_TOKENS_PER_KILOBYTE);
      });
    case 'assistant':
      return sum(message.parts, (part) =>
        part.type === 'tool-call'
          ? estimateTokens(part.argumentsText) + estimateTokens(part.tool) + MESSAGE_OVERHEAD
          : estimateTokens(part.text),
      );
    case 'tool':
      return sum(message.results, ({ text }) => estimateTokens(text) + MESSAGE_OVERHEAD);
  }
}

function sum<Part>(parts: readonly Part[], tokensOf: (part: Part) => number): number {
  return parts.reduce((total, part) => total + tokensOf(part), MESSAGE_OVERHEAD);
}

const BREAK = 0;
const LOWER = 1;
const UPPER = 2;
const DIGIT = 3;
const SPACE = 4;
const LINE = 5;
const SIGN = 6;
const HAN = 7;
const KANA = 8;
const HANGUL = 9;
const ALPHABET = 10;
const ABUGIDA = 11;
const OTHER = 12;

const ASCII_KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[a-z]/.test(character)) return LOWER;
  if (/[A-Z]/.test(character)) return UPPER;
  if (/[0-9]/.test(character)) return DIGIT;
  if (character === '\n' || character === '\r') return LINE;
  return character === ' ' || character === '\t' ? SPACE : SIGN;
});

/** Tokens for each character of scripts that are not written in words of Latin letters. */
const PER_CHARACTER: Readonly<Record<number, number>> = {
  [HAN]: 0.78,
  [KANA]: 0.66,
  [HANGUL]: 0.62,
  [ALPHABET]: 0.3,
  [ABUGIDA]: 0.33,
  [OTHER]: 1.1,
};

function costOf(kind: number, run: number): number {
  switch (kind) {
    case BREAK:
      return 0;
    case LOWER:
      return run <= 6 ? 1 : 1 + (run - 6) * 0.16;
    case UPPER:
      // A capital begins the word behind it.
      return run === 1 ? 0.12 : run * 0.42;
    case DIGIT:
      return Math.ceil(run / 3);
    case SPACE:
      // One space belongs to the word behind it; indentation is a token of its own.
      return run === 1 ? 0.03 : 0.9;
    case LINE:
      return 0.8;
    case SIGN:
      return run === 1 ? 0.82 : 0.5 + run * 0.32;
    default:
      return run * (PER_CHARACTER[kind] ?? 1);
  }
}

/** The last character of each stretch, and the script of the stretch. */
const STRETCHES: readonly (readonly [last: number, kind: number])[] = [
  [0x05ff, ALPHABET],
  [0x0e7f, ABUGIDA],
  [0x2fff, OTHER],
  [0x303f, HAN],
  [0x30ff, KANA],
  [0x33ff, OTHER],
  [0x9fff, HAN],
  [0xabff, OTHER],
  [0xd7af, HANGUL],
  [0xfeff, OTHER],
  [0xffff, HAN],
];

function kindOf(code: number): number {
  return STRETCHES.find(([last]) => code <= last)?.[1] ?? OTHER;
}
