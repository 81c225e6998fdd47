import { describe, expect, test } from 'vitest';
import { GRAMMAR } from './grammar/grammar.ts';
import { createRequestParser } from './parse-request.ts';

const parse = createRequestParser(GRAMMAR);

function intentsOf(words: string) {
  return parse(words).intents;
}

describe('words that only mention an action', () => {
  test.each([
    'how do I read a file in Python?',
    'How do I run npm test?',
    'what does "run rm -rf /" do?',
    'explain what npm test does',
    'should I run npm test?',
    'can I run npm test?',
    'run npm test?',
    'read a.txt?',
    "don't run npm test",
    'please do not run npm test',
    'the command npm test fails, why?',
    'I tried to run npm test and it failed',
    'my friend said "run rm -rf /"',
    'if I say run npm test, what happens?',
    'run rm -rf / is dangerous, right?',
    '"run npm test"',
    'can you read files?',
    'could you run commands?',
    'run away',
    'run the tests',
    'read the docs',
    'show me the way',
    'find me a restaurant in Berlin',
    'find out what is wrong',
    'search the web for cats',
    'write a poem to poem.txt',
    'list the countries of Europe',
    'create a todo app in React',
    'remember that I like tea',
    'open https://example.org/index.html',
    'show me how to run npm test',
    'help me read a file',
    '怎么运行测试?',
    '怎么运行 npm test？',
    '如何读取文件？',
    '运行测试',
    '运行 npm test 会怎样？',
    '运行 npm test 安全吗？',
    '不要运行 npm test',
    '请不要删除 notes.txt 里的“foo”',
    '你能读文件吗？',
    '你会运行命令吗',
    '找不到文件',
    '看起来不错',
    '记得我吗？',
    '把 notes.txt 翻译成英文',
    '写一首诗到 poem.txt',
    '帮助我理解这个文件',
  ])('%s', (words) => {
    expect(intentsOf(words)).toEqual([]);
  });
});

describe('words that are only half understood', () => {
  test.each([
    'read a.txt and b.txt',
    'read a.txt and summarise it',
    'run npm test and tell me what fails',
    'run npm test if you can',
    'list src then read a.txt then run npm test',
    'write it to a.txt',
    'read lines 20 to 10 of a.txt',
    'read line 0 of a.txt',
    '运行 npm test 然后告诉我结果',
    '运行 echo 你好',
    'read ""',
    'run ``',
    `list ${'x'.repeat(3_000)}`,
  ])('are not acted on: %s', (words) => {
    expect(intentsOf(words)).toEqual([]);
  });
});

describe('two steps', () => {
  test.each([
    [
      'find TODO in src and write them to todo.md',
      [
        { kind: 'search', query: 'TODO', path: 'src' },
        { kind: 'write-result', path: 'todo.md', mode: 'create' },
      ],
    ],
    [
      'Read a.txt. Then run npm test.',
      [
        { kind: 'read', path: 'a.txt' },
        { kind: 'run', command: 'npm test' },
      ],
    ],
    [
      'can you read a.txt and then run `npm test`, please?',
      [
        { kind: 'read', path: 'a.txt' },
        { kind: 'run', command: 'npm test' },
      ],
    ],
    [
      '把 a.txt 里的 foo 替换为 bar，然后运行 npm test',
      [
        { kind: 'edit', path: 'a.txt', oldText: 'foo', newText: 'bar' },
        { kind: 'run', command: 'npm test' },
      ],
    ],
    [
      '读取a.txt然后把内容写到b.txt',
      [
        { kind: 'read', path: 'a.txt' },
        { kind: 'write-result', path: 'b.txt', mode: 'create' },
      ],
    ],
    [
      'list src; write to notes.txt: a, then b',
      [
        { kind: 'list', path: 'src' },
        { kind: 'write', path: 'notes.txt', mode: 'create', content: 'a, then b\n' },
      ],
    ],
    ['thanks, now list src', [{ kind: 'list', path: 'src' }]],
  ])('%s', (words, intents) => {
    expect(intentsOf(words)).toEqual(intents);
  });
});

describe('texts', () => {
  test.each([
    ['remember to read a.txt and run npm test', 'read a.txt and run npm test'],
    ['todo: write "a" to b.txt, then list src', 'write "a" to b.txt, then list src'],
  ])('are not searched for requests: %s', (words, text) => {
    expect(intentsOf(words)).toEqual([{ kind: 'todo-add', text }]);
  });

  test.each([
    ['write to a.txt: Really? Yes, please!', 'Really? Yes, please!\n'],
    ['please write to a.txt: "quoted"', 'quoted\n'],
    ['write to a.txt: "one" and "two"', '"one" and "two"\n'],
    ['写入 a.txt：全角，标点。', '全角，标点。\n'],
    ['write to a.txt:\n  indented\n\n- list\n', '  indented\n\n- list\n'],
    ['write to a.txt:\n```\n  indented\n```\nrun npm test', '  indented\n'],
    ['write to a.txt: ```\nno end', '```\nno end\n'],
  ])('are kept as they are: %s', (words, content) => {
    expect(intentsOf(words)).toMatchObject([{ kind: 'write', path: 'a.txt', content }]);
  });

  test('may be as long as a message', () => {
    const text = `${'line of text\n'.repeat(20_000)}`;

    expect(intentsOf(`write to a.txt:\n${text}`)).toMatchObject([{ kind: 'write', content: text }]);
    expect(intentsOf(`write to a.txt\n\`\`\`\n${text}\`\`\``)).toMatchObject([{ content: text }]);
  });

  test('that do not fit into quotes are not written in part', () => {
    expect(intentsOf(`write "${'x'.repeat(30_000)}" to a.txt`)).toEqual([]);
  });
});

describe('more lines than one', () => {
  test('are said to be left out when nothing of them was used', () => {
    const parsed = parse('read a.txt\n\nrun rm -rf /');

    expect(parsed.intents).toEqual([{ kind: 'read', path: 'a.txt' }]);
    expect(parsed.ignoresLines).toBe(true);
  });

  test.each(['read a.txt\n\n', 'write to a.txt:\none\ntwo'])(
    'are not mentioned when there is nothing in them or all was used',
    (words) => {
      expect(parse(words).ignoresLines).toBe(false);
    },
  );
});

describe('UO12 the language of the answer', () => {
  test.each([
    ['list src', 'en'],
    ['read docs/笔记.md', 'en'],
    ['write "你好" to a.txt', 'en'],
    ['What does “你好” mean?', 'en'],
    ['列出 src', 'zh'],
    ['读取 src/models/offline/index.ts', 'zh'],
    ['请 list src', 'zh'],
    ['find TODO in src 然后写到 todo.md', 'zh'],
    ['用 TypeScript 写一个 quicksort', 'zh'],
    ['Schreib ein Gedicht', 'en'],
    ['', 'en'],
  ])('%s → %s', (words, language) => {
    expect(parse(words).language).toBe(language);
  });
});
