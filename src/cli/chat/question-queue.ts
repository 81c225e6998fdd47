import type { Clock } from '../../base/clock.ts';
import { translate } from '../../protocol/catalogue.ts';
import type { Language } from '../../protocol/language.ts';
import type { Style } from '../terminal/style.ts';

/** Something that only a person can answer. */
export interface Question {
  readonly id: string;
  readonly turnId: string;
  /** Nobody can answer it after this moment. */
  readonly until: number;
  readonly prompt: string;
  /** What is to be known before answering. */
  readonly text: string;
  /** False when the answer was not understood. */
  take(text: string): Promise<boolean>;
}

export interface QuestionQueueDeps {
  readonly clock: Clock;
  readonly language: Language;
  readonly style: Style;
  line(text: string): void;
  /** What a person is told about a failure. */
  explain(thrown: unknown): Promise<string>;
  /** Told when another question, or none, is on top. */
  onChange(): void;
}

/** Questions in the order in which they came; the one on top is shown, and expires like the others. */
export interface QuestionQueue {
  add(question: Question): void;
  /** Takes a question away and says why, unless it is being answered right now. */
  drop(id: string, why?: string): void;
  dropOfTurn(turnId: string): void;
  prompt(): string | undefined;
  answer(text: string): Promise<void>;
  close(): void;
}

export function createQuestionQueue(deps: QuestionQueueDeps): QuestionQueue {
  const { clock, language, style, line, explain, onChange } = deps;
  const timers = new Map<string, AbortController>();
  const beingAnswered = new Set<string>();
  let open: readonly Question[] = [];

  function present() {
    const [top] = open;
    if (top !== undefined) line(top.text);
    onChange();
  }

  function expireLater({ id, until }: Question): AbortController {
    const timer = new AbortController();
    void clock.sleep(Math.max(0, until - clock.now()), timer.signal).then(
      () => drop(id, translate(language, 'cli.ask.expired')),
      () => undefined,
    );
    return timer;
  }

  function drop(id: string, why?: string) {
    const [top] = open;
    timers.get(id)?.abort();
    if (!timers.delete(id)) return;
    open = open.filter((question) => question.id !== id);
    if (why !== undefined && !beingAnswered.has(id)) line(style.yellow(why));
    if (top?.id === id) present();
  }

  return {
    drop,

    add(question) {
      if (timers.has(question.id)) return;
      timers.set(question.id, expireLater(question));
      open = [...open, question];
      if (open.length === 1) present();
    },

    dropOfTurn(turnId) {
      for (const question of open) if (question.turnId === turnId) drop(question.id);
    },

    prompt: () => open[0]?.prompt,

    async answer(text) {
      const [question] = open;
      if (question === undefined) return;
      beingAnswered.add(question.id);
      try {
        const understood = await question.take(text.trim());
        if (understood) drop(question.id);
        else line(style.yellow(translate(language, 'cli.ask.not_understood')));
      } catch (thrown) {
        line(style.yellow(await explain(thrown)));
        drop(question.id);
      } finally {
        beingAnswered.delete(question.id);
      }
    },

    close() {
      for (const timer of timers.values()) timer.abort();
      timers.clear();
      open = [];
    },
  };
}
