const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const RANDOM_CHARACTERS = 12;
const TIME_CHARACTERS = 9;

/** Fills the array with random bytes, as `crypto.getRandomValues` does. */
export type RandomBytes = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array;

export interface IdSource {
  /** `<prefix>_<time><random>`: sorts by creation time, and cannot be guessed (60 random bits). */
  next(prefix: string): string;
}

export function createIdSource(
  now: () => number = Date.now,
  randomBytes: RandomBytes = (bytes) => crypto.getRandomValues(bytes),
): IdSource {
  return {
    next(prefix) {
      const random = randomBytes(new Uint8Array(RANDOM_CHARACTERS));
      const tail = Array.from(random, (byte) => ALPHABET[byte % ALPHABET.length]).join('');
      return `${prefix}_${encodeTime(now())}${tail}`;
    },
  };
}

function encodeTime(now: number): string {
  let rest = Math.max(0, Math.floor(now));
  let text = '';
  for (let index = 0; index < TIME_CHARACTERS; index += 1) {
    text = ALPHABET[rest % ALPHABET.length] + text;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return text;
}
