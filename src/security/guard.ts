import { translate } from '../protocol/catalogue.ts';
import { type Capability, type GuardDecision, mayReachNetwork } from '../protocol/tool-call.ts';
import { ALTERNATIVES } from './alternatives.ts';
import { PATTERN_KEYS, type PatternKey } from './pattern-key.ts';
import { type CommandText, type Finding, inspectCommand } from './shell/guard-command.ts';
import { resolvePath } from './shell/paths.ts';
import { describePlaces, type SensitivePlace } from './shell/sensitive-paths.ts';

export interface GuardDeps {
  /** The home of the user that commands run as. */
  readonly home: string;
  /** The runtime's own files and folders: no command may touch them. */
  readonly protectedPaths: readonly string[];
}

/** What the guard looks at. */
export interface GuardedCall {
  readonly capabilities: readonly Capability[];
  /** Valid arguments. A tool that runs commands takes `command`, and may take `cwd`, `env` and `stdin`. */
  readonly input: unknown;
}

export interface GuardSurroundings {
  readonly workspace: string;
  readonly networkPolicy: 'deny' | 'restricted' | 'allow';
}

export interface GuardVerdict {
  readonly decision: GuardDecision;
  /** For a command: what a remembered yes would cover. */
  readonly pattern?: string;
}

/** Judges a call by what it would do, not by its name. Pure: it touches nothing, and the same call is judged alike. */
export type Guard = (call: GuardedCall, surroundings: GuardSurroundings) => GuardVerdict;

export function createGuard({ home, protectedPaths }: GuardDeps): Guard {
  const places = new Map<string, SensitivePlace>();

  function placesOf(workspace: string): SensitivePlace {
    const known = places.get(workspace) ?? describePlaces({ home, protectedPaths, workspace });
    places.set(workspace, known);
    return known;
  }

  return ({ capabilities, input }, { workspace, networkPolicy }) => {
    const itself = findingsOf(capabilities);
    const decided = (more: readonly Finding[]) =>
      decide(underPolicy([...itself, ...more], networkPolicy));
    if (!capabilities.includes('process.exec')) return { decision: decided([]) };
    const command = readCommandInput(input);
    if (command === undefined) return { decision: decided([UNGUARDED]) };
    const folder = resolvePath(command.cwd, { home, folder: workspace });
    const place = { ...placesOf(workspace), folder };
    const { findings, readOnly, pattern } = inspectCommand(command, place);
    const decision = decided(findings);
    if (readOnly && itself.length === 0) {
      return { decision: { ...decision, ...explain('read_only_command') } };
    }
    const covered =
      pattern === undefined ? undefined : nameFacts(pattern, decision.facts, command.cwd);
    return covered === undefined ? { decision } : { decision, pattern: covered };
  };
}

const UNGUARDED: Finding = { key: 'unguarded_code', span: '' };

/** What a tool can do whatever it is given. Commands bring more with them. */
function findingsOf(capabilities: readonly Capability[]): readonly Finding[] {
  const network: Finding = { key: 'network_access', span: '' };
  return [
    ...(capabilities.includes('code.exec') ? [UNGUARDED] : []),
    ...(mayReachNetwork(capabilities) ? [network] : []),
  ];
}

interface CommandInput extends CommandText {
  readonly cwd: string;
}

function readCommandInput(input: unknown): CommandInput | undefined {
  if (typeof input !== 'object' || input === null) return undefined;
  const { command, cwd, env, stdin } = input as Readonly<Record<string, unknown>>;
  if (typeof command !== 'string') return undefined;
  const variables = typeof env === 'object' && env !== null ? Object.keys(env) : [];
  const prefix = variables.map((name) => `${name}=x `).join('');
  return {
    text: `${prefix}${command}`,
    cwd: typeof cwd === 'string' ? cwd : '.',
    stdin: typeof stdin === 'string' && stdin !== '' ? stdin : undefined,
  };
}

function underPolicy(
  findings: readonly Finding[],
  policy: GuardSurroundings['networkPolicy'],
): readonly Finding[] {
  const network = findings.find(({ key }) => key === 'network_access');
  if (network === undefined || policy === 'allow') return findings;
  const key = policy === 'deny' ? 'network_denied' : 'network_restricted';
  return [...findings, { key, span: network.span }];
}

const STRICTNESS = { allow: 0, ask: 1, deny: 2 } as const;
const FACTS: readonly PatternKey[] = ['file_delete', 'package_install', 'network_access'];

/** The strictest finding; of equally strict ones the first. */
function decide(findings: readonly Finding[]): GuardDecision {
  const strictness = ({ key }: Finding) => STRICTNESS[PATTERN_KEYS[key]];
  const worst = findings.reduce<Finding | undefined>(
    (best, finding) =>
      best === undefined || strictness(finding) > strictness(best) ? finding : best,
    undefined,
  );
  const facts = FACTS.filter((fact) => findings.some(({ key }) => key === fact));
  const span = worst === undefined || worst.span === '' ? {} : { span: worst.span };
  return { ...explain(worst?.key ?? 'none'), facts, ...span };
}

function explain(key: PatternKey): Omit<GuardDecision, 'facts'> {
  const alternative = ALTERNATIVES[key];
  return {
    action: PATTERN_KEYS[key],
    reason: translate('en', `guard.${key}`),
    patternKey: key,
    ...(alternative !== undefined && { alternative }),
  };
}

/** Facts are part of what was agreed to: a yes given without one does not cover it. */
function nameFacts(pattern: string, facts: readonly string[], cwd: string): string {
  const where = cwd === '.' || cwd === '' ? '' : ` (in ${cwd})`;
  const named = facts.length === 0 ? '' : ` [${facts.join(', ')}]`;
  return `${pattern}${where}${named}`;
}
