import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../src/base/clock.ts';
import { anthropic } from '../../src/models/anthropic/index.ts';
import { google } from '../../src/models/google/index.ts';
import type {
  CallOptions,
  ModelPart,
  ModelProvider,
  ModelProviderDefinition,
  ModelProviderDeps,
  ModelRequest,
} from '../../src/models/model-provider.ts';
import { openai } from '../../src/models/openai/index.ts';
import { openAiCompatible } from '../../src/models/openai-compatible/index.ts';

/** One provider on one wire, as the tests of all of them use it. */
export interface Wire {
  readonly name: string;
  /** A recorded answer: reasoning where the wire has it, then one call of `write_file`. */
  readonly toolCall: Buffer;
  open(
    url: string,
    settings?: Record<string, unknown>,
    deps?: Partial<ModelProviderDeps>,
  ): ModelProvider;
}

const FIXTURES = join(import.meta.dirname, '../fixtures/models');

interface WireSpec {
  readonly capture: string;
  readonly definition: ModelProviderDefinition;
  readonly path: string;
  readonly settings?: Record<string, unknown>;
}

function wire(name: string, { capture, definition, path, settings: own }: WireSpec): Wire {
  return {
    name,
    toolCall: readFileSync(join(FIXTURES, `${capture}-tool-call.txt`)),
    open(url, settings = {}, deps = {}) {
      const parsed = definition.settings.parse({ baseUrl: `${url}${path}`, ...own, ...settings });
      return definition.create(parsed, { fetch, clock: systemClock, ...deps });
    },
  };
}

export const WIRES: readonly Wire[] = [
  wire('openai responses', { capture: 'openai-responses', definition: openai, path: '/v1' }),
  wire('openai chat', {
    capture: 'openai-chat',
    definition: openai,
    path: '/v1',
    settings: { api: 'chat' },
  }),
  wire('openai-compatible', { capture: 'openai-chat', definition: openAiCompatible, path: '/v1' }),
  wire('anthropic', { capture: 'anthropic', definition: anthropic, path: '/v1' }),
  wire('google', { capture: 'google', definition: google, path: '/v1beta' }),
];

export function wireNamed(name: string): Wire {
  const found = WIRES.find((each) => each.name === name);
  if (found === undefined) throw new Error(`There is no wire ${name}.`);
  return found;
}

export function userRequest(text: string, more: Partial<ModelRequest> = {}): ModelRequest {
  return {
    model: 'some-model',
    system: 'You are a test.',
    tools: [READ_FILE],
    toolChoice: 'auto',
    messages: [{ role: 'user', content: [{ type: 'text', text }] }],
    ...more,
  };
}

export const READ_FILE = {
  name: 'read_file',
  description: 'Reads a file.',
  parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
} as const;

/** Not a key of anybody. */
export const TEST_KEY = 'test-key-0123456789abcdef';

export function callOptions(more: Partial<CallOptions> = {}): CallOptions {
  return { credential: TEST_KEY, signal: new AbortController().signal, ...more };
}

export async function collect<Part>(stream: AsyncIterable<Part>): Promise<Part[]> {
  const parts: Part[] = [];
  for await (const part of stream) parts.push(part);
  return parts;
}

/** The text of an answer, and how it ended. */
export function summarise(parts: readonly ModelPart[]) {
  const text = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
  const calls = parts.filter((part) => part.type === 'tool-call');
  const ends = parts.filter(({ type }) => type === 'finish' || type === 'error');
  return { text, calls, ends, last: parts.at(-1) };
}
