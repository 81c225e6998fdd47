import { NO_USAGE, type Usage } from '../../protocol/usage.ts';
import type { ModelMessage, ModelPart, ModelRequest } from '../model-provider.ts';
import { estimateTokens } from '../token-estimate.ts';
import type { NextStep } from './plan.ts';
import { splitText } from './split-text.ts';

/** A step as a provider streams it: the call, or the text in several parts, then `finish`. */
export function toModelParts(
  step: NextStep,
  request: ModelRequest,
  providerCallId: string,
): readonly ModelPart[] {
  if (step.type === 'call') {
    const argumentsText = JSON.stringify(step.arguments);
    const usage = usageOf(request, argumentsText);
    return [
      { type: 'tool-call', providerCallId, tool: step.tool, argumentsText },
      { type: 'finish', reason: 'tool-calls', usage },
    ];
  }
  const text = withinTokens(step.text, request.maxOutputTokens);
  const reason = text.length < step.text.length ? 'length' : 'stop';
  return [
    ...splitText(text).map((part) => ({ type: 'text', text: part }) as const),
    { type: 'finish', reason, usage: usageOf(request, text) },
  ];
}

function usageOf({ system, tools, messages }: ModelRequest, output: string): Usage {
  const fixed = estimateTokens(system) + estimateTokens(JSON.stringify(tools));
  const said = messages.reduce((sum, message) => sum + estimateTokens(textOf(message)), 0);
  return {
    ...NO_USAGE,
    inputTokens: fixed + said,
    outputTokens: estimateTokens(output),
    costUsd: 0,
  };
}

function textOf(message: ModelMessage): string {
  switch (message.role) {
    case 'user':
      return message.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
    case 'assistant':
      return message.parts
        .map((part) => (part.type === 'tool-call' ? part.argumentsText : part.text))
        .join('\n');
    case 'tool':
      return message.results.map(({ text }) => text).join('\n');
  }
}

function withinTokens(text: string, most: number | undefined): string {
  let shown = text;
  while (most !== undefined && shown !== '' && estimateTokens(shown) > most) {
    shown = shown.slice(0, Math.floor(shown.length * 0.9)).replace(/[\uD800-\uDBFF]$/, '');
  }
  return shown;
}
