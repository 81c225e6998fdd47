import { displayWidth } from '../terminal/display-width.ts';
import {
  type EditorEffect,
  type EditorState,
  emptyEditor,
  type Key,
  pressKey,
} from '../terminal/line-editor.ts';
import type { Screen } from '../terminal/screen.ts';
import type { Style } from '../terminal/style.ts';

const PROMPT = '› ';

export interface PromptLineDeps {
  readonly screen: Screen;
  readonly style: Style;
  /** The question that is open, if one is. */
  question(): string | undefined;
}

/** The line at the bottom, in which messages and answers are typed. */
export interface PromptLine {
  /** What the key amounts to. The line is drawn once all keys of a burst are in. */
  press(typed: string | undefined, key: Key): EditorEffect;
  /** Another question is open, or none: a message that was being typed is put aside, and brought back after. */
  turnPage(): void;
  setStatus(text: string | undefined): void;
  text(): string;
  /** Replaces what is typed. */
  setText(text: string): void;
  /** The line as it stays in sight once it was sent. */
  echo(text: string): string;
  draw(): void;
  remove(): void;
}

export function createPromptLine({ screen, style, question }: PromptLineDeps): PromptLine {
  let editor: EditorState = emptyEditor();
  let message: EditorState | undefined;
  let status: string | undefined;
  let scheduled = false;
  let removed = false;

  const prompt = () => question() ?? PROMPT;

  function draw() {
    scheduled = false;
    if (removed) return;
    const { text, cursor } = editor;
    const promptWidth = displayWidth(prompt());
    const painted = question() === undefined ? style.cyan(PROMPT) : style.yellow(prompt());
    screen.setInput({ prompt: painted, promptWidth, text, cursor, status, paintStatus: style.dim });
  }

  function drawSoon() {
    if (scheduled) return;
    scheduled = true;
    queueMicrotask(draw);
  }

  return {
    press(typed, key) {
      const step = pressKey(editor, typed, key);
      editor = step.state;
      if (editor.paste === undefined) drawSoon();
      return step.effect;
    },

    turnPage() {
      const asked = question() !== undefined;
      if (asked) message ??= editor;
      // What was typed for one question must not answer another.
      editor = asked ? emptyEditor() : (message ?? editor);
      if (!asked) message = undefined;
      drawSoon();
    },

    setStatus(text) {
      status = text;
      drawSoon();
    },

    text: () => editor.text,

    setText(text) {
      editor = { ...emptyEditor(editor.history), text, cursor: text.length };
      drawSoon();
    },

    echo: (text) => `${style.cyan(prompt())}${text.replaceAll('\n', '\n  ')}`,

    draw,

    remove() {
      removed = true;
      screen.end();
    },
  };
}
