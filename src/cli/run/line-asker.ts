import { createInterface, type Interface } from 'node:readline';
import type { RuntimeClient } from '../../app/runtime-client.ts';
import type { Clock } from '../../base/clock.ts';
import type { Language } from '../../protocol/language.ts';
import { createQuestions, type Questions } from '../chat/questions.ts';
import type { CliStreams } from '../cli-deps.ts';
import { discardTyped } from '../terminal/discard-typed.ts';
import type { Style } from '../terminal/style.ts';

export interface LineAskerDeps {
  readonly streams: Pick<CliStreams, 'stdin' | 'stderr'>;
  readonly client: Pick<RuntimeClient, 'decide' | 'answer'>;
  readonly clock: Clock;
  readonly language: Language;
  readonly style: Style;
  explain(thrown: unknown): Promise<string>;
}

/**
 * Asks on the error stream and reads answers from the terminal, only while a question is open. Each answer is a line
 * that was typed after its question was shown.
 */
export function createLineAsker(deps: LineAskerDeps): Questions {
  const { stdin, stderr } = deps.streams;
  let reading: Interface | undefined;
  let changes = 0;

  const questions = createQuestions({
    ...deps,
    line: (text) => void stderr.write(`${text}\n`),
    onChange() {
      changes += 1;
      void ask();
    },
  });

  async function ask() {
    const asked = changes;
    finish();
    if (questions.prompt() === undefined) return;
    await discardTyped(stdin);
    if (changes === asked) prompt();
  }

  function prompt() {
    reading = open();
    stderr.write(questions.prompt() ?? '');
  }

  /** The terminal echoes and edits the line itself, and its Ctrl-C reaches us as a signal. */
  function open(): Interface {
    const lines = createInterface({ input: stdin, terminal: false });
    lines.once('line', (text) => {
      const before = changes;
      finish();
      void questions.answer(text).then(() => {
        // Not understood: the same question again.
        if (changes === before) prompt();
      });
    });
    return lines;
  }

  function finish() {
    reading?.close();
    reading = undefined;
  }

  return {
    ...questions,
    close() {
      changes += 1;
      questions.close();
      finish();
    },
  };
}
