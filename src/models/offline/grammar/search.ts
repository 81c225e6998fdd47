import type { GrammarRow } from './row.ts';

const LOOK = '(search for|search|look for|grep for|grep)';
const WHAT = '[all] [the] [occurrences of|word|text|string]';
const EVERYWHERE =
  '(everywhere|here|in all files|in the files|in the workspace|in this folder|in this directory|in this project|in the project)';
const IN = '(in|inside|under|within) [the] [files in|folder|directory|file]';
const LOOK_ZH = '(搜索|搜|查找|检索|寻找|找) [一下|出]';
const WHAT_ZH = '[所有|全部] [的] [包含|含有|关键词|文本]';
const FOLDER_ZH = '[目录|文件夹|文件]';
const IN_ZH = '(里面|里|中|下面|下)';

export const searchRows: readonly GrammarRow[] = [
  {
    kind: 'search',
    language: 'en',
    pattern: `(find|${LOOK}) ${WHAT} {query:term} ${EVERYWHERE}`,
    examples: [['find TODO in the workspace', { query: 'TODO' }]],
  },
  {
    kind: 'search',
    language: 'en',
    pattern: `(find|${LOOK}) ${WHAT} {query:term} ${IN} {path:name} [folder|directory]`,
    examples: [
      ['find TODO in src', { query: 'TODO', path: 'src' }],
      ['Could you find "to do" in the docs folder, please?', { query: 'to do', path: 'docs' }],
      ['grep createServer in src/main.ts', { query: 'createServer', path: 'src/main.ts' }],
      ['帮我 find TODO in src', { query: 'TODO', path: 'src' }],
    ],
  },
  {
    kind: 'search',
    language: 'en',
    pattern: `${LOOK} {query:words} ${IN} {path:name} [folder|directory]`,
    examples: [['search for hello world in src', { query: 'hello world', path: 'src' }]],
  },
  {
    kind: 'search',
    language: 'en',
    pattern:
      '(search|grep|search in|look in) [the] [folder|directory|file] {path:name} [folder] for {query:words}',
    examples: [['search src for hello world', { query: 'hello world', path: 'src' }]],
  },
  {
    kind: 'search',
    language: 'en',
    pattern: '(search|look through) [all] [the|my] (files|workspace|project) for {query:words}',
    examples: [['search the files for TODO', { query: 'TODO' }]],
  },
  {
    kind: 'search',
    language: 'en',
    pattern: 'grep {query:term} {path:name}',
    examples: [['grep TODO src', { query: 'TODO', path: 'src' }]],
  },
  {
    kind: 'search',
    language: 'en',
    pattern: '(search for|look for|grep for|grep) {query:words}',
    examples: [['search for hello world', { query: 'hello world' }]],
  },
  {
    kind: 'search',
    language: 'en',
    pattern: `(find|search) ${WHAT} {query:term}`,
    examples: [
      ['find TODO', { query: 'TODO' }],
      ['find "hello world"', { query: 'hello world' }],
    ],
  },
  {
    kind: 'search',
    language: 'zh',
    pattern: `(在|到|从) ${FOLDER_ZH} {path:name} ${FOLDER_ZH} ${IN_ZH} [面] ${LOOK_ZH} ${WHAT_ZH} {query:term}`,
    examples: [
      ['在 src 中搜索 TODO', { query: 'TODO', path: 'src' }],
      ['麻烦在src目录下查找“待 办”', { query: '待 办', path: 'src' }],
    ],
  },
  {
    kind: 'search',
    language: 'zh',
    pattern: `${LOOK_ZH} ${FOLDER_ZH} {path:name} ${FOLDER_ZH} ${IN_ZH} 的 ${WHAT_ZH} {query:term}`,
    examples: [
      ['查找 src 里的 TODO', { query: 'TODO', path: 'src' }],
      ['帮我搜一下docs文件夹里的所有“配置”', { query: '配置', path: 'docs' }],
    ],
  },
  {
    kind: 'search',
    language: 'zh',
    pattern: `(在|从) (所有文件|工作区|当前目录|项目|这里) [${IN_ZH}] ${LOOK_ZH} ${WHAT_ZH} {query:term}`,
    examples: [['在工作区里搜索 TODO', { query: 'TODO' }]],
  },
  {
    kind: 'search',
    language: 'zh',
    pattern: `${LOOK_ZH} ${WHAT_ZH} [:] {query:term}`,
    examples: [
      ['搜索 TODO', { query: 'TODO' }],
      ['查找「你好」', { query: '你好' }],
      ['查找 登录', { query: '登录' }],
    ],
  },
  {
    kind: 'search',
    language: 'zh',
    pattern: `${LOOK_ZH} ${WHAT_ZH} {query:term} ${IN} {path:name}`,
    examples: [['查找 TODO in src', { query: 'TODO', path: 'src' }]],
  },
];
