import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ERROR_CODES } from '../src/base/errors.ts';
import { EXIT } from '../src/cli/exit-codes.ts';
import { RunEvent } from '../src/protocol/run-event.ts';
import { Capability, Risk, ToolOutcome } from '../src/protocol/tool-call.ts';
import { TurnState } from '../src/protocol/turn.ts';
import { PATTERN_KEYS } from '../src/security/pattern-key.ts';
import { commandLines, openProgram } from './surface/command-tree.ts';
import { exportsOf } from './surface/exports.ts';
import { lines, words } from './surface/lines.ts';
import { toolLines } from './surface/tool-lines.ts';

// What others build on. A change here is a change that they notice: it is meant, and it stands in CHANGELOG.md.

describe('the doors of the package', () => {
  test('are these three and the program', () => {
    const { exports, bin } = JSON.parse(readFileSync('package.json', 'utf8'));

    expect({ exports, bin }).toEqual({
      exports: {
        './plugin': { types: './dist/plugin.d.ts', default: './dist/plugin.js' },
        './testing': { types: './dist/testing/index.d.ts', default: './dist/testing/index.js' },
        './testing/suites': {
          types: './dist/testing/suites.d.ts',
          default: './dist/testing/suites.js',
        },
        './package.json': './package.json',
      },
      bin: { 'echo-agent': './dist/cli/main.js' },
    });
  });

  test('offer to authors of extensions', () => {
    const exported = exportsOf('src/plugin.ts');

    expect(exported).toEqual(
      lines(`
      AgentError
      type ErrorCode
      type BackgroundEnd
      type BackgroundProcess
      type BackgroundRequest
      type BackgroundStart
      type CapturedOutput
      defineExecutor
      type ExecuteRequest
      type ExecuteResult
      type Executor
      type ExecutorDefinition
      type ExecutorDeps
      type OutputStream
      type RecentOutput
      type CallOptions
      defineProvider
      type EmbedRequest
      type EmbedResult
      type FinishReason
      type ModelContent
      type ModelErrorCode
      type ModelFailure
      type ModelMessage
      type ModelPart
      type ModelProvider
      type ModelProviderDefinition
      type ModelProviderDeps
      type ModelRequest
      type ToolDefinition
      type Origin
      trustedOrigin
      untrustedOrigin
      type Capability
      type GuardDecision
      type IdempotencyClass
      type Risk
      type Usage
      foreignInput
      type Plugin
      type PluginDeps
      type PluginParts
      defineTool
      type FileChange
      type GuardContext
      type StoredText
      type Tool
      type ToolExecutionContext
      type ToolMemory
      type ToolMetadata
      type ToolQuestion
      type ToolResult
    `),
    );
  });

  test('offer to tests of extensions', () => {
    const exported = exportsOf('src/testing/index.ts');

    expect(exported).toEqual(
      lines(`
      type FakeRecorder
      fakeRecorder
      fakeToolContext
      type FakeToolMemory
      fakeToolMemory
      createManualClock
      type ManualClock
      type MakeToolContext
      toolProblems
    `),
    );
  });

  test('offer contracts as tests of vitest', () => {
    const exported = exportsOf('src/testing/suites.ts');

    expect(exported).toEqual(
      lines(`
      type ExecutorPlace
      executorContract
      modelProviderContract
      type ProviderUnderTest
      type ContractOptions
      storageContract
      type Storage
      toolContract
    `),
    );
  });
});

describe('the command line', () => {
  test('has these commands, arguments and options', () => {
    const commands = commandLines(openProgram());

    expect(commands).toEqual(
      lines(`
      echo-agent: -V, --version, -c, --config <file>, --set <key=value>, --data-dir <folder>, --workspace <folder>, --lang <language> (en|zh)
      echo-agent chat: -s, --session <name>, --new
      echo-agent run <prompt...>: --json, -s, --session <name>, -y, --yes
      echo-agent sessions
      echo-agent sessions list: -n, --limit <count> = 20, -a, --all, --json
      echo-agent sessions show <name>: --json
      echo-agent sessions search <text...>: -n, --limit <count> = 20, --json
      echo-agent sessions export <name>: -f, --format <format> (markdown|jsonl) = markdown, -o, --output <file>
      echo-agent sessions delete <name>: -y, --yes
      echo-agent trace
      echo-agent trace list: -s, --session <name>, --outcome <outcome>, -n, --limit <count> = 20, --json
      echo-agent trace show [id]: --json
      echo-agent tools
      echo-agent tools list: --why, --channel <name>, --principal <id>, --profile <name>, --json
      echo-agent tools show <name>
      echo-agent tools call <name>: --json <arguments> = {}, -y, --yes, --as <id>
      echo-agent tools doctor: --json
      echo-agent tools log: -s, --session <name>, --tool <name>, -n, --limit <count> = 20, --json
      echo-agent mcp
      echo-agent mcp list: --json
      echo-agent mcp approve <server>: -y, --yes, --json
      echo-agent mcp login <server>
      echo-agent config
      echo-agent config show [path]: --json
      echo-agent config schema
      echo-agent config check
      echo-agent config migrate
      echo-agent config path
      echo-agent setup: --provider <name> (offline|anthropic|openai|gemini|mistral|azure|bedrock|openrouter|ollama|vllm|deepseek|qwen|kimi|glm|doubao|siliconflow), --model <name>, --key-variable <name>, --key-file <file>, --base-url <url>, --network-policy <policy> (deny|restricted|allow), -y, --yes
      echo-agent doctor: --online, --json
      echo-agent status: --json
      echo-agent backup <path>
      echo-agent restore <path>: -y, --yes
    `),
    );
  });

  test('ends with these exit codes', () => {
    expect(EXIT).toEqual({
      done: 0,
      failed: 1,
      usage: 2,
      needsApproval: 3,
      capReached: 4,
      interrupted: 130,
      hungUp: 129,
      terminated: 143,
    });
  });
});

