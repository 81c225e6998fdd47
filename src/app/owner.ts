import { userInfo } from 'node:os';

/** The user of this machine who runs the runtime: `cli:<uid>`, and its owner. */
export function ownerPrincipal(): string {
  const { uid, username } = userInfo();
  return uid >= 0 ? `cli:${uid}` : `cli:${username}`;
}
