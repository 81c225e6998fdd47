import { createInterface, type Interface } from 'node:readline';
import type { RuntimeClient } from '../../app/runtime-client.ts';
import type { Clock } from '../../base/clock.ts';
import type { Language } from '../../protocol/language.ts';
import { createQuestions, type Questions } from '../chat/questions.ts';
import type { CliStreams } from '../cli-deps.ts';
import type { Style } from '../terminal/style.ts';

export interface LineAskerDeps {
  readonly streams: Pick<CliStreams, 'stdin' | 'stderr'>;
  readonly client: Pick<RuntimeClient, 'decide' | 'answer'>;
  readonly clock: Clock;
  readonly language: Language;
  readonly style: Style;
  onInterrupt(): void;
}

/** Asks on the error stream and reads answers from the terminal, only while a question is open. */
export function createLineAsker(deps: LineAskerDeps): Questions {
  const { stdin, stderr } = deps.streams;
  let reading: Interface | undefined;

  const questions = createQuestions({
    ...deps,
    line: (text) => void stderr.write(`${text}\n`),
    onChange: () => (questions.prompt() === undefined ? finish() : ask()),
  });

  function ask() {
    reading ??= open();
    reading.setPrompt(questions.prompt() ?? '');
    reading.prompt();
  }

  function open(): Interface {
    const lines = createInterface({ input: stdin, output: stderr, historySize: 0 });
    lines.on('line', (text) => {
      void questions.answer(text).then(() => {
        if (questions.prompt() !== undefined) ask();
      });
    });
    lines.on('SIGINT', deps.onInterrupt);
    return lines;
  }

  function finish() {
    reading?.close();
    reading = undefined;
  }

  return {
    ...questions,
    close() {
      questions.close();
      finish();
    },
  };
}
