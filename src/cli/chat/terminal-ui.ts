import { createScreen } from '../terminal/screen.ts';
import type { ChatSetup } from './chat-setup.ts';
import { createPromptLine, type PromptLine } from './prompt-line.ts';
import { createQuestions, type Questions } from './questions.ts';
import { createEventPrinter, type EventPrinter } from './show-events.ts';

/** The parts of a chat that a person sees. */
export interface TerminalUi {
  line(text: string): void;
  readonly promptLine: PromptLine;
  readonly questions: Questions;
  readonly printer: EventPrinter;
}

export function createTerminalUi({
  deps,
  client,
  language,
  style,
  explain,
}: ChatSetup): TerminalUi {
  const { stdout } = deps.streams;
  const screen = createScreen({
    write: (text) => void stdout.write(text),
    size: () => ({ columns: stdout.columns || 80, rows: stdout.rows || 24 }),
  });
  const { line } = screen;
  const questions = createQuestions({
    client,
    clock: deps.clock,
    language,
    style,
    line,
    explain,
    onChange: () => promptLine.turnPage(),
  });
  const promptLine = createPromptLine({ screen, style, question: questions.prompt });
  const view = {
    stream: screen.write,
    reply: async (text: string) => line(text),
    line,
    status: promptLine.setStatus,
  };
  const printer = createEventPrinter({ view, language, style, live: true });
  return { line, promptLine, questions, printer };
}
