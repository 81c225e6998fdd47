import type { GrammarRow } from './row.ts';

const CHANGE = '(replace|change) [the] [word|text]';
const CHANGE_ALL = '(replace|change) (all|every|each) [occurrences of|occurrence of]';
const BY = '(with|by|to|into)';
const IN_ZH = '(里面的|里的|中的|里面|里|中)';
const TO_ZH = '(替换为|替换成|替换|换成|换为|改成|改为|修改为|修改成)';
const EDIT_ZH = '(编辑|修改) [文件]';

export const editRows: readonly GrammarRow[] = [
  {
    kind: 'edit',
    language: 'en',
    pattern: `${CHANGE_ALL} {oldText:text} ${BY} {newText:text} in [the] [file] {path:path}`,
    preset: { replaceAll: 'yes' },
    examples: [
      [
        'replace all foo with bar in notes.txt',
        { path: 'notes.txt', oldText: 'foo', newText: 'bar', replaceAll: true },
      ],
    ],
  },
  {
    kind: 'edit',
    language: 'en',
    pattern: `${CHANGE} {oldText:text} ${BY} {newText:text} in [the] [file] {path:path}`,
    examples: [
      ['replace foo with bar in notes.txt', { path: 'notes.txt', oldText: 'foo', newText: 'bar' }],
      [
        'Change "a - b" to `a + b` in src/add.mjs, please.',
        { path: 'src/add.mjs', oldText: 'a - b', newText: 'a + b' },
      ],
      ['replace "debug" with "" in main.ts', { path: 'main.ts', oldText: 'debug', newText: '' }],
    ],
  },
  {
    kind: 'edit',
    language: 'en',
    pattern: `(in|edit|open) [the] [file] {path:path} [,|:] [and] ${CHANGE} {oldText:text} ${BY} {newText:text}`,
    examples: [
      ['in notes.txt, replace foo with bar', { path: 'notes.txt', oldText: 'foo', newText: 'bar' }],
      [
        'edit notes.txt: change "foo" to "bar"',
        { path: 'notes.txt', oldText: 'foo', newText: 'bar' },
      ],
    ],
  },
  {
    kind: 'edit',
    language: 'en',
    pattern:
      '(remove|delete) [the] [word|text|line] {oldText:quoted} (from|in) [the] [file] {path:path}',
    examples: [['remove "foo" from notes.txt', { path: 'notes.txt', oldText: 'foo', newText: '' }]],
  },
  {
    kind: 'edit',
    language: 'zh',
    pattern: `(把|将) [文件] {path:path} [文件] ${IN_ZH} (所有的|所有|全部的|全部|每个) {oldText:text} [都|全部] ${TO_ZH} {newText:text}`,
    preset: { replaceAll: 'yes' },
    examples: [
      [
        '把 notes.txt 里所有的 foo 都改成 bar',
        { path: 'notes.txt', oldText: 'foo', newText: 'bar', replaceAll: true },
      ],
    ],
  },
  {
    kind: 'edit',
    language: 'zh',
    pattern: `(把|将) [文件] {path:path} [文件] ${IN_ZH} {oldText:text} (都|全部) ${TO_ZH} {newText:text}`,
    preset: { replaceAll: 'yes' },
    examples: [
      [
        '把 notes.txt 里的 foo 全部替换为 bar',
        { path: 'notes.txt', oldText: 'foo', newText: 'bar', replaceAll: true },
      ],
    ],
  },
  {
    kind: 'edit',
    language: 'zh',
    pattern: `(把|将) [文件] {path:path} [文件] ${IN_ZH} {oldText:text} ${TO_ZH} {newText:text}`,
    examples: [
      ['把 notes.txt 里的 foo 替换为 bar', { path: 'notes.txt', oldText: 'foo', newText: 'bar' }],
      [
        '麻烦你帮我将src/add.mjs中的“a - b”改成“a + b”，谢谢。',
        { path: 'src/add.mjs', oldText: 'a - b', newText: 'a + b' },
      ],
    ],
  },
  {
    kind: 'edit',
    language: 'zh',
    pattern: `(在|到|${EDIT_ZH}) [文件] {path:path} [文件] [${IN_ZH}] [,|:] (把|将) {oldText:text} ${TO_ZH} {newText:text}`,
    examples: [
      ['在 notes.txt 中把 foo 改为 bar', { path: 'notes.txt', oldText: 'foo', newText: 'bar' }],
      ['修改 notes.txt，将“旧”替换成“新”', { path: 'notes.txt', oldText: '旧', newText: '新' }],
    ],
  },
  {
    kind: 'edit',
    language: 'zh',
    pattern: `(替换|修改) [文件] {path:path} [文件] ${IN_ZH} {oldText:text} (为|成) {newText:text}`,
    examples: [
      ['替换 notes.txt 中的 foo 为 bar', { path: 'notes.txt', oldText: 'foo', newText: 'bar' }],
    ],
  },
  {
    kind: 'edit',
    language: 'zh',
    pattern: `(删除|删掉|去掉) [文件] {path:path} [文件] ${IN_ZH} {oldText:quoted}`,
    examples: [['删除 notes.txt 里的“foo”', { path: 'notes.txt', oldText: 'foo', newText: '' }]],
  },
];
