import { defineProvider, type ModelPart } from '../model-provider.ts';
import { GRAMMAR } from './grammar/grammar.ts';
import { createRequestParser } from './parse-request.ts';
import { planNext } from './plan.ts';
import { OfflineSettings } from './settings.ts';
import { toSituation } from './situation.ts';
import { toModelParts } from './to-model-parts.ts';

const ABORTED: ModelPart = {
  type: 'error',
  failure: { code: 'aborted', message: 'The call was aborted.', retryable: false },
};

/** A model without AI, key or network: a fixed grammar that turns requests into tool calls. */
export const offline = defineProvider({
  settings: OfflineSettings,

  create() {
    const parse = createRequestParser(GRAMMAR);

    return {
      async *stream(request, { signal }) {
        const situation = toSituation(request);
        const step = planNext(parse(situation.words), situation);
        for (const part of toModelParts(step, request, situation.nextCallId)) {
          if (signal.aborted) {
            yield ABORTED;
            return;
          }
          yield part;
        }
      },
    };
  },
});
