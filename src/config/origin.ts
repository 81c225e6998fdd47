/** Where a value came from. */
export interface Origin {
  readonly kind: 'default' | 'file' | 'environment' | 'flag';
  /** The file, the variable or the flag. */
  readonly name: string;
  readonly line?: number;
  readonly column?: number;
}

export const DEFAULT_ORIGIN: Origin = { kind: 'default', name: 'default' };

/** `default`, `echo-agent.yaml:3`, `ECHO_AGENT_LOG__LEVEL`, `HTTPS_PROXY` or `--set`. */
export function originText({ name, line }: Origin): string {
  return line === undefined ? name : `${name}:${line}`;
}
