const LINE_FEED = 0x0a;
const FIRST_BEYOND_BASIC_PLANE = 0x10000;

/** All two-byte sequences, and the four-byte ones that stand for characters of the basic plane. */
const PAIRS = 126 * 191;
const QUADS = 4 * 10 * 126 * 10;

/**
 * Whether bytes that are no UTF-8 read as Chinese in GB18030. Western one-byte text decodes too, but its high
 * bytes stand alone among ASCII letters, where Chinese ones come in pairs.
 */
export function looksLikeGb18030(bytes: Uint8Array): boolean {
  let paired = 0;
  let alone = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    if ((bytes[index] ?? 0) < 0x80) continue;
    index += 1;
    if ((bytes[index] ?? 0) >= 0xa1) paired += 1;
    else alone += 1;
  }
  return paired > 0 && paired >= 4 * alone;
}

/** Undefined when a character has no place in it, such as an unpaired surrogate. */
export function encodeGb18030(text: string): Uint8Array | undefined {
  const pairs = learn(PAIRS, pairAt);
  let quads: ReadonlyMap<string, number> | undefined;
  const bytes: number[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const pair = pairs.get(character);
    if (code < 0x80) bytes.push(code);
    else if (pair !== undefined) bytes.push(...pairAt(pair));
    else if (code >= FIRST_BEYOND_BASIC_PLANE) {
      bytes.push(...quadAt(0x90, code - FIRST_BEYOND_BASIC_PLANE));
    } else {
      quads ??= learn(QUADS, (index) => quadAt(0x81, index));
      const quad = quads.get(character);
      if (quad === undefined) return undefined;
      bytes.push(...quadAt(0x81, quad));
    }
  }
  return Uint8Array.from(bytes);
}

/** Asks the decoder which character each sequence is. */
function learn(
  count: number,
  sequenceAt: (index: number) => readonly number[],
): ReadonlyMap<string, number> {
  const bytes: number[] = [];
  for (let index = 0; index < count; index += 1) bytes.push(...sequenceAt(index), LINE_FEED);
  const characters = new TextDecoder('gb18030').decode(Uint8Array.from(bytes)).split('\n');
  const table = new Map<string, number>();
  for (const [index, character] of characters.entries()) {
    if (character.length === 1 && character !== '\ufffd') table.set(character, index);
  }
  return table;
}

function pairAt(index: number): readonly number[] {
  return [0x81 + Math.floor(index / 191), 0x40 + (index % 191)];
}

function quadAt(first: number, index: number): readonly number[] {
  return [
    first + Math.floor(index / 12_600),
    0x30 + (Math.floor(index / 1_260) % 10),
    0x81 + (Math.floor(index / 10) % 126),
    0x30 + (index % 10),
  ];
}
