import type { GrammarRow } from './row.ts';

const APPEND_ZH = '(追加到|追加进|追加至|添加到|附加到|加到|加进)';
const END_ZH = '[的] [末尾|结尾|最后|后面|里面|里|中]';

export const appendRows: readonly GrammarRow[] = [
  {
    kind: 'write',
    language: 'en',
    pattern:
      '(append|add) [the] [text|line|words] {content:quoted} (to|at the end of) [the] [end of] [the] [file] {path:path}',
    preset: { mode: 'append' },
    examples: [
      [
        'append "one more line" to notes.txt',
        { path: 'notes.txt', mode: 'append', content: 'one more line\n' },
      ],
    ],
  },
  {
    kind: 'write',
    language: 'en',
    pattern:
      '(append|add) [this|the following] [text|line] to [the] [end of] [the] [file] {path:path} [:] {content:block}',
    preset: { mode: 'append' },
    examples: [
      [
        'append to notes.txt\n```\none more\n```',
        { path: 'notes.txt', mode: 'append', content: 'one more\n' },
      ],
    ],
  },
  {
    kind: 'write',
    language: 'en',
    pattern:
      '(append|add) [this|the following] [text|line] to [the] [end of] [the] [file] {path:path} : {content:content}',
    preset: { mode: 'append' },
    examples: [
      [
        'append to notes.txt: one more line',
        { path: 'notes.txt', mode: 'append', content: 'one more line\n' },
      ],
    ],
  },
  {
    kind: 'write',
    language: 'zh',
    pattern: `(把|将) {content:quoted} ${APPEND_ZH} [文件] {path:path} [文件] ${END_ZH}`,
    preset: { mode: 'append' },
    examples: [
      [
        '把“再来一行”追加到 notes.txt 末尾',
        { path: 'notes.txt', mode: 'append', content: '再来一行\n' },
      ],
    ],
  },
  {
    kind: 'write',
    language: 'zh',
    pattern: `(在|往|向|给) [文件] {path:path} [文件] ${END_ZH} (追加|添加|加上|加入) [一行] [:] {content:quoted}`,
    preset: { mode: 'append' },
    examples: [
      [
        '在 notes.txt 末尾追加“再来一行”',
        { path: 'notes.txt', mode: 'append', content: '再来一行\n' },
      ],
    ],
  },
  {
    kind: 'write',
    language: 'zh',
    pattern: `(${APPEND_ZH}|追加) [文件] {path:path} [:] {content:block}`,
    preset: { mode: 'append' },
    examples: [
      [
        '追加到 notes.txt\n```\n再来一行\n```',
        { path: 'notes.txt', mode: 'append', content: '再来一行\n' },
      ],
    ],
  },
  {
    kind: 'write',
    language: 'zh',
    pattern: `(${APPEND_ZH}|追加) [文件] {path:path} : {content:content}`,
    preset: { mode: 'append' },
    examples: [
      ['追加到 notes.txt：再来一行', { path: 'notes.txt', mode: 'append', content: '再来一行\n' }],
    ],
  },
  {
    kind: 'write',
    language: 'zh',
    pattern: `(在|往|向|给) [文件] {path:path} [文件] ${END_ZH} (追加|添加|加上|加入) [一行] : {content:content}`,
    preset: { mode: 'append' },
    examples: [
      [
        '在 notes.txt 里追加：再来一行',
        { path: 'notes.txt', mode: 'append', content: '再来一行\n' },
      ],
    ],
  },
];
