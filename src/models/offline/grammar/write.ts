import type { GrammarRow } from './row.ts';

const FILE = '[a|the] [new] [file] [called|named]';
const WITH = 'with [the|this] [content|contents|text]';
const INTO = '(to|into|in)';
const INTO_ZH = '(写到|写入|写进|保存到|保存为|保存进|存到|存入|存进|存为|放到|放进)';
const NEW_ZH = '(新建|创建|建立|新增|生成) [一个|个] [新] [的] [文件] [叫|名为|叫做]';
const HOLDING_ZH = '[,] [并] (写入内容|写入|写上|内容为|内容是|内容)';

export const writeRows: readonly GrammarRow[] = [
  {
    kind: 'write',
    language: 'en',
    pattern: `(write|save|put) [the] [text|line|words] {content:quoted} ${INTO} ${FILE} {path:path}`,
    examples: [
      [
        'write "hello world" to notes.txt',
        { path: 'notes.txt', mode: 'create', content: 'hello world\n' },
      ],
      [
        "please save 'it works' in a new file called result.txt",
        { path: 'result.txt', mode: 'create', content: 'it works\n' },
      ],
    ],
  },
  {
    kind: 'write',
    language: 'en',
    pattern: `(write|save) [this|the following] [text] ${INTO} ${FILE} {path:path} [:] {content:block}`,
    examples: [
      [
        'write this to hello.py\n```python\nprint("hello")\n```',
        { path: 'hello.py', mode: 'create', content: 'print("hello")\n' },
      ],
    ],
  },
  {
    kind: 'write',
    language: 'en',
    pattern: `(write|save) [this|the following] [text] ${INTO} ${FILE} {path:path} : {content:content}`,
    examples: [
      [
        'write to notes.txt: buy milk, then run home',
        { path: 'notes.txt', mode: 'create', content: 'buy milk, then run home\n' },
      ],
    ],
  },
  {
    kind: 'write',
    language: 'en',
    pattern: `(create|make|write|add) ${FILE} {path:path} (${WITH}|containing) [:] {content:quoted}`,
    examples: [
      [
        'create a file notes.txt with the content "hello"',
        { path: 'notes.txt', mode: 'create', content: 'hello\n' },
      ],
    ],
  },
  {
    kind: 'write',
    language: 'en',
    pattern: `(create|make|write) ${FILE} {path:path} [${WITH}|containing] [:] {content:block}`,
    examples: [
      [
        'Create notes.md with this content:\n```\n# Notes\n\n- one\n```',
        { path: 'notes.md', mode: 'create', content: '# Notes\n\n- one\n' },
      ],
    ],
  },
  {
    kind: 'write',
    language: 'en',
    pattern: `(create|make|write) ${FILE} {path:path} [${WITH}|containing] : {content:content}`,
    examples: [
      ['create notes.txt: hello', { path: 'notes.txt', mode: 'create', content: 'hello\n' }],
      [
        'create notes.txt with:\nfirst line\nsecond line',
        { path: 'notes.txt', mode: 'create', content: 'first line\nsecond line\n' },
      ],
    ],
  },
  {
    kind: 'write',
    language: 'en',
    pattern: '(create|make) (an|a|the) [new] empty file [called|named] {path:path}',
    preset: { content: '' },
    examples: [
      ['create an empty file notes.txt', { path: 'notes.txt', mode: 'create', content: '' }],
    ],
  },
  {
    kind: 'write',
    language: 'zh',
    pattern: `(把|将) [文字|文本|内容] {content:quoted} [这句话|这行] ${INTO_ZH} [新] [文件] {path:path} [文件] [里面|里|中]`,
    examples: [
      [
        '把“你好，世界”写到 notes.txt',
        { path: 'notes.txt', mode: 'create', content: '你好，世界\n' },
      ],
    ],
  },
  {
    kind: 'write',
    language: 'zh',
    pattern: `(写入|写|保存) {content:quoted} (到|至|进) [文件] {path:path} [文件] [里面|里|中]`,
    examples: [
      ['请写入 "hello" 到 notes.txt', { path: 'notes.txt', mode: 'create', content: 'hello\n' }],
    ],
  },
  {
    kind: 'write',
    language: 'zh',
    pattern: `(${INTO_ZH}|写) [文件] {path:path} [:] {content:block}`,
    examples: [
      [
        '写入 hello.py：\n```python\nprint("你好")\n```',
        { path: 'hello.py', mode: 'create', content: 'print("你好")\n' },
      ],
    ],
  },
  {
    kind: 'write',
    language: 'zh',
    pattern: `(${INTO_ZH}|写) [文件] {path:path} : {content:content}`,
    examples: [
      [
        '写入 notes.txt：买牛奶，然后回家',
        { path: 'notes.txt', mode: 'create', content: '买牛奶，然后回家\n' },
      ],
    ],
  },
  {
    kind: 'write',
    language: 'zh',
    pattern: `(在|往|向) [文件] {path:path} [文件] [里面|里|中] (写入|写上|写) [:] {content:quoted}`,
    examples: [
      ['在 notes.txt 里写入“你好”', { path: 'notes.txt', mode: 'create', content: '你好\n' }],
    ],
  },
  {
    kind: 'write',
    language: 'zh',
    pattern: '(在|往|向) [文件] {path:path} [文件] [里面|里|中] (写入|写上|写) : {content:content}',
    examples: [
      ['在 notes.txt 中写入：你好', { path: 'notes.txt', mode: 'create', content: '你好\n' }],
    ],
  },
  {
    kind: 'write',
    language: 'zh',
    pattern: `${NEW_ZH} {path:path} [文件] ${HOLDING_ZH} [:] {content:quoted}`,
    examples: [
      [
        '新建文件 notes.txt，内容为“你好”',
        { path: 'notes.txt', mode: 'create', content: '你好\n' },
      ],
    ],
  },
  {
    kind: 'write',
    language: 'zh',
    pattern: `${NEW_ZH} {path:path} [文件] [${HOLDING_ZH}] [:] {content:block}`,
    examples: [
      [
        '创建 notes.md：\n```\n# 笔记\n```',
        { path: 'notes.md', mode: 'create', content: '# 笔记\n' },
      ],
    ],
  },
  {
    kind: 'write',
    language: 'zh',
    pattern: `${NEW_ZH} {path:path} [文件] [${HOLDING_ZH}] : {content:content}`,
    examples: [
      [
        '帮我创建 notes.txt，内容是：第一行\n第二行',
        { path: 'notes.txt', mode: 'create', content: '第一行\n第二行\n' },
      ],
    ],
  },
  {
    kind: 'write',
    language: 'zh',
    pattern: '(新建|创建) [一个|个] 空 [白] [的] 文件 [叫|名为] {path:path}',
    preset: { content: '' },
    examples: [['新建一个空文件 notes.txt', { path: 'notes.txt', mode: 'create', content: '' }]],
  },
];
