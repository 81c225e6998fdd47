import { describe, expect, test } from 'vitest';
import { type EditorEffect, emptyEditor, type Key, pressKey } from './line-editor.ts';

type Press = string | Key;

const ENTER: Key = { name: 'return' };
const LEFT: Key = { name: 'left' };
const PASTE = { start: { name: 'paste-start' }, end: { name: 'paste-end' } };

function press(presses: readonly Press[], history: readonly string[] = []) {
  let state = emptyEditor(history);
  const effects: EditorEffect[] = [];
  for (const key of presses) {
    const step =
      typeof key === 'string'
        ? pressKey(state, key, { name: key })
        : pressKey(state, undefined, key);
    state = step.state;
    if (step.effect.type !== 'edit') effects.push(step.effect);
  }
  return {
    state,
    effects,
    shown: `${state.text.slice(0, state.cursor)}|${state.text.slice(state.cursor)}`,
  };
}

const keys = (text: string): Press[] =>
  Array.from(text, (character) => (character === '\n' ? ENTER : character));

describe('pressKey', () => {
  test('submits what was typed and remembers it', () => {
    const { effects, state } = press([...keys('hi'), ENTER]);

    expect(effects).toEqual([{ type: 'submit', text: 'hi', pasted: false }]);
    expect(state).toMatchObject({ text: '', cursor: 0, history: ['hi'] });
  });

  test('goes on in a new line after a trailing backslash', () => {
    const { effects } = press([...keys('one\\'), ENTER, ...keys('two'), ENTER]);

    expect(effects).toEqual([{ type: 'submit', text: 'one\ntwo', pasted: false }]);
  });

  test('takes a bracketed paste as text, line breaks included, and says so', () => {
    const { effects } = press([...keys('see: '), PASTE.start, ...keys('a\nb\n'), PASTE.end, ENTER]);

    expect(effects).toEqual([{ type: 'submit', text: 'see: a\nb\n', pasted: true }]);
  });

  test('moves and deletes by what a person takes for one character', () => {
    expect(press([...keys('a'), '👨‍👩‍👧', LEFT]).shown).toBe('a|👨‍👩‍👧');
    expect(press([...keys('中文'), { name: 'backspace' }]).shown).toBe('中|');
    expect(press([...keys('ab'), LEFT, { name: 'delete' }]).shown).toBe('a|');
  });

  test.each<[string, Press[], string]>([
    ['Home', [{ name: 'home' }], '|one two'],
    ['Ctrl-A', [{ name: 'a', ctrl: true }], '|one two'],
    ['Ctrl-W', [{ name: 'w', ctrl: true }], 'one |'],
    ['Ctrl-U', [LEFT, { name: 'u', ctrl: true }], '|o'],
    ['Ctrl-K', [LEFT, LEFT, { name: 'k', ctrl: true }], 'one t|'],
    ['Escape', [{ name: 'escape' }], 'one two|'],
  ])('obeys %s', (_name, presses, shown) => {
    expect(press([...keys('one two'), ...presses]).shown).toBe(shown);
  });

  test('keeps Home and Ctrl-U within the line of a text of several', () => {
    const several = [...keys('one\\'), ENTER, ...keys('two')];

    expect(press([...several, { name: 'home' }]).shown).toBe('one\n|two');
    expect(press([...several, { name: 'u', ctrl: true }]).shown).toBe('one\n|');
  });

  test('leafs through earlier inputs and comes back to what was being typed', () => {
    const history = ['first', 'second'];
    const up = { name: 'up' };
    const down = { name: 'down' };

    expect(press(['x', up], history).shown).toBe('second|');
    expect(press(['x', up, up, up], history).shown).toBe('first|');
    expect(press(['x', up, up, down, down], history).shown).toBe('x|');
  });

  test('tells an interrupt and an end apart from text', () => {
    const interrupt = { name: 'c', ctrl: true };
    const end = { name: 'd', ctrl: true };

    expect(press(['x', interrupt]).effects).toEqual([{ type: 'interrupt' }]);
    expect(press([end]).effects).toEqual([{ type: 'end' }]);
    expect(press(['x', end]).effects).toEqual([]);
  });

  test('lets no control character into the text', () => {
    const { state } = press(['a', '\u0007', PASTE.start, '\u001b', 'b', '\u009b', PASTE.end]);

    expect(state.text).toBe('ab');
  });

  test('takes a paste of 200,000 characters without delay', () => {
    const { state } = press([PASTE.start, ...Array<string>(200_000).fill('p'), PASTE.end]);

    expect(state.text).toHaveLength(200_000);
  });
});
