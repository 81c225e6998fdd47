import type { GrammarRow } from './row.ts';

const READ = '(read|cat|print|show|display|open|view)';
const OF = '(of|from|in) [the] [file]';
const TO = '(-|–|to|through)';

const READ_ZH = '(读取|读|查看|看|打开|显示|展示|打印|输出) [一下|看]';
const TO_ZH = '(-|–|~|到|至)';

export const readRows: readonly GrammarRow[] = [
  {
    kind: 'read',
    language: 'en',
    pattern: `${READ} [me] [the] (line|lines) {startLine:number} ${TO} {endLine:number} ${OF} {path:path}`,
    examples: [
      ['read lines 10 to 20 of notes.txt', { path: 'notes.txt', startLine: 10, endLine: 20 }],
      ['Show me lines 3-7 from src/main.ts.', { path: 'src/main.ts', startLine: 3, endLine: 7 }],
    ],
  },
  {
    kind: 'read',
    language: 'en',
    pattern: `${READ} [me] [the] first {endLine:number} lines ${OF} {path:path}`,
    preset: { startLine: '1' },
    examples: [
      ['show the first 20 lines of server.log', { path: 'server.log', startLine: 1, endLine: 20 }],
    ],
  },
  {
    kind: 'read',
    language: 'en',
    pattern: `${READ} [me] line {line:number} ${OF} {path:path}`,
    examples: [['read line 5 of notes.txt', { path: 'notes.txt', startLine: 5, endLine: 5 }]],
  },
  {
    kind: 'read',
    language: 'en',
    pattern: `${READ} [me] [the] [file] {path:path} [,] [from] (line|lines) {startLine:number} ${TO} [line] {endLine:number}`,
    examples: [
      ['read notes.txt lines 10-20', { path: 'notes.txt', startLine: 10, endLine: 20 }],
      ['read notes.txt from line 2 to line 4', { path: 'notes.txt', startLine: 2, endLine: 4 }],
    ],
  },
  {
    kind: 'read',
    language: 'en',
    pattern: `${READ} [me] [the] [file] {path:path} from line {startLine:number} [on|onward|onwards]`,
    examples: [['read notes.txt from line 30 on', { path: 'notes.txt', startLine: 30 }]],
  },
  {
    kind: 'read',
    language: 'en',
    pattern: `${READ} {path:path} : {startLine:number} - {endLine:number}`,
    examples: [['read src/main.ts:10-20', { path: 'src/main.ts', startLine: 10, endLine: 20 }]],
  },
  {
    kind: 'read',
    language: 'en',
    pattern:
      '(read|cat|print) [me|out] [the] [whole] [contents of|content of|text of] [the] [file] {path:path} [file]',
    examples: [
      ['read notes.txt', { path: 'notes.txt' }],
      ['Please read the file "my notes.txt"', { path: 'my notes.txt' }],
      ['can you read `README.md`?', { path: 'README.md' }],
      ['print the contents of bin/start', { path: 'bin/start' }],
    ],
  },
  {
    kind: 'read',
    language: 'en',
    pattern:
      '(show|display|open|view|look at|see) [me] [the] [contents of|content of|text of] [the] [file] {path:file} [file]',
    examples: [
      ['show me package.json', { path: 'package.json' }],
      ['open the Makefile', { path: 'Makefile' }],
    ],
  },
  {
    kind: 'read',
    language: 'en',
    pattern: "(what is|what's) (in|inside) [the] [file] {path:file}",
    asks: true,
    examples: [["what's in notes.txt?", { path: 'notes.txt' }]],
  },
  {
    kind: 'read',
    language: 'en',
    pattern: 'what does [the] [file] {path:file} (say|contain)',
    asks: true,
    examples: [['What does LICENSE say?', { path: 'LICENSE' }]],
  },
  {
    kind: 'read',
    language: 'zh',
    pattern: `${READ_ZH} [文件] {path:path} [文件] [的] [第] {startLine:number} [行] ${TO_ZH} [第] {endLine:number} 行 [的] [内容]`,
    examples: [
      ['读取 notes.txt 第 10 到 20 行', { path: 'notes.txt', startLine: 10, endLine: 20 }],
      ['看一下src/main.ts的第3-7行', { path: 'src/main.ts', startLine: 3, endLine: 7 }],
    ],
  },
  {
    kind: 'read',
    language: 'zh',
    pattern: `${READ_ZH} [文件] {path:path} [文件] [的] 前 {endLine:number} 行 [的] [内容]`,
    preset: { startLine: '1' },
    examples: [['查看 server.log 的前 20 行', { path: 'server.log', startLine: 1, endLine: 20 }]],
  },
  {
    kind: 'read',
    language: 'zh',
    pattern: `${READ_ZH} [文件] {path:path} [文件] [的] 第 {line:number} 行 [的] [内容]`,
    examples: [['读取 notes.txt 的第 5 行', { path: 'notes.txt', startLine: 5, endLine: 5 }]],
  },
  {
    kind: 'read',
    language: 'zh',
    pattern: `${READ_ZH} [文件] {path:path} [文件] [,] [的] 从 第 {startLine:number} 行 (开始|往后|起) [的] [内容]`,
    examples: [['读取 notes.txt 从第 30 行开始', { path: 'notes.txt', startLine: 30 }]],
  },
  {
    kind: 'read',
    language: 'zh',
    pattern: `${READ_ZH} [文件] {path:path} : {startLine:number} - {endLine:number} [行]`,
    examples: [['读取 src/main.ts：10-20', { path: 'src/main.ts', startLine: 10, endLine: 20 }]],
  },
  {
    kind: 'read',
    language: 'zh',
    pattern:
      '(读取|读) [一下|出] [文件] [:] {path:path} [文件] [里|中] [的] [所有|全部] [内容] [一下]',
    examples: [
      ['读取 notes.txt', { path: 'notes.txt' }],
      ['请帮我读一下“会议 记录.txt”', { path: '会议 记录.txt' }],
      ['麻烦读取文件notes.txt的内容，谢谢！', { path: 'notes.txt' }],
      ['你能读一下 docs/笔记.md 吗？', { path: 'docs/笔记.md' }],
    ],
  },
  {
    kind: 'read',
    language: 'zh',
    pattern:
      '(查看|看看|看|打开|显示|展示|打印|输出) [一下] [文件] {path:file} [文件] [里|中] [的] [所有|全部] [内容] [一下]',
    examples: [
      ['查看 package.json', { path: 'package.json' }],
      ['帮我打开README的内容', { path: 'README' }],
    ],
  },
  {
    kind: 'read',
    language: 'zh',
    pattern:
      '(把|将) [文件] {path:path} [文件] [的] [内容] (读出来|读取出来|读给我听|读给我|读一下|显示出来|打印出来|打开|给我看看|给我看)',
    examples: [['把 notes.txt 读出来', { path: 'notes.txt' }]],
  },
  {
    kind: 'read',
    language: 'zh',
    pattern:
      '[文件] {path:file} [文件] (里面|里|中) [都] (有什么|有些什么|写了什么|写了些什么|写着什么) [内容]',
    asks: true,
    examples: [['notes.txt 里写了什么？', { path: 'notes.txt' }]],
  },
  {
    kind: 'read',
    language: 'zh',
    pattern: '[文件] {path:file} [文件] 的 内容 是 什么',
    asks: true,
    examples: [['notes.txt的内容是什么？', { path: 'notes.txt' }]],
  },
];
