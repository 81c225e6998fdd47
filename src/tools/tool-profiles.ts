import { Capability } from '../protocol/tool-call.ts';
import type { Tool } from './tool.ts';

export const TOOL_PROFILES = ['minimal', 'messaging', 'coding', 'full'] as const;
export type ToolProfile = (typeof TOOL_PROFILES)[number];

/** What a tool can do, in the words of profiles: capabilities, and two things that none of them says. */
export type Power = Capability | 'message.others' | 'undeclared';

export const POWERS: readonly Power[] = [...Capability.options, 'message.others', 'undeclared'];

const MINIMAL: readonly Power[] = [
  'fs.read',
  'message.ask',
  'memory.read',
  'knowledge.read',
  'skill.read',
  'media.read',
  'session.read',
];
const MESSAGING: readonly Power[] = [...MINIMAL, 'message.send', 'memory.write', 'media.generate'];
const CODING: readonly Power[] = [
  ...MESSAGING,
  'fs.write',
  'process.exec',
  'process.manage',
  'code.exec',
  'task.write',
  'workflow.write',
  'agent.delegate',
];

/** What a tool may be able to do in each profile; a tool is in it when all of its powers are. */
export const POWERS_OF: Readonly<Record<ToolProfile, ReadonlySet<Power>>> = {
  minimal: new Set(MINIMAL),
  messaging: new Set(MESSAGING),
  coding: new Set(CODING),
  full: new Set(POWERS),
};

/**
 * `message.send` is the own chat, where the tool tells by `addressees` where a message goes; one that does not tell may
 * write to anybody. A tool that declares nothing may do anything.
 */
export function powersOf({
  capabilities,
  addressees,
}: Pick<Tool, 'capabilities' | 'addressees'>): readonly Power[] {
  if (capabilities.length === 0) return ['undeclared'];
  const toAnybody = capabilities.includes('message.send') && addressees === undefined;
  return toAnybody ? [...capabilities, 'message.others'] : capabilities;
}
