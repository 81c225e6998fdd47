import { z } from 'zod';
import { Duration } from '../fields.ts';
import { MediaSettings } from './media.ts';
import { WebSettings } from './web.ts';

const Names = z.array(z.string().min(1));

const Exec = z.strictObject({
  enabled: z.boolean().default(true).describe('Whether the agent can run commands at all.'),
  timeout: Duration.prefault('10m').describe(
    'Longest time one command may take; two minutes when the model does not ask for more.',
  ),
  maxOutputBytes: z
    .int()
    .min(1_000)
    .default(1_000_000)
    .describe('Most output kept of each stream of one command, in bytes.'),
});

const Process = z.strictObject({
  maxRunning: z
    .int()
    .min(1)
    .max(100)
    .default(8)
    .describe('How many background processes may run at the same time, in all.'),
  maxAge: Duration.prefault('8h').describe('After this time a background process is ended.'),
  maxOutputBytes: z
    .int()
    .min(1_000)
    .default(200_000)
    .describe('Latest output kept of each stream of a background process, in bytes.'),
});

const CodeExec = z.strictObject({
  enabled: z.boolean().default(true).describe('Whether the agent can run code of its own.'),
});

const Profile = z.enum(['minimal', 'messaging', 'coding', 'full']);

export const ToolSettings = z.strictObject({
  profile: Profile.default('coding').describe('The set of tools that the model sees.'),
  allow: Names.default([]).describe(
    'Only these tools, whatever the profile says. Empty: no limit.',
  ),
  alsoAllow: Names.default([]).describe('Tools added to the profile.'),
  deny: Names.default([]).describe('Tools taken away; wins over everything else.'),
  exec: Exec.prefault({}).describe('Running commands.'),
  process: Process.prefault({}).describe('Commands in the background.'),
  codeExec: CodeExec.prefault({}).describe('Running code.'),
  web: WebSettings.prefault({}).describe('Fetching and searching.'),
  media: MediaSettings.prefault({}).describe('Pictures and speech.'),
});

/** `tools` of a channel: what it says stands in the place of what `tools` says for all. */
export const ChannelTools = z.strictObject({
  profile: Profile.optional().describe('The set of tools that is seen from this channel.'),
  allow: Names.optional().describe('Only these tools, from this channel.'),
  alsoAllow: Names.optional().describe('Tools added to the profile, from this channel.'),
  deny: Names.optional().describe('Tools taken away from this channel, beside those of `tools`.'),
});
export type ChannelTools = z.output<typeof ChannelTools>;

export const SecuritySettings = z.strictObject({
  profile: z
    .enum(['personalCli', 'daemon', 'publicGateway'])
    .default('personalCli')
    .describe('How far others and unattended work are trusted; no profile of tools goes beyond.'),
});

export const ExecutionSettings = z.strictObject({
  networkPolicy: z
    .enum(['deny', 'restricted', 'allow'])
    .default('deny')
    .describe('Whether tools may reach the network.'),
  executor: z.string().min(1).default('local').describe('Where commands run.'),
});

export const ApprovalSettings = z.strictObject({
  expiry: Duration.prefault('15m').describe('How long an approval request stays open.'),
});
