import { NO_USAGE, type Usage } from '../../protocol/usage.ts';
import type { ModelPart, ModelRequest } from '../model-provider.ts';
import { estimateRequestTokens, estimateTokens } from '../token-estimate.ts';
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

function usageOf(request: ModelRequest, output: string): Usage {
  return {
    ...NO_USAGE,
    inputTokens: estimateRequestTokens(request),
    outputTokens: estimateTokens(output),
    costUsd: 0,
  };
}

function withinTokens(text: string, most: number | undefined): string {
  let shown = text;
  while (most !== undefined && shown !== '' && estimateTokens(shown) > most) {
    shown = shown.slice(0, Math.floor(shown.length * 0.9)).replace(/[\uD800-\uDBFF]$/, '');
  }
  return shown;
}
