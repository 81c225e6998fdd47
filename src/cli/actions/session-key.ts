/** `NAME` is a conversation of the command line; a whole key names one of any channel. */
export function toSessionKey(name: string): string {
  return name.includes(':') ? name : `cli:${name}`;
}
