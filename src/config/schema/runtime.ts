import { z } from 'zod';
import { Duration, FilePath, LongDuration, ProxyUrl } from '../fields.ts';

export const WorkspaceSettings = z.strictObject({
  path: FilePath.default('~/.echo-agent/workspace').describe(
    'The folder the agent works in. By default the folder `workspace` in `dataDir`.',
  ),
});

export const StorageSettings = z.strictObject({
  backend: z.string().min(1).default('sqlite').describe('Where records are kept.'),
  durability: z
    .enum(['full', 'normal'])
    .default('full')
    .describe(
      '`full` survives a power cut; `normal` is faster and may lose the last moments in one.',
    ),
});

export const ArtifactSettings = z.strictObject({
  keepFor: LongDuration.prefault('30d').describe(
    'How long the whole text of long results is kept. Earlier versions of files stay.',
  ),
});

export const BusSettings = z.strictObject({
  maxQueuedPerSession: z
    .int()
    .positive()
    .default(100)
    .describe('How many messages of one session may wait.'),
  maxQueued: z.int().positive().default(10_000).describe('How many messages may wait in all.'),
  outboxTtl: Duration.prefault('24h').describe('How long delivery of a reply is tried.'),
  maxDeliveryAttempts: z
    .int()
    .positive()
    .default(8)
    .describe('How often delivery of a reply is tried.'),
  leaseDuration: Duration.prefault('30s').describe(
    'How long a worker that went silent keeps its session.',
  ),
});

export const LogSettings = z.strictObject({
  level: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('The least important entries still written.'),
  format: z
    .enum(['auto', 'json', 'pretty'])
    .default('auto')
    .describe('`auto` is `pretty` on a terminal and `json` elsewhere.'),
});

export const NetworkSettings = z.strictObject({
  proxy: ProxyUrl.optional().describe('Proxy for outgoing requests. HTTPS_PROXY when not given.'),
  noProxy: z
    .string()
    .optional()
    .describe('Hosts reached without the proxy, separated by commas. NO_PROXY when not given.'),
  caFile: FilePath.optional().describe(
    'PEM file with further certificate authorities. NODE_EXTRA_CA_CERTS when not given.',
  ),
});
