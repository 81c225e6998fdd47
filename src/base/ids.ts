const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const RANDOM_CHARACTERS = 12;
const TIME_CHARACTERS = 9;
/** Asking the system for randomness costs more than the rest of an id. */
const IDS_PER_DRAW = 64;

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
  const pool = new Uint8Array(RANDOM_CHARACTERS * IDS_PER_DRAW);
  let used = pool.length;

  return {
    next(prefix) {
      if (used === pool.length) {
        randomBytes(pool);
        used = 0;
      }
      let id = `${prefix}_${encodeTime(now())}`;
      for (const end = used + RANDOM_CHARACTERS; used < end; used += 1) {
        id += ALPHABET[(pool[used] ?? 0) % ALPHABET.length];
      }
      return id;
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
