import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writeWhole } from '../../security/whole-file.ts';

/** What a sign-in left behind; the two inner values are the library's own. */
const SignIn = z.object({
  version: z.literal(1),
  /** The address that it was made for: it counts for no other. */
  url: z.string(),
  /** The port that the client was registered with for the way back. */
  redirectPort: z.number().optional(),
  client: z.looseObject({ client_id: z.string() }).optional(),
  tokens: z.looseObject({ access_token: z.string(), token_type: z.string() }).optional(),
});
export type SignIn = z.output<typeof SignIn>;

export interface SignInStore {
  /** Empty when there is none for this address, or none that can be read. */
  read(): SignIn;
  write(changes: Partial<Omit<SignIn, 'version' | 'url'>>): void;
}

/** One small file a server, written whole, for its owner only. */
export function openSignInStore(folder: string, name: string, url: string): SignInStore {
  const path = join(folder, 'sign-ins', `${name}.json`);
  const empty: SignIn = { version: 1, url };

  function read(): SignIn {
    try {
      const kept = SignIn.parse(JSON.parse(readFileSync(path, 'utf8')));
      return kept.url === url ? kept : empty;
    } catch {
      return empty;
    }
  }

  return {
    read,
    write: (changes) => writeWhole(path, `${JSON.stringify({ ...read(), ...changes }, null, 2)}\n`),
  };
}
