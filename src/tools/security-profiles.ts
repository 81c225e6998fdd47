import type { Power } from './tool-profiles.ts';

export const SECURITY_PROFILES = ['personalCli', 'daemon', 'publicGateway'] as const;
export type SecurityProfile = (typeof SECURITY_PROFILES)[number];

/** Who calls, as far as security profiles tell people apart. */
export interface Standing {
  readonly isOwner: boolean;
  readonly canAsk: boolean;
}

interface Removal {
  readonly from: 'callers who are not the owner' | 'calls for which nobody can be asked';
  readonly powers: readonly Power[];
}

/** Useless without somebody who answers: a question, and what always needs a person's yes. */
const UNANSWERED: Removal = {
  from: 'calls for which nobody can be asked',
  powers: ['message.ask', 'scheduler.write', 'skill.write', 'skill.install'],
};

const STRANGERS: Removal = {
  from: 'callers who are not the owner',
  powers: [
    'process.exec',
    'process.manage',
    'code.exec',
    'fs.write',
    'skill.read',
    'skill.write',
    'skill.install',
    'scheduler.write',
    'mcp.call',
    'message.others',
    'undeclared',
  ],
};

/** What each profile takes away, whatever the profile of tools and the lists say. */
export const REMOVALS: Readonly<Record<SecurityProfile, readonly Removal[]>> = {
  personalCli: [],
  daemon: [UNANSWERED],
  publicGateway: [STRANGERS, UNANSWERED],
};

/** The first of these powers that this caller may not have, and why. */
export function findRemoval(
  powers: readonly Power[],
  profile: SecurityProfile,
  standing: Standing,
): { readonly power: Power; readonly from: Removal['from'] } | undefined {
  for (const removal of REMOVALS[profile]) {
    if (!concerns(removal, standing)) continue;
    const power = powers.find((each) => removal.powers.includes(each));
    if (power !== undefined) return { power, from: removal.from };
  }
  return undefined;
}

function concerns({ from }: Removal, { isOwner, canAsk }: Standing): boolean {
  return from === 'callers who are not the owner' ? !isOwner : !canAsk;
}
