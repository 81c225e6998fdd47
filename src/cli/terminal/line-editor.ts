import { graphemes } from './display-width.ts';

/** A key as `node:readline` reports it. */
export interface Key {
  readonly name?: string | undefined;
  readonly ctrl?: boolean;
  readonly meta?: boolean;
  readonly sequence?: string;
}

/** What is being typed. `cursor` is an index into `text` and never splits a character. */
export interface EditorState {
  readonly text: string;
  readonly cursor: number;
  /** Earlier inputs, oldest first. */
  readonly history: readonly string[];
  /** Position in `history` while the person leafs through it. */
  readonly leaf?: number;
  /** What was being typed before the person began to leaf. */
  readonly draft: string;
  /** What came since the opening mark of a bracketed paste, where line breaks are text. */
  readonly paste?: string;
  /** Whether any of `text` came from a paste. */
  readonly pasted: boolean;
}

export type EditorEffect =
  | { readonly type: 'edit' }
  | { readonly type: 'submit'; readonly text: string; readonly pasted: boolean }
  | { readonly type: 'interrupt' }
  | { readonly type: 'end' };

export interface EditorStep {
  readonly state: EditorState;
  readonly effect: EditorEffect;
}

const LONGEST_HISTORY = 500;

export function emptyEditor(history: readonly string[] = []): EditorState {
  return { text: '', cursor: 0, history, draft: '', pasted: false };
}

/** What a key does. Pure. */
export function pressKey(state: EditorState, typed: string | undefined, key: Key): EditorStep {
  const { name, ctrl = false } = key;
  if (name === 'paste-start') return edited({ ...state, paste: '', pasted: true });
  if (name === 'paste-end') return edited(endPaste(state));
  if (state.paste !== undefined) {
    return edited({ ...state, paste: state.paste + pastedText(typed, key) });
  }
  if (name === 'return' || name === 'enter') return pressEnter(state, key);
  if (ctrl) return pressControl(state, name);
  const action = ACTIONS[name ?? ''];
  if (action !== undefined) return edited(action(state));
  return edited(isPrintable(typed, key) ? insert(state, typed ?? '') : state);
}

function pressEnter(state: EditorState, { meta = false }: Key): EditorStep {
  if (meta) return edited(insert(state, '\n'));
  if (state.cursor === state.text.length && state.text.endsWith('\\')) {
    return edited(insert({ ...state, ...before(state.text.slice(0, -1)) }, '\n'));
  }
  const { text, pasted, history } = state;
  const fresh = text.trim() === '' || history.at(-1) === text ? history : [...history, text];
  return {
    state: emptyEditor(fresh.slice(-LONGEST_HISTORY)),
    effect: { type: 'submit', text, pasted },
  };
}

function pressControl(state: EditorState, name: string | undefined): EditorStep {
  if (name === 'c') return { state, effect: { type: 'interrupt' } };
  if (name === 'd' && state.text === '') return { state, effect: { type: 'end' } };
  const action = CONTROLS[name ?? ''];
  return edited(action === undefined ? state : action(state));
}

type Action = (state: EditorState) => EditorState;

const ACTIONS: Readonly<Record<string, Action>> = {
  backspace: (state) => removeBefore(state, previous(state)),
  delete: (state) => removeAfter(state, following(state)),
  left: (state) => ({ ...state, cursor: previous(state) }),
  right: (state) => ({ ...state, cursor: following(state) }),
  home: toLineStart,
  end: toLineEnd,
  up: (state) => leafTo(state, (state.leaf ?? state.history.length) - 1),
  down: (state) => (state.leaf === undefined ? state : leafTo(state, state.leaf + 1)),
};

const CONTROLS: Readonly<Record<string, Action>> = {
  a: toLineStart,
  e: toLineEnd,
  b: (state) => ({ ...state, cursor: previous(state) }),
  f: (state) => ({ ...state, cursor: following(state) }),
  d: (state) => removeAfter(state, following(state)),
  h: (state) => removeBefore(state, previous(state)),
  k: (state) => removeAfter(state, toLineEnd(state).cursor),
  u: (state) => removeBefore(state, toLineStart(state).cursor),
  w: (state) => removeBefore(state, wordStart(state)),
  p: (state) => leafTo(state, (state.leaf ?? state.history.length) - 1),
  n: (state) => (state.leaf === undefined ? state : leafTo(state, state.leaf + 1)),
};

function insert(state: EditorState, typed: string): EditorState {
  const head = state.text.slice(0, state.cursor) + typed;
  const { leaf: _leaf, ...rest } = state;
  return { ...rest, text: head + state.text.slice(state.cursor), cursor: head.length };
}

function endPaste({ paste = '', ...rest }: EditorState): EditorState {
  return insert(rest, paste);
}

function removeBefore(state: EditorState, from: number): EditorState {
  const { text, cursor } = state;
  return { ...state, text: text.slice(0, from) + text.slice(cursor), cursor: from };
}

function removeAfter(state: EditorState, to: number): EditorState {
  const { text, cursor } = state;
  return { ...state, text: text.slice(0, cursor) + text.slice(to) };
}

function previous({ text, cursor }: EditorState): number {
  return cursor - (graphemes(text.slice(0, cursor)).at(-1)?.length ?? 0);
}

function following({ text, cursor }: EditorState): number {
  return cursor + (graphemes(text.slice(cursor))[0]?.length ?? 0);
}

function toLineStart(state: EditorState): EditorState {
  return { ...state, cursor: state.text.slice(0, state.cursor).lastIndexOf('\n') + 1 };
}

function toLineEnd(state: EditorState): EditorState {
  const end = state.text.indexOf('\n', state.cursor);
  return { ...state, cursor: end === -1 ? state.text.length : end };
}

function wordStart({ text, cursor }: EditorState): number {
  return text.slice(0, cursor).replace(/\S*\s*$/, '').length;
}

function leafTo(state: EditorState, leaf: number): EditorState {
  if (leaf < 0) return state;
  const draft = state.leaf === undefined ? state.text : state.draft;
  const entry = state.history[leaf];
  if (entry !== undefined) return { ...state, ...before(entry), leaf, draft };
  const { leaf: _leaf, ...rest } = state;
  return { ...rest, ...before(draft), draft: '' };
}

/** The text with the cursor behind it. */
function before(text: string): Pick<EditorState, 'text' | 'cursor'> {
  return { text, cursor: text.length };
}

function pastedText(typed: string | undefined, { name }: Key): string {
  if (name === 'return' || name === 'enter') return '\n';
  return typed === '\t' || !/^\p{Cc}/u.test(typed ?? '') ? (typed ?? '') : '';
}

function isPrintable(typed: string | undefined, { meta = false }: Key): boolean {
  return typed !== undefined && !meta && !/^\p{Cc}/u.test(typed);
}

function edited(state: EditorState): EditorStep {
  return { state, effect: { type: 'edit' } };
}
