import { describe, expect, test } from 'vitest';
import { GRAMMAR } from './grammar/grammar.ts';
import { DESCRIBED_THINGS, DESCRIBING_WORDS } from './grammar/not-literal.ts';
import { createRequestParser } from './parse-request.ts';

const parse = createRequestParser(GRAMMAR);

/** Every way to write without quotes, with the mode it asks for. */
const WAYS: readonly (readonly [say: (content: string) => string, mode: string])[] = [
  [(content) => `write ${content} to a.txt`, 'create'],
  [(content) => `create a.txt with ${content}`, 'create'],
  [(content) => `append ${content} to a.txt`, 'append'],
  [(content) => `overwrite a.txt with ${content}`, 'overwrite'],
  [(content) => `把 ${content} 写入 a.txt`, 'create'],
  [(content) => `写 ${content} 到 a.txt`, 'create'],
  [(content) => `在 a.txt 里写 ${content}`, 'create'],
  [(content) => `新建 a.txt，内容为 ${content}`, 'create'],
  [(content) => `把 ${content} 追加到 a.txt`, 'append'],
  [(content) => `在 a.txt 末尾追加 ${content}`, 'append'],
  [(content) => `用 ${content} 覆盖 a.txt`, 'overwrite'],
];

function intentsOf(words: string) {
  return parse(words).intents;
}

function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe('words that are certainly a text', () => {
  test.each([
    'hello',
    'hello world',
    'Hello, world!',
    '你好',
    '你好，世界',
    '今天很开心',
    '再见',
    "don't forget the milk",
    "let's go",
    'apples, pears and plums',
    'go to the shop',
    '42',
    '1 2 3',
    '2026-10-05 paid 12.50',
    'https://example.org/a.html',
    'bob@example.org',
    'node_modules',
    '*.log',
    'KEY=value',
    'one,  two',
    'x'.repeat(150),
    'w '.repeat(11).concat('w'),
    '字'.repeat(40),
  ])('are written as they are: %s', (content) => {
    const intents = WAYS.map(([say]) => intentsOf(say(content)));

    expect(intents).toEqual(
      WAYS.map(([, mode]) => [{ kind: 'write', path: 'a.txt', mode, content: `${content}\n` }]),
    );
  });

  test('are written in any order and number that is short enough', () => {
    const random = createRandom(7);
    const words = [
      'hello',
      'world',
      'Anna',
      'milk',
      '你好',
      '世界',
      'the',
      'done',
      '3',
      'x=1',
      '-',
    ];

    for (let round = 0; round < 300; round += 1) {
      const rest = Array.from({ length: random(12) }, () => words[random(words.length)]);
      const content = ['hello', ...rest].join(' ');
      const [say, mode] = WAYS[random(WAYS.length)] ?? [String, ''];

      expect(intentsOf(say(content)), content).toEqual([
        { kind: 'write', path: 'a.txt', mode, content: `${content}\n` },
      ]);
    }
  });

  test.each([
    ['请你把 你好 写入 a.txt', '你好\n'],
    ['could you create a.txt with hello?', 'hello\n'],
    ['create a.txt with hello, please.', 'hello\n'],
    ['write thanks to a.txt, thanks', 'thanks\n'],
    ['在 a.txt 里写 你好，谢谢。', '你好\n'],
    ['在a.txt里写你好吧', '你好\n'],
    ['写hello到a.txt', 'hello\n'],
  ])('hold no courtesy: %s', (words, content) => {
    expect(intentsOf(words)).toMatchObject([{ kind: 'write', content }]);
  });
});

