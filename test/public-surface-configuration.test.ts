import { describe, expect, test } from 'vitest';
import { coreKeyLines, providerKeyLines, rowsWith } from './surface/config-keys.ts';
import { lines } from './surface/lines.ts';

// What files, variables and flags of people already say. A change here is meant, and it stands in CHANGELOG.md.

const KEYS = `
      ECHO_AGENT_CONFIG_VERSION configVersion = 1
      ECHO_AGENT_AGENT__NAME agent.name = "Echo"
      ECHO_AGENT_AGENT__LANGUAGE agent.language = "auto"
      ECHO_AGENT_AGENT__INSTRUCTIONS agent.instructions = ""
      ECHO_AGENT_AGENT__INTRODUCTION agent.introduction = ""
      ECHO_AGENT_AGENT__TIME_ZONE agent.timeZone = "auto"
      ECHO_AGENT_AGENT__MAX_CONCURRENT_TURNS agent.maxConcurrentTurns = 32
      ECHO_AGENT_AGENT__CAPS__MODEL_CALLS agent.caps.modelCalls = 40
      ECHO_AGENT_AGENT__CAPS__TOOL_CALLS agent.caps.toolCalls = 120
      ECHO_AGENT_AGENT__CAPS__TOKENS agent.caps.tokens = 1000000
      ECHO_AGENT_AGENT__CAPS__COST_USD agent.caps.costUsd = 5
      ECHO_AGENT_AGENT__CAPS__WALL_TIME agent.caps.wallTime = "30m"
      ECHO_AGENT_AGENT__DELEGATION__MAX_DEPTH agent.delegation.maxDepth = 2
      ECHO_AGENT_AGENT__DELEGATION__MAX_PARALLEL agent.delegation.maxParallel = 3
      ECHO_AGENT_AGENT__CONTEXT__WINDOW_TOKENS agent.context.windowTokens = (not set)
      ECHO_AGENT_AGENT__CONTEXT__KEEP_FIRST_MESSAGES agent.context.keepFirstMessages = 3
      ECHO_AGENT_AGENT__CONTEXT__KEEP_RECENT_ROUNDS agent.context.keepRecentRounds = 6
      ECHO_AGENT_AGENT__CONTEXT__CUT_AT_SHARE agent.context.cutAtShare = 0.75
      ECHO_AGENT_WORKSPACE__PATH workspace.path = "~/.echo-agent/workspace"
      ECHO_AGENT_DATA_DIR dataDir = "~/.echo-agent"
      ECHO_AGENT_STORAGE__BACKEND storage.backend = "sqlite"
      ECHO_AGENT_STORAGE__DURABILITY storage.durability = "full"
      ECHO_AGENT_ARTIFACTS__KEEP_FOR artifacts.keepFor = "30d"
      ECHO_AGENT_MODELS__DEFAULT models.default = (not set)
      ECHO_AGENT_MODELS__ROUTES models.routes = {}
      ECHO_AGENT_MODELS__FALLBACK models.fallback = []
      ECHO_AGENT_MODELS__REQUEST_TIMEOUT models.requestTimeout = "2m"
      ECHO_AGENT_MODELS__FIRST_TOKEN_TIMEOUT models.firstTokenTimeout = "60s"
      ECHO_AGENT_MODELS__COOLDOWN models.cooldown = "120s"
      ECHO_AGENT_MODELS__FAILURES_BEFORE_COOLDOWN models.failuresBeforeCooldown = 3
      ECHO_AGENT_MODELS__MAX_RETRIES models.maxRetries = 2
      ECHO_AGENT_MODELS__MAX_OUTPUT_TOKENS models.maxOutputTokens = (not set)
      ECHO_AGENT_TOOLS__PROFILE tools.profile = "coding"
      ECHO_AGENT_TOOLS__ALLOW tools.allow = []
      ECHO_AGENT_TOOLS__ALSO_ALLOW tools.alsoAllow = []
      ECHO_AGENT_TOOLS__DENY tools.deny = []
      ECHO_AGENT_TOOLS__EXEC__ENABLED tools.exec.enabled = true
      ECHO_AGENT_TOOLS__EXEC__TIMEOUT tools.exec.timeout = "10m"
      ECHO_AGENT_TOOLS__EXEC__MAX_OUTPUT_BYTES tools.exec.maxOutputBytes = 1000000
      ECHO_AGENT_TOOLS__PROCESS__MAX_RUNNING tools.process.maxRunning = 8
      ECHO_AGENT_TOOLS__PROCESS__MAX_AGE tools.process.maxAge = "8h"
      ECHO_AGENT_TOOLS__PROCESS__MAX_OUTPUT_BYTES tools.process.maxOutputBytes = 200000
      ECHO_AGENT_TOOLS__CODE_EXEC__ENABLED tools.codeExec.enabled = true
      ECHO_AGENT_TOOLS__WEB__ENABLED tools.web.enabled = true
      ECHO_AGENT_TOOLS__WEB__ALLOW_ADDRESSES tools.web.allowAddresses = []
      ECHO_AGENT_TOOLS__WEB__SEARCH__PROVIDER tools.web.search.provider = (not set)
      ECHO_AGENT_TOOLS__WEB__SEARCH__API_KEY tools.web.search.apiKey = (not set)
      ECHO_AGENT_TOOLS__WEB__SEARCH__BASE_URL tools.web.search.baseUrl = (not set)
      ECHO_AGENT_TOOLS__WEB__SEARCH__MAX_RESULTS tools.web.search.maxResults = 8
      ECHO_AGENT_TOOLS__MEDIA__IMAGE_MODEL tools.media.imageModel = (not set)
      ECHO_AGENT_TOOLS__MEDIA__SPEECH_MODEL tools.media.speechModel = (not set)
      ECHO_AGENT_TOOLS__MEDIA__VOICE tools.media.voice = "alloy"
      ECHO_AGENT_SECURITY__PROFILE security.profile = "personalCli"
      ECHO_AGENT_MCP__SERVERS mcp.servers = {}
      ECHO_AGENT_PLUGINS plugins = []
      ECHO_AGENT_EXECUTION__NETWORK_POLICY execution.networkPolicy = "deny"
      ECHO_AGENT_EXECUTION__EXECUTOR execution.executor = "local"
      ECHO_AGENT_APPROVALS__EXPIRY approvals.expiry = "15m"
      ECHO_AGENT_BUS__MAX_QUEUED_PER_SESSION bus.maxQueuedPerSession = 100
      ECHO_AGENT_BUS__MAX_QUEUED bus.maxQueued = 10000
      ECHO_AGENT_BUS__OUTBOX_TTL bus.outboxTtl = "24h"
      ECHO_AGENT_BUS__MAX_DELIVERY_ATTEMPTS bus.maxDeliveryAttempts = 8
      ECHO_AGENT_BUS__LEASE_DURATION bus.leaseDuration = "30s"
      ECHO_AGENT_LIMITS__COST_PER_DAY_USD limits.costPerDayUsd = (not set)
      ECHO_AGENT_LIMITS__ON_EXCEEDED limits.onExceeded = "stop"
      ECHO_AGENT_LOG__LEVEL log.level = "info"
      ECHO_AGENT_LOG__FORMAT log.format = "auto"
      ECHO_AGENT_NETWORK__PROXY network.proxy = (not set)
      ECHO_AGENT_NETWORK__NO_PROXY network.noProxy = (not set)
      ECHO_AGENT_NETWORK__CA_FILE network.caFile = (not set)
      ECHO_AGENT_PROVIDERS providers = {}
      ECHO_AGENT_CHANNELS channels = {}
    `;

