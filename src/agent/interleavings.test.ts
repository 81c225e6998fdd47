import { describe, expect, test } from 'vitest';
import { createRandom, type Random } from '../testing/random.ts';
import { createScenario, type Scenario } from '../testing/scenario.ts';

const ACTIONS = 40;

/** What a world may do next, the frequent things more than once. */
const MOVES: readonly ((scenario: Scenario, random: Random) => Promise<unknown>)[] = [
  (scenario) => scenario.send(),
  (scenario) => scenario.send(),
  (scenario) => scenario.send(),
  (scenario) => scenario.sendAgain(),
  (scenario) => scenario.crashSoon(),
  (scenario) => scenario.crashSoon(),
  (scenario) => scenario.crashNow(),
  (scenario) => scenario.endInOrder(),
  (scenario) => scenario.answerApproval(),
  (scenario) => scenario.answerApproval(),
  (scenario) => scenario.stop(),
  (scenario) => scenario.disturbPlatform(),
  (scenario) => scenario.passTime(),
];

describe('L3 US1 US2 US4 V10 V15 any order of messages, crashes, answers, stops and deliveries', () => {
  test.each(Array.from({ length: 24 }, (_, seed) => seed))(
    'loses nothing, repeats nothing and keeps the order (seed %i)',
    async (seed) => {
      const random = createRandom(seed);
      const scenario = await createScenario(random);

      for (let action = 0; action < ACTIONS; action += 1) {
        await random.pick(MOVES)(scenario, random);
        await scenario.tick(random.below(25));
      }
      await scenario.settle();

      expect(await scenario.violations()).toEqual([]);
    },
    60_000,
  );
});
