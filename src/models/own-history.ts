import type { AssistantPart } from '../protocol/message.ts';
import type { ModelMessage } from './model-provider.ts';
import { type ModelReference, parseModelReference } from './model-reference.ts';

/**
 * The conversation as one model may see it. What only another provider understands is taken out: its reasoning, its
 * signatures and its call ids, whose form some providers insist on and some repeat.
 */
export function toOwnHistory(
  messages: readonly ModelMessage[],
  target: ModelReference,
): ModelMessage[] {
  const used = new Set<string>();
  let ids = new Map<string, string[]>();
  let foreignCalls = 0;

  function idFor(providerCallId: string, foreign: boolean): string {
    if (!foreign && providerCallId !== '' && !used.has(providerCallId)) {
      used.add(providerCallId);
      return providerCallId;
    }
    foreignCalls += 1;
    // Nine letters and digits are what the strictest provider asks for.
    const id = `call${String(foreignCalls).padStart(5, '0')}`;
    used.add(id);
    return id;
  }

  function ownPart(part: AssistantPart, author: ModelReference | undefined): AssistantPart[] {
    const foreign = author?.provider !== target.provider;
    if (part.type === 'text') return [part];
    if (part.type === 'reasoning') return foreign || author.model !== target.model ? [] : [part];
    const providerCallId = idFor(part.providerCallId, foreign);
    ids.set(part.providerCallId, [...(ids.get(part.providerCallId) ?? []), providerCallId]);
    const { metadata, ...call } = part;
    const kept = !foreign && metadata !== undefined && { metadata };
    return [{ ...call, ...kept, providerCallId }];
  }

  return messages.map((message) => {
    if (message.role === 'user') return message;
    if (message.role === 'assistant') {
      ids = new Map();
      const author = parseModelReference(message.model);
      return { ...message, parts: message.parts.flatMap((part) => ownPart(part, author)) };
    }
    const results = message.results.map((result) => ({
      ...result,
      // Results stand in the order of their calls, also where a provider repeats an id.
      providerCallId: ids.get(result.providerCallId)?.shift() ?? result.providerCallId,
    }));
    return { ...message, results };
  });
}
