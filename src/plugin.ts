// The door for extension authors. Whatever is exported here is public API and follows semver;
// everything else in the package may change in any release. Named exports only.
//
// A plug-in is a module that `plugins` of the configuration names. It exports `tools`, `providers` or `executors` (see
// `PluginParts`), or a default function that gives them (see `Plugin`). It runs inside the runtime, with all that the
// runtime may do: what governs its tools is what they declare. How to write one: docs/guides/write-a-plugin.md.

export { AgentError, type ErrorCode } from './base/errors.ts';
export {
  type BackgroundEnd,
  type BackgroundProcess,
  type BackgroundRequest,
  type BackgroundStart,
  type CapturedOutput,
  defineExecutor,
  type ExecuteRequest,
  type ExecuteResult,
  type Executor,
  type ExecutorDefinition,
  type ExecutorDeps,
  type OutputStream,
  type RecentOutput,
} from './executors/executor.ts';
export {
  type CallOptions,
  defineProvider,
  type EmbedRequest,
  type EmbedResult,
  type FinishReason,
  type ModelContent,
  type ModelErrorCode,
  type ModelFailure,
  type ModelMessage,
  type ModelPart,
  type ModelProvider,
  type ModelProviderDefinition,
  type ModelProviderDeps,
  type ModelRequest,
  type ToolDefinition,
} from './models/model-provider.ts';
export { type Origin, trustedOrigin, untrustedOrigin } from './protocol/origin.ts';
export type { Capability, GuardDecision, IdempotencyClass, Risk } from './protocol/tool-call.ts';
export type { Usage } from './protocol/usage.ts';
export { foreignInput } from './tools/foreign-schema.ts';
export type { Plugin, PluginDeps, PluginParts } from './tools/plugin-parts.ts';
export {
  defineTool,
  type FileChange,
  type GuardContext,
  type StoredText,
  type Tool,
  type ToolExecutionContext,
  type ToolMemory,
  type ToolMetadata,
  type ToolQuestion,
  type ToolResult,
} from './tools/tool.ts';
