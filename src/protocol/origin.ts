import { z } from 'zod';

/** Where a piece of content came from, whether its words may steer us, and whom it may be shown to. */
export const Origin = z.object({
  /** `user`, `model`, `runtime`, `workspace`, `command`, or `<kind>:<detail>` such as `web:example.org`. */
  source: z.string(),
  trust: z.enum(['trusted', 'untrusted']),
  /** Principals, persons or groups that may see it; `session` stands for whoever takes part in the session. */
  audience: z.array(z.string()),
});
export type Origin = z.infer<typeof Origin>;

/** Content of our own making, or of the person spoken with. */
export function trustedOrigin(source: string): Origin {
  return { source, trust: 'trusted', audience: ['session'] };
}

/** Content from outside: data, whatever it says. */
export function untrustedOrigin(source: string): Origin {
  return { source, trust: 'untrusted', audience: ['session'] };
}