describe('words that may describe a text', () => {
  test.each([
    ...[...DESCRIBING_WORDS].flatMap((word) => [word, `${word} hello`, `${word} poem`]),
    ...[...DESCRIBED_THINGS].flatMap((word) => [word, `short ${word}`, `nice ${word} for Anna`]),
    "it's fine",
    "I'm here",
    'What is new',
    "Anna's address",
    'capital of France',
    'top ten films',
    '5 jokes',
    'ten rhymes',
    'cats and everything about them',
    'hello 10 times',
    'hello in French',
    'hello if you can',
    'hello then bye',
    'hello and run npm test',
    'hello, list src',
    'hello?',
    'README',
    'b.txt',
    'b.txt and c.txt',
    'src/models',
    '.env',
    '"hello',
    'hello\tworld',
    'x'.repeat(152),
    'w '.repeat(12).concat('w'),
    '字'.repeat(41),
    '一个',
    '一首诗',
    '三个笑话',
    '一篇关于大海的文章',
    '它',
    '这些',
    '那段话',
    '我的名字',
    '你的想法',
    '什么都行',
    '怎么做饭',
    '所有结果',
    '结果',
    '搜索结果',
    '内容',
    'b.txt 的内容',
    '诗',
    '短篇故事',
    'src 里的 TODO',
    '项目总结',
    '测试报告',
    '代码',
    '部署脚本',
    '当前时间',
    '今天的日期',
    '你好吗',
    '你好用英文',
    '你好，然后运行 npm test',
    '你好，列出 src',
    '随便',
    '点东西',
  ])('are not written: %s', (content) => {
    const written = WAYS.flatMap(([say]) => intentsOf(say(content))).filter(
      (intent) => intent.kind === 'write' && intent.content.includes(content),
    );

    expect(written).toEqual([]);
  });

  test.each([
    'write hello to Anna',
    'write hello to "Anna"',
    'write hello to my boss',
    'write hello to him/her',
    'write hello to note',
    'write hello to notes/',
    'write hello to bob@example.org',
    'write hello to example.com',
    'write hello to version 1.2',
    'write quicksort to sort.py',
    'write hello world to "hello world.js"',
    'create index.html with hello world',
    'put logging in server.ts',
    'write build targets to Makefile',
    'add milk to list.txt',
    'add todo comments to main.ts',
    'add a todo app',
    'add a todo widget to the page',
    'create a todo buy milk',
    'write hello\nworld to a.txt',
    'create a.txt with hello\nworld',
    'write hello to a.txt?',
    'create a.txt with hello?',
    "don't write hello to a.txt",
    'should I write hello to a.txt?',
    'if I write hello to a.txt',
    '不要把 你好 写入 a.txt',
    '把 快速排序 写入 sort.py',
    '把 你好 写入 笔记',
    '在 a.txt 里写了什么？',
    '在 a.txt 里写好了吗',
    '在 a.txt 里写不下',
    '写完作业到 a.txt',
    '给 README.md 添加 徽章',
  ])('or whose place is no file for a text are not written: %s', (words) => {
    expect(intentsOf(words)).toEqual([]);
  });
});

describe('a text without quotes beside another request', () => {
  test.each([
    [
      'write hello to a.txt and append bye to b.txt',
      [
        { kind: 'write', path: 'a.txt', mode: 'create', content: 'hello\n' },
        { kind: 'write', path: 'b.txt', mode: 'append', content: 'bye\n' },
      ],
    ],
    [
      'create a.txt with hello then list src',
      [
        { kind: 'write', path: 'a.txt', mode: 'create', content: 'hello\n' },
        { kind: 'list', path: 'src' },
      ],
    ],
    [
      '把 你好 写入 a.txt，然后读取 a.txt',
      [
        { kind: 'write', path: 'a.txt', mode: 'create', content: '你好\n' },
        { kind: 'read', path: 'a.txt' },
      ],
    ],
    [
      'find TODO in src and write it to a.txt',
      [
        { kind: 'search', query: 'TODO', path: 'src' },
        { kind: 'write-result', path: 'a.txt', mode: 'create' },
      ],
    ],
  ])('ends where that begins: %s', (words, intents) => {
    expect(intentsOf(words)).toEqual(intents);
  });
});
