import type { GrammarRow } from './row.ts';

const IT =
  '(it|them|that|this|those|everything|all of it|all of them|the result|the results|the output|the content|the contents|the text|the list|the matches|the lines)';
const FILE = '[a|the] [new] [file] [called|named]';
const IT_ZH =
  '[把|将] [它们|它|这些|其|所有|全部] [的] [搜索结果|查找结果|结果|输出|内容|列表|文字|文本] [都]';

export const writeResultRows: readonly GrammarRow[] = [
  {
    kind: 'write-result',
    language: 'en',
    pattern: `(write|save|put|store|copy) [${IT}] (to|into|in) ${FILE} {path:path}`,
    follows: true,
    examples: [
      ['find TODO in src and write them to todo.md', { path: 'todo.md', mode: 'create' }],
      ['list src, then save the list in list.txt', { path: 'list.txt', mode: 'create' }],
      [
        'please run `npm test` and write the output to out/test.log',
        { path: 'out/test.log', mode: 'create' },
      ],
      ['find TODO in src 然后 write to todo.md', { path: 'todo.md', mode: 'create' }],
    ],
  },
  {
    kind: 'write-result',
    language: 'en',
    pattern: `(append|add) [${IT}] to [the] [end of] [the] [file] {path:path}`,
    preset: { mode: 'append' },
    follows: true,
    examples: [['read a.txt and append it to b.txt', { path: 'b.txt', mode: 'append' }]],
  },
  {
    kind: 'write-result',
    language: 'en',
    pattern: `overwrite [the] [file] {path:path} with ${IT}`,
    preset: { mode: 'overwrite' },
    follows: true,
    examples: [['read a.txt then overwrite b.txt with it', { path: 'b.txt', mode: 'overwrite' }]],
  },
  {
    kind: 'write-result',
    language: 'zh',
    pattern: `${IT_ZH} (写到|写入|写进|保存到|保存为|保存在|存到|存入|存进|存为|复制到|放到) [文件] {path:path} [文件] [里面|里|中]`,
    follows: true,
    examples: [
      ['读取 a.txt 然后把内容写到 b.txt', { path: 'b.txt', mode: 'create' }],
      ['在 src 中搜索 TODO，并写入 todo.md', { path: 'todo.md', mode: 'create' }],
      [
        '请先列出src目录，再把结果保存到“文件 列表.txt”里，谢谢',
        { path: '文件 列表.txt', mode: 'create' },
      ],
      ['find TODO in src 然后写到 todo.md', { path: 'todo.md', mode: 'create' }],
      ['运行 npm test 并把输出保存到 test.log', { path: 'test.log', mode: 'create' }],
    ],
  },
  {
    kind: 'write-result',
    language: 'zh',
    pattern: `${IT_ZH} (追加到|追加进|添加到|附加到|加到) [文件] {path:path} [文件] [的] [末尾|结尾|最后|后面|里面|里|中]`,
    preset: { mode: 'append' },
    follows: true,
    examples: [['读取 a.txt，然后把内容追加到 b.txt', { path: 'b.txt', mode: 'append' }]],
  },
  {
    kind: 'write-result',
    language: 'zh',
    pattern: `[并] 用 [它|这些|其] [结果|内容|输出] 覆盖 [文件] {path:path} [的] [内容]`,
    preset: { mode: 'overwrite' },
    follows: true,
    examples: [['读取 a.txt，然后用内容覆盖 b.txt', { path: 'b.txt', mode: 'overwrite' }]],
  },
];
