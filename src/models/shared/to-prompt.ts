import type {
  LanguageModelV4FilePart,
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4TextPart,
  SharedV4ProviderOptions,
} from '@ai-sdk/provider';
import type { AssistantPart } from '../../protocol/message.ts';
import type { ModelContent, ModelMessage, ModelRequest } from '../model-provider.ts';
import { toHistoryInput, toHistoryName } from './own-calls.ts';

export interface PromptStyle {
  /** Set on the end of each stable stretch: tools, system, the messages that will be there next time. */
  readonly cacheMark?: SharedV4ProviderOptions;
  /** Whether reasoning that carries no metadata is sent back too. */
  readonly keepsBareReasoning?: boolean;
  /** Written on every tool, where the provider's default would change how schemas are read. */
  readonly strictTools?: boolean;
}

type AssistantContent = Extract<LanguageModelV4Message, { role: 'assistant' }>['content'];
type ToolInputSchema = LanguageModelV4FunctionTool['inputSchema'];

/** Our conversation in the form that the SDKs take. Leaves out what strict providers refuse, such as empty text. */
export function toPrompt(request: ModelRequest, style: PromptStyle): LanguageModelV4Prompt {
  const prompt: LanguageModelV4Prompt = [];
  const system = wellFormed(request.system);
  if (system.trim() !== '') {
    prompt.push({ role: 'system', content: system, ...marked(style.cacheMark) });
  }
  const stable = stableEnds(request.messages);
  for (const [index, message] of request.messages.entries()) {
    const translated = toMessage(message, style);
    if (translated === undefined) continue;
    prompt.push(stable.has(index) ? { ...translated, ...marked(style.cacheMark) } : translated);
  }
  return prompt;
}

export function toTools(request: ModelRequest, style: PromptStyle): LanguageModelV4FunctionTool[] {
  const last = request.tools.length - 1;
  return request.tools.map(({ name, description, parameters }, index) => ({
    type: 'function',
    name,
    description,
    // JSON Schema by contract.
    inputSchema: parameters as ToolInputSchema,
    ...(style.strictTools !== undefined && { strict: style.strictTools }),
    ...(index === last && marked(style.cacheMark)),
  }));
}

function marked(mark: SharedV4ProviderOptions | undefined) {
  return mark === undefined ? {} : { providerOptions: mark };
}

/** The last message, and the last one before the newest user message: both are there again in the next call. */
function stableEnds(messages: readonly ModelMessage[]): ReadonlySet<number> {
  const newestUser = messages.findLastIndex(({ role }) => role === 'user');
  return new Set([messages.length - 1, newestUser - 1]);
}

function toMessage(message: ModelMessage, style: PromptStyle): LanguageModelV4Message | undefined {
  switch (message.role) {
    case 'user': {
      const content = message.content.flatMap(toUserPart);
      return { role: 'user', content: content.length > 0 ? content : [text('(no text)')] };
    }
    case 'assistant': {
      const parts = message.parts.flatMap((part) => toAssistantPart(part, style));
      // Reasoning that led to nothing is refused by those who sign it.
      const end = parts.findLastIndex(({ type }) => type !== 'reasoning');
      const content = parts.slice(0, end + 1);
      return content.length > 0 ? { role: 'assistant', content } : undefined;
    }
    case 'tool':
      return { role: 'tool', content: message.results.map(toToolResult) };
  }
}

function toUserPart(part: ModelContent): (LanguageModelV4TextPart | LanguageModelV4FilePart)[] {
  if (part.type === 'text') return part.text.trim() === '' ? [] : [text(part.text)];
  const { mediaType, base64, name } = part;
  if (mediaType.startsWith('text/')) return [text(decode(base64))];
  if (part.type === 'file' && mediaType !== 'application/pdf') {
    return [text(`[attachment ${name ?? 'file'}, ${mediaType}: this kind cannot be read]`)];
  }
  return [
    {
      type: 'file',
      mediaType,
      data: { type: 'data', data: base64 },
      ...(name !== undefined && { filename: name }),
    },
  ];
}

function toAssistantPart(part: AssistantPart, style: PromptStyle): AssistantContent {
  switch (part.type) {
    case 'text':
      return part.text.trim() === '' ? [] : [text(part.text)];
    case 'reasoning':
      if (part.metadata === undefined && style.keepsBareReasoning !== true) return [];
      return [
        { type: 'reasoning', text: wellFormed(part.text), ...providerOptions(part.metadata) },
      ];
    case 'tool-call':
      return [
        {
          type: 'tool-call',
          toolCallId: part.providerCallId,
          toolName: toHistoryName(part.tool),
          input: toHistoryInput(wellFormed(part.argumentsText)),
          ...providerOptions(part.metadata),
        },
      ];
  }
}

type ToolResults = Extract<ModelMessage, { role: 'tool' }>['results'];

function toToolResult({ providerCallId, tool, text: said, failed }: ToolResults[number]) {
  const value = said.trim() === '' ? '(no output)' : wellFormed(said);
  return {
    type: 'tool-result' as const,
    toolCallId: providerCallId,
    toolName: toHistoryName(tool),
    output: { type: failed ? ('error-text' as const) : ('text' as const), value },
  };
}

/** What was kept of a part when it came, as SDKs want it back. */
function providerOptions(metadata: Record<string, unknown> | undefined) {
  // Came from the same SDK as `providerMetadata`, which has this form.
  return metadata === undefined ? {} : { providerOptions: metadata as SharedV4ProviderOptions };
}

function text(value: string): LanguageModelV4TextPart {
  return { type: 'text', text: wellFormed(value) };
}

/** Halves of characters, as a cut in the middle leaves them, are refused by some providers. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\uFFFD');
}

function decode(base64: string): string {
  return new TextDecoder().decode(Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0)));
}
