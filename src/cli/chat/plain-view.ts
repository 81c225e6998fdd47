import type { OutputStream } from '../cli-deps.ts';
import type { ChatView } from './chat-view.ts';

/** Answers to one stream, everything else to another. For pipes, files and `run`. */
export function createPlainView(answers: OutputStream, notes: OutputStream): ChatView {
  return {
    stream: (text) => void answers.write(text),
    reply: (text) => writeAll(answers, `${text}\n`),
    line: (text) => void notes.write(`${text}\n`),
    status: () => undefined,
  };
}

/** Resolves when the stream has taken the text; rejects when it cannot. */
export function writeAll(stream: OutputStream, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => (error ? reject(error) : resolve()));
  });
}
