import type { GrammarRow } from './row.ts';

const WITH = 'with [the|this] [content|contents|text]';

export const overwriteRows: readonly GrammarRow[] = [
  {
    kind: 'write',
    language: 'en',
    pattern: `(overwrite|rewrite) [the] [file|contents of|content of] {path:path} ${WITH} [:] {content:quoted}`,
    preset: { mode: 'overwrite' },
    examples: [
      [
        'overwrite notes.txt with "new text"',
        { path: 'notes.txt', mode: 'overwrite', content: 'new text\n' },
      ],
    ],
  },
  {
    kind: 'write',
    language: 'en',
    pattern: `(overwrite|rewrite) [the] [file|contents of|content of] {path:path} [${WITH}] [:] {content:block}`,
    preset: { mode: 'overwrite' },
    examples: [
      [
        'overwrite notes.txt with\n```\nnew text\n```',
        { path: 'notes.txt', mode: 'overwrite', content: 'new text\n' },
      ],
    ],
  },
  {
    kind: 'write',
    language: 'en',
    pattern: `(overwrite|rewrite) [the] [file|contents of|content of] {path:path} [${WITH}] : {content:content}`,
    preset: { mode: 'overwrite' },
    examples: [
      [
        'overwrite notes.txt: new text',
        { path: 'notes.txt', mode: 'overwrite', content: 'new text\n' },
      ],
    ],
  },
  {
    kind: 'write',
    language: 'zh',
    pattern: '(用|以) {content:quoted} (覆盖|重写) [文件] {path:path} [的] [内容]',
    preset: { mode: 'overwrite' },
    examples: [
      ['用“新内容”覆盖 notes.txt', { path: 'notes.txt', mode: 'overwrite', content: '新内容\n' }],
    ],
  },
  {
    kind: 'write',
    language: 'zh',
    pattern: '(覆盖|重写) [文件] {path:path} [的] [内容] (为|成) {content:quoted}',
    preset: { mode: 'overwrite' },
    examples: [
      ['覆盖 notes.txt 为“新内容”', { path: 'notes.txt', mode: 'overwrite', content: '新内容\n' }],
    ],
  },
  {
    kind: 'write',
    language: 'zh',
    pattern: '(覆盖|重写) [文件] {path:path} [的] [内容] [为|成] [:] {content:block}',
    preset: { mode: 'overwrite' },
    examples: [
      [
        '覆盖 notes.txt\n```\n新内容\n```',
        { path: 'notes.txt', mode: 'overwrite', content: '新内容\n' },
      ],
    ],
  },
  {
    kind: 'write',
    language: 'zh',
    pattern: '(覆盖|重写) [文件] {path:path} [的] [内容] [为|成] : {content:content}',
    preset: { mode: 'overwrite' },
    examples: [
      ['覆盖 notes.txt：新内容', { path: 'notes.txt', mode: 'overwrite', content: '新内容\n' }],
    ],
  },
];
