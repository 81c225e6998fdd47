import type { GrammarRow } from './row.ts';

const COMMAND = '[the command|the shell command|shell command|command|this command|this] [:]';

export const runRows: readonly GrammarRow[] = [
  {
    kind: 'run',
    language: 'en',
    pattern: `(run|execute|exec) ${COMMAND} {command:command}`,
    examples: [
      ['run npm test', { command: 'npm test' }],
      ['Please run the command `ls -la src`.', { command: 'ls -la src' }],
      ['can you run "make check" for me?', { command: 'make check' }],
      ['execute ./build.sh --fast', { command: './build.sh --fast' }],
      ['run git commit -m "fix a and b"', { command: 'git commit -m "fix a and b"' }],
    ],
  },
  {
    kind: 'run',
    language: 'en',
    pattern: '(run|execute|exec) {command:quoted} (in|on) [the|a] (shell|terminal|command line)',
    examples: [['run `pwd` in the shell', { command: 'pwd' }]],
  },
  {
    kind: 'run',
    language: 'en',
    pattern: `(run|execute|exec) ${COMMAND} {command:block}`,
    examples: [['run:\n```sh\nnpm ci\nnpm test\n```', { command: 'npm ci\nnpm test\n' }]],
  },
  {
    kind: 'run',
    language: 'zh',
    pattern: '(运行|执行|跑) [一下] [命令|这个命令] [:] {command:command} [命令]',
    examples: [
      ['运行 npm test', { command: 'npm test' }],
      ['请帮我执行命令：`ls -la src`', { command: 'ls -la src' }],
      ['能不能跑一下npm test？', { command: 'npm test' }],
      ['运行“echo 你好”', { command: 'echo 你好' }],
    ],
  },
  {
    kind: 'run',
    language: 'zh',
    pattern: '(运行|执行|跑) [一下] [命令|下面的命令|以下命令] [:] {command:block}',
    examples: [['运行以下命令：\n```\nnpm ci\n```', { command: 'npm ci\n' }]],
  },
];
