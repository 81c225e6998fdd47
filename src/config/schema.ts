import { z } from 'zod';
import { FilePath } from './fields.ts';
import { AgentSettings } from './schema/agent.ts';
import { McpSettings } from './schema/mcp.ts';
import { LimitSettings, ModelSettings } from './schema/models.ts';
import { PluginSettings } from './schema/plugins.ts';
import {
  ArtifactSettings,
  BusSettings,
  LogSettings,
  NetworkSettings,
  StorageSettings,
  WorkspaceSettings,
} from './schema/runtime.ts';
import {
  ApprovalSettings,
  type ChannelTools,
  ExecutionSettings,
  SecuritySettings,
  ToolSettings,
} from './schema/tools.ts';

/** Raised when a file of the generation before can no longer be read as it stands. */
export const CONFIG_VERSION = 1;

/** Every key that belongs to no adapter. `providers` and `channels` are checked by the schemas that `app` hands in. */
export const CoreConfig = z.strictObject({
  configVersion: z
    .literal(CONFIG_VERSION)
    .default(CONFIG_VERSION)
    .describe('Version of the file format.'),
  agent: AgentSettings.prefault({}).describe('Who the agent is and how far one turn may go.'),
  workspace: WorkspaceSettings.prefault({}).describe('The folder the agent works in.'),
  dataDir: FilePath.default('~/.echo-agent').describe(
    'The folder of the database and everything else the runtime keeps.',
  ),
  storage: StorageSettings.prefault({}).describe('How records are kept.'),
  artifacts: ArtifactSettings.prefault({}).describe('What is kept whole beside the history.'),
  models: ModelSettings.prefault({}).describe(
    'Which models are used, and what happens on failure.',
  ),
  tools: ToolSettings.prefault({}).describe('Which tools the model sees.'),
  security: SecuritySettings.prefault({}).describe('Who may be given which powers.'),
  mcp: McpSettings.prefault({}).describe('Tools of MCP servers.'),
  plugins: PluginSettings.default([]).describe('Modules of others that are loaded at the start.'),
  execution: ExecutionSettings.prefault({}).describe('Where and how tools run.'),
  approvals: ApprovalSettings.prefault({}).describe('How people are asked.'),
  bus: BusSettings.prefault({}).describe('Queues of messages and replies.'),
  limits: LimitSettings.prefault({}).describe('Spending limits.'),
  log: LogSettings.prefault({}).describe('The log.'),
  network: NetworkSettings.prefault({}).describe('How the network is reached.'),
});

/** One entry of `mcp.servers`, after defaults. */
export type McpServerSettings = z.output<typeof CoreConfig>['mcp']['servers'][string];

/** One entry of `providers` or `channels`. */
export interface AdapterConfig {
  /** Which adapter it is, said by the section or known from its name. */
  readonly type: string;
  readonly enabled: boolean;
  /** What the adapter's own schema made of the section. */
  readonly settings: unknown;
  /** Of a channel that says which tools are seen from it. */
  readonly tools?: ChannelTools | undefined;
}

/** The configuration after defaults: durations in milliseconds, paths absolute, references in secrets replaced. */
export type Config = z.output<typeof CoreConfig> & {
  readonly providers: Readonly<Record<string, AdapterConfig>>;
  readonly channels: Readonly<Record<string, AdapterConfig>>;
};
