/** Where a chat is shown: a screen with an input line, or plain streams. */
export interface ChatView {
  /** Goes on with an answer that is being written. Harmless text. */
  stream(text: string): void;
  /** A whole answer, or the rest of one. Resolves when it was handed over to the stream. */
  reply(text: string): Promise<void>;
  /** A line about what is going on. May be coloured. */
  line(text: string): void;
  /** What goes on right now; undefined when nothing does. */
  status(text: string | undefined): void;
}