describe('the configuration', () => {
  test('has these variables, keys and defaults', async () => {
    const keys = await coreKeyLines();

    expect(keys).toEqual(lines(KEYS));
  });

  test('takes each of them from its variable', async () => {
    const variables = lines(KEYS).map((line) => line.split(' ')[0] ?? '');
    const given = Object.fromEntries(
      (await rowsWith({})).flatMap(({ path, value }, index) =>
        value === undefined || path === 'channels' ? [] : [[variables[index], asText(value)]],
      ),
    );

    const rows = await rowsWith(given);

    const taken = rows.map(({ origin }) => origin).filter((origin) => origin !== 'default');
    expect(taken).toEqual(Object.keys(given));
  });

  test('has these keys in the section of a provider', () => {
    const keys = providerKeyLines();

    expect(keys).toEqual(
      lines(`
      type
      enabled = true
      preset
      apiKey
      apiKeys
      headers = {}
      requestsPerMinute
      firstTokenTimeout
      idleTimeout
      models.*.contextWindow
      models.*.maxOutputTokens
      models.*.reasoning
      models.*.price.input
      models.*.price.output
      models.*.price.cacheRead
      models.*.price.cacheWrite
      anthropic: baseUrl = "https://api.anthropic.com/v1", cache = true
      google: baseUrl = "https://generativelanguage.googleapis.com/v1beta"
      offline:
      openai: baseUrl = "https://api.openai.com/v1", api = "responses", organization, project
      openai-compatible: baseUrl, apiKeyHeader, queryParams = {}, includeUsage = true, replayReasoning
    `),
    );
  });
});

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
