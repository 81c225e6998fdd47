import type { GrammarRow } from './row.ts';

const FOLDER = '(folder|directory)';
const HERE =
  '(here|in here|in the workspace|in this folder|in this directory|in the current folder|in the current directory)';
const SHOW_ZH = '(列出|列一下|列|查看|看一下|看看|打开|显示|展示|浏览) [一下]';
const FOLDER_ZH = '(目录|文件夹)';
const IN_ZH = '(里面|里|中|下面|下)';
const FILES_ZH = '(文件和文件夹|文件和目录|文件列表|文件|内容)';

export const listRows: readonly GrammarRow[] = [
  {
    kind: 'list',
    language: 'en',
    pattern: '(list|ls|dir)',
    examples: [
      ['ls', { path: '.' }],
      ['list', { path: '.' }],
    ],
  },
  {
    kind: 'list',
    language: 'en',
    pattern: `(list|show|display|see) [me] [all] [the] [my] (files|file|folders|directories|files and folders|contents) [${HERE}]`,
    examples: [
      ['list files', { path: '.' }],
      ['Could you please show me all the files here?', { path: '.' }],
    ],
  },
  {
    kind: 'list',
    language: 'en',
    pattern: `(list|show|display|open) [me] [the] [contents of|files of] (this|the current|the working|current|the) ${FOLDER}`,
    examples: [['list the current folder', { path: '.' }]],
  },
  {
    kind: 'list',
    language: 'en',
    pattern: 'list [the] [files in the] workspace',
    examples: [['list the workspace', { path: '.' }]],
  },
  {
    kind: 'list',
    language: 'en',
    pattern: `(list|show|display|see) [me] [all] [the] (files|file|folders|directories|files and folders|contents) (in|of|inside|under|within) [the] [folder|directory] {path:name} [folder|directory]`,
    examples: [
      ['list the files in src', { path: 'src' }],
      ['show me the contents of the docs folder', { path: 'docs' }],
    ],
  },
  {
    kind: 'list',
    language: 'en',
    pattern: `(list|ls|dir|show|display|open|view) [me] [the] ${FOLDER} {path:name}`,
    examples: [['open the folder "My Documents"', { path: 'My Documents' }]],
  },
  {
    kind: 'list',
    language: 'en',
    pattern: `(list|ls|dir|show|display|open|view) [me] [the] {path:name} ${FOLDER}`,
    examples: [['show the assets directory', { path: 'assets' }]],
  },
  {
    kind: 'list',
    language: 'en',
    pattern: '(list|ls|dir) [the] {path:dir}',
    examples: [
      ['list src', { path: 'src' }],
      ['hi, please ls src/models/', { path: 'src/models/' }],
      ['请 list src', { path: 'src' }],
    ],
  },
  {
    kind: 'list',
    language: 'en',
    pattern: '(show|display|open|view|look in|look into) [me] {path:folder}',
    examples: [['show src/models', { path: 'src/models' }]],
  },
  {
    kind: 'list',
    language: 'en',
    pattern: "(what is|what's|what files are) (in|inside) {path:folder}",
    asks: true,
    examples: [["what's in src/?", { path: 'src/' }]],
  },
  {
    kind: 'list',
    language: 'en',
    pattern: `(what is|what's|what files are) (in|inside) [the] (${FOLDER} {path:name})`,
    asks: true,
    examples: [['What files are in the folder assets?', { path: 'assets' }]],
  },
  {
    kind: 'list',
    language: 'en',
    pattern: `(what is|what's|what files are) (in|inside) the {path:name} ${FOLDER}`,
    asks: true,
    examples: [['what is in the assets folder?', { path: 'assets' }]],
  },
  {
    kind: 'list',
    language: 'en',
    pattern: `(what files are|which files are|what is|what's) ${HERE}`,
    asks: true,
    examples: [
      ['what files are here?', { path: '.' }],
      ['what is in this folder?', { path: '.' }],
    ],
  },
  {
    kind: 'list',
    language: 'zh',
    pattern: `${SHOW_ZH} (当前|这个|本|工作) [的] (目录|文件夹|工作区) [${IN_ZH}] [的] [所有|全部] [${FILES_ZH}]`,
    examples: [
      ['列出当前目录', { path: '.' }],
      ['请帮我看看这个文件夹里的文件', { path: '.' }],
    ],
  },
  {
    kind: 'list',
    language: 'zh',
    pattern: `${SHOW_ZH} [工作区] [${IN_ZH}] [的] [所有|全部] [的] ${FILES_ZH}`,
    examples: [
      ['列出文件', { path: '.' }],
      ['列出工作区里的所有文件', { path: '.' }],
    ],
  },
  {
    kind: 'list',
    language: 'zh',
    pattern: `(列出|列一下|列) [一下] [${FOLDER_ZH}] {path:dir} [${FOLDER_ZH}] [${IN_ZH}] [的] [所有|全部] [${FILES_ZH}]`,
    examples: [
      ['列出 src', { path: 'src' }],
      ['列出src目录下的文件', { path: 'src' }],
      ['帮我列一下“我的 文档”里面的内容', { path: '我的 文档' }],
    ],
  },
  {
    kind: 'list',
    language: 'zh',
    pattern: `${SHOW_ZH} ${FOLDER_ZH} {path:name}`,
    examples: [['查看目录 assets', { path: 'assets' }]],
  },
  {
    kind: 'list',
    language: 'zh',
    pattern: `${SHOW_ZH} {path:name} ${FOLDER_ZH} [${IN_ZH}] [的] [所有|全部] [${FILES_ZH}]`,
    examples: [['查看 assets 文件夹', { path: 'assets' }]],
  },
  {
    kind: 'list',
    language: 'zh',
    pattern: `${SHOW_ZH} {path:name} [${IN_ZH}] 的 [所有|全部] [的] ${FILES_ZH}`,
    examples: [['看看 src 里的文件', { path: 'src' }]],
  },
  {
    kind: 'list',
    language: 'zh',
    pattern: `${SHOW_ZH} {path:folder} [${IN_ZH} 有 (什么|哪些文件|什么文件)]`,
    examples: [
      ['查看 src/models', { path: 'src/models' }],
      ['看看 src 里有什么', { path: 'src' }],
    ],
  },
  {
    kind: 'list',
    language: 'zh',
    pattern: `${SHOW_ZH} (当前目录|这个目录|当前文件夹|这个文件夹|工作区|这里) [${IN_ZH}] [都] 有 (什么|哪些) [文件|东西|内容]`,
    examples: [['看看当前目录有什么', { path: '.' }]],
  },
  {
    kind: 'list',
    language: 'zh',
    pattern: `{path:folder} [${FOLDER_ZH}] ${IN_ZH} [都] 有 (什么|哪些) [文件|东西|内容]`,
    asks: true,
    examples: [['src 目录下有哪些文件？', { path: 'src' }]],
  },
  {
    kind: 'list',
    language: 'zh',
    pattern: `(当前目录|这个目录|这个文件夹|工作区|这里) [${IN_ZH}] [都] 有 (什么|哪些) [文件|东西|内容]`,
    asks: true,
    examples: [['当前目录下有什么文件？', { path: '.' }]],
  },
];
