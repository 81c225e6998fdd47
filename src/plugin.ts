// The door for extension authors. Whatever is exported here is public API and follows semver;
// everything else in the package may change in any release. Named exports only.

export { AgentError, type ErrorCode } from './base/errors.ts';
export {
  defineExecutor,
  type ExecuteRequest,
  type ExecuteResult,
  type Executor,
  type ExecutorDefinition,
  type ExecutorDeps,
} from './executors/executor.ts';
export {
  defineProvider,
  type ModelFailure,
  type ModelPart,
  type ModelProvider,
  type ModelProviderDefinition,
  type ModelProviderDeps,
  type ModelRequest,
  type ToolDefinition,
} from './models/model-provider.ts';
export { type Origin, trustedOrigin, untrustedOrigin } from './protocol/origin.ts';
export type { Capability, GuardDecision, IdempotencyClass, Risk } from './protocol/tool-call.ts';
export { foreignInput } from './tools/foreign-schema.ts';
export {
  defineTool,
  type Tool,
  type ToolExecutionContext,
  type ToolMemory,
  type ToolMetadata,
  type ToolQuestion,
  type ToolResult,
} from './tools/tool.ts';