describe('the words of the protocol', () => {
  test('are these error codes, each with its status and whether trying again can help', () => {
    const codes = Object.entries(ERROR_CODES).map(
      ([code, { status, retryable }]) => `${code} ${status}${retryable ? ' retryable' : ''}`,
    );

    expect(codes).toEqual(
      lines(`
      invalid_config 500
      invalid_input 400
      unauthorized 401
      forbidden 403
      not_found 404
      conflict 409
      stale_lease 409
      busy 503 retryable
      rate_limited 429 retryable
      aborted 499
      internal 500
      unavailable 503 retryable
      timeout 504 retryable
      storage_locked 503 retryable
      storage_unwritable 507
      storage_damaged 500
      storage_too_new 500
      model_failed 502 retryable
    `),
    );
  });

  test('are these events of a run, each with what it says beside where and when', () => {
    const common = ['type', 'sessionKey', 'traceId', 'turnId', 'inboundId', 'at'];

    const events = RunEvent.options.map(({ shape }) => {
      const own = Object.keys(shape).filter((key) => !common.includes(key));
      return `${shape.type.value}: ${own.join(' ')}`.replace(/: $/, '');
    });

    expect(events).toEqual(
      lines(`
      turn-start: resumed
      model-start: step provider model reason
      text-delta: step text
      tool-start: step tool summary
      tool-end: step tool outcome durationMs summary
      approval-request: approval
      approval-settled: approval
      turn-waiting: waitingFor
      turn-break: text
      notice: text
      reply: text
      turn-end: outcome cap errorId neededApproval usage modelCalls toolCalls durationMs
    `),
    );
  });

  test('are these ends of a turn and of a call', () => {
    expect(TurnState.options.join(' ')).toBe(
      'running waiting ready done failed stopped capped quarantined',
    );
    expect(ToolOutcome.options).toEqual(
      words(`
      ok error timeout denied approval_required approval_denied approval_expired
      invalid_arguments not_visible not_ready replayed cancelled unknown
    `),
    );
  });
});

describe('what policy speaks of', () => {
  test('are these tools, with risk, class and capabilities', () => {
    expect(toolLines()).toEqual(
      lines(`
      read_file read_only pure: fs.read
      read_artifact read_only pure: fs.read
      write_file write verifiable: fs.write
      edit_file write verifiable: fs.read fs.write
      apply_patch write verifiable: fs.read fs.write
      list_dir read_only pure: fs.read
      search_files read_only pure: fs.read
      exec|bash|shell exec unsafe: process.exec
      process exec unsafe: process.exec process.manage session.read
      execute_code exec unsafe: code.exec
      todo read_only idempotent: task.write
      clarify read_only pure: message.ask
      web_fetch read_only pure: network.outbound
      web_search read_only pure: network.outbound
      message read_only verifiable: message.send
      notify read_only verifiable: message.send
      send_file read_only verifiable: fs.read message.send
      session_search read_only pure: session.read
      vision_analyze read_only pure: fs.read media.read
      image_generate write verifiable: media.generate
      text_to_speech write verifiable: media.generate
      delegate_task read_only idempotent: agent.delegate
      spawn_task read_only idempotent: agent.delegate
    `),
    );
  });

  test('are these risks and capabilities', () => {
    expect(Risk.options.join(' < ')).toBe('read_only < write < exec < dangerous');
    expect(Capability.options).toEqual(
      words(`
      fs.read fs.write process.exec process.manage code.exec network.outbound message.send
      message.ask memory.read memory.write knowledge.read knowledge.write task.write
      workflow.write scheduler.write skill.read skill.write skill.install media.read
      media.generate mcp.call agent.delegate session.read
    `),
    );
  });

  test('are these findings of the guard, with what each leads to', () => {
    const findings = Object.entries(PATTERN_KEYS).map(([key, action]) => `${key} ${action}`);

    expect(findings).toEqual(
      lines(`
      root_delete deny
      block_device_write deny
      make_filesystem deny
      power_off deny
      fork_bomb deny
      credential_path deny
      runtime_files deny
      network_denied deny
      recursive_delete ask
      world_writable ask
      root_owner ask
      service_control ask
      broad_kill ask
      pipe_to_shell ask
      inline_interpreter ask
      credential_write ask
      home_sweep ask
      destructive_sql ask
      exec_vector ask
      write_then_run ask
      persistence ask
      network_restricted ask
      dynamic_command ask
      hidden_characters ask
      mixed_script ask
      unreadable_command ask
      unguarded_code ask
      guard_failed ask
      file_delete allow
      package_install allow
      network_access allow
      read_only_command allow
      none allow
    `),
    );
  });
});
