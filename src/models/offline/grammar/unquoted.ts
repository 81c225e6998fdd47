import type { GrammarRow } from './row.ts';

const FILE = '[a|the] [new] [text] [file] [called|named]';
const LINE = '[the|a] (text|line|words) [saying|that says]';
const WITH =
  '(with [the|this] (content|contents|text)|containing [the text]|that says|saying|with)';
const TO_FILE_ZH =
  '(写到|写入|写进|写在|保存到|保存为|保存进|存到|存入|存进|存为|记到|记在|放到|放进) [新] [文件]';
const APPEND_ZH = '(追加到|追加进|追加至|添加到|附加到|加到|加进)';
const FILE_IN_ZH = '[文件] {path:textFile} [文件]';
const INSIDE_ZH = '[里面|里|中]';
const END_ZH = '[的] [末尾|结尾|最后|后面|里面|里|中]';
const NEW_ZH = '(新建|创建|建立|新增|生成) [一个|个] [新] [的] [文件] [叫|名为|叫做]';

/** Writing without quotes, where the words are certain to be the text: after all rows that ask for less. */
export const unquotedRows: readonly GrammarRow[] = [
  {
    kind: 'write',
    language: 'en',
    pattern: `(write|save|put) [down|the text|the words|the word] {content:literal} (to|into|in) ${FILE} {path:textFile} [file]`,
    examples: [
      ['write hello to note.txt', { path: 'note.txt', mode: 'create', content: 'hello\n' }],
      [
        'Please write Hello, world! to the file docs/hello.txt',
        { path: 'docs/hello.txt', mode: 'create', content: 'Hello, world!\n' },
      ],
      [
        'save 你好 in a new file called note.txt',
        { path: 'note.txt', mode: 'create', content: '你好\n' },
      ],
    ],
  },
  {
    kind: 'write',
    language: 'en',
    pattern: `(create|make|write) ${FILE} {path:textFile} ${WITH} {content:literal} [in it|inside it|inside]`,
    examples: [
      ['create note.txt with hello', { path: 'note.txt', mode: 'create', content: 'hello\n' }],
      [
        'create a file called note.txt with the text hello world in it',
        { path: 'note.txt', mode: 'create', content: 'hello world\n' },
      ],
    ],
  },
  {
    kind: 'write',
    language: 'en',
    pattern: `((append|add) ${LINE}|append) {content:literal} (to|at the end of) [the] [end of] [the] [file] {path:textFile} [file]`,
    preset: { mode: 'append' },
    examples: [
      ['append done to log.txt', { path: 'log.txt', mode: 'append', content: 'done\n' }],
      [
        'add the line buy milk to list.txt',
        { path: 'list.txt', mode: 'append', content: 'buy milk\n' },
      ],
    ],
  },
  {
    kind: 'write',
    language: 'en',
    pattern: `overwrite [the] [file|contents of|content of] {path:textFile} ${WITH} {content:literal}`,
    preset: { mode: 'overwrite' },
    examples: [
      [
        'overwrite note.txt with hello again',
        { path: 'note.txt', mode: 'overwrite', content: 'hello again\n' },
      ],
    ],
  },
  {
    kind: 'write',
    language: 'zh',
    pattern: `(把|将) {content:literal} ${TO_FILE_ZH} {path:textFile} [文件] ${INSIDE_ZH}`,
    examples: [
      ['把 你好 写入 note.txt', { path: 'note.txt', mode: 'create', content: '你好\n' }],
      [
        '帮我把明天下午三点开会写到日程.txt里',
        { path: '日程.txt', mode: 'create', content: '明天下午三点开会\n' },
      ],
    ],
  },
  {
    kind: 'write',
    language: 'zh',
    pattern: `(写入|写|保存) {content:literalApart} (到|至|进) ${FILE_IN_ZH} ${INSIDE_ZH}`,
    examples: [['写 你好 到 note.txt', { path: 'note.txt', mode: 'create', content: '你好\n' }]],
  },
  {
    kind: 'write',
    language: 'zh',
    pattern: `(在|往|向) ${FILE_IN_ZH} ${INSIDE_ZH} (写入|写上|写下|写) {content:literalApart}`,
    examples: [
      ['在 note.txt 里写 你好', { path: 'note.txt', mode: 'create', content: '你好\n' }],
      ['往note.txt中写入你好，世界', { path: 'note.txt', mode: 'create', content: '你好，世界\n' }],
    ],
  },
  {
    kind: 'write',
    language: 'zh',
    pattern: `${NEW_ZH} {path:textFile} [文件] [,] [并] (写入内容|写入|写上|内容为|内容是|内容) {content:literalApart}`,
    examples: [
      ['新建 note.txt，内容为你好', { path: 'note.txt', mode: 'create', content: '你好\n' }],
      ['创建 note.txt 并写入 hello', { path: 'note.txt', mode: 'create', content: 'hello\n' }],
    ],
  },
  {
    kind: 'write',
    language: 'zh',
    pattern: `(把|将) {content:literal} ${APPEND_ZH} ${FILE_IN_ZH} ${END_ZH}`,
    preset: { mode: 'append' },
    examples: [['把 完成 追加到 log.txt', { path: 'log.txt', mode: 'append', content: '完成\n' }]],
  },
  {
    kind: 'write',
    language: 'zh',
    pattern: `(在|往|向) ${FILE_IN_ZH} ${END_ZH} (追加一行|添加一行|加一行|追加) {content:literalApart}`,
    preset: { mode: 'append' },
    examples: [
      ['在 log.txt 末尾追加 完成', { path: 'log.txt', mode: 'append', content: '完成\n' }],
    ],
  },
  {
    kind: 'write',
    language: 'zh',
    pattern: `(用|以) {content:literal} 覆盖 ${FILE_IN_ZH} [的] [内容]`,
    preset: { mode: 'overwrite' },
    examples: [
      ['用 再见 覆盖 note.txt', { path: 'note.txt', mode: 'overwrite', content: '再见\n' }],
    ],
  },
];
