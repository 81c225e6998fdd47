import { z } from 'zod';
import { systemClock } from '../../src/base/clock.ts';
import type { DeliveryTarget } from '../../src/bus/delivery-target.ts';
import type { ModelMessage } from '../../src/models/model-provider.ts';
import type { ModelRouter, RoutedRequest } from '../../src/models/router-contract.ts';
import { textOf } from '../../src/protocol/content.ts';
import {
  type Answer,
  calls,
  createScriptedRouter,
  does,
  says,
} from '../../src/testing/scripted-router.ts';
import { defineTool, type Tool } from '../../src/tools/tool.ts';
import type { Arrival } from '../tools/counting-sink.ts';
import type { Snare } from './child-snare.ts';
import { answerTo, labelOf, readText } from './plan.ts';

export interface ChildParts {
  readonly sinkUrl: string;
  readonly snare: Snare;
}

/** A model that does what the message says, batch by batch, and then answers; strict about the history it gets. */
export function createChildRouter({ snare }: ChildParts): ModelRouter {
  const halves = (first: Answer, second: Answer): Answer => [
    ...does(() => snare.reach('before-model')),
    ...first,
    ...does(() => snare.reach('in-stream')),
    ...second,
  ];

  function answer({ messages }: RoutedRequest): Answer {
    const asked = messages.findLastIndex(({ role }) => role === 'user');
    const plan = readText(wordsOf(messages[asked]));
    if (plan === undefined) return says('I was told nothing.');
    const done = messages.slice(asked + 1).filter(({ role }) => role === 'assistant').length;
    const batch = plan.batches[done];
    if (batch === undefined) {
      const [first, second] = answerTo(plan.id);
      return halves(says(first), says(second));
    }
    const proposals = batch.flatMap((kind, index) =>
      calls(`sink_${kind}`, { label: labelOf(plan.id, done, index) }, `call_${done}_${index}`),
    );
    return halves(says('I will. '), proposals);
  }

  return createScriptedRouter({ clock: systemClock, script: answer });
}

/** The last of several messages that were joined is the one to be answered. */
function wordsOf(message: ModelMessage | undefined): string {
  if (message?.role !== 'user') return '';
  return message.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).at(-1) ?? '';
}

const Input = z.strictObject({ label: z.string() });

/** Two ways to make something happen outside: one that nobody may repeat, one that its key makes safe. */
export function createChildTools({ sinkUrl, snare }: ChildParts): Tool[] {
  return (['unsafe', 'put'] as const).map((kind) =>
    defineTool<z.infer<typeof Input>>({
      name: `sink_${kind}`,
      title: 'Make something happen',
      description: 'Makes something happen outside.',
      input: Input,
      capabilities: ['task.write'],
      idempotency: kind === 'unsafe' ? 'unsafe' : 'idempotent',
      summarize: ({ label }) => label,
      async execute({ label }, { idempotencyKey, signal }) {
        await post(sinkUrl, { kind: 'effect', label, key: idempotencyKey }, signal);
        snare.reach('effect-done');
        return { success: true, output: `${label} has happened.` };
      },
    }),
  );
}

/** The platform that gets the replies. */
export function createChildTarget(
  { sinkUrl, snare }: ChildParts,
  deduplicates: boolean,
): DeliveryTarget {
  return {
    deduplicates,
    async deliver({ id, replyTo = '', content }, signal) {
      snare.reach('in-delivery');
      await post(sinkUrl, { kind: 'delivery', id, replyTo, text: textOf(content) }, signal);
      snare.reach('delivered');
      return { state: 'sent' };
    },
  };
}

async function post(url: string, arrival: Arrival, signal: AbortSignal): Promise<void> {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(arrival), signal });
  const answer = await response.text();
  if (!response.ok) throw new Error(`The sink refused: ${answer}`);
}
