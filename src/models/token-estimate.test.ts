import { readFileSync } from 'node:fs';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { estimateMessageTokens, estimateRequestTokens, estimateTokens } from './token-estimate.ts';

const read = (path: string) => readFileSync(path, 'utf8');

const ENGLISH = [
  'The harbour was quiet when the last ferry left. A woman in a grey coat stood at the end of the pier and watched',
  'its lights grow small, one hand on the railing, the other around a letter that she had not opened yet.',
  'Nobody had asked her to come, and nobody would have been surprised to find her there; she came every autumn.',
  '',
  'Self-hosted software has to survive things that nobody planned: a full disk, a clock that jumps, a process that',
  'is killed between two writes. What was accepted must still be answered, and what was done must not be done twice.',
  "It isn't enough to retry; someone has to remember what has already happened, and to say so when asked.",
].join('\n');

const CHINESE = [
  '这个项目是一个可以自己部署的智能体运行时。它把每一条收到的消息先写入存储，再交给模型处理，因此即使进程被杀掉，已经接受的消息也不会丢失。',
  '用户可以让它读取文件、搜索代码、运行测试，并在修改之前先征求同意。每一次工具调用都会经过同一条流水线：解析、校验、守卫、审批、执行和记录。',
  '昨天下午三点，我们在会议室里讨论了新版本的发布计划。王工认为应该先修复登录页面的缺陷，而李经理更关心报表的导出速度。最后大家同意分两步走。',
  '春天来了，河边的柳树抽出了嫩绿的枝条，孩子们在草地上放风筝。奶奶坐在长椅上，一边晒太阳，一边给我们讲她年轻时候的故事。',
].join('\n');

const MIXED = [
  '请运行 `npm test` 并把失败的用例列出来，然后修复 src/app.ts 里的 TypeError。',
  'The build failed at step 3：找不到模块 "undici"，please run npm install first。',
  '- [ ] TODO: 更新 README.md 的安装说明 (Node >= 22.19)\n- [x] fix: 登录页 500 错误 #1234',
].join('\n');

const LOG = Array.from(
  { length: 40 },
  (_, line) =>
    `2026-11-30T12:${String(line).padStart(2, '0')}:07.123Z ERROR [worker-${line}] request 0x${(line * 7_919).toString(16)} failed: ECONNRESET after ${line * 37} ms (10.0.${line}.1:8080)`,
).join('\n');

const TEXTS: readonly [string, string][] = [
  ['English prose', ENGLISH],
  ['TypeScript', read('src/models/think-filter.ts') + read('src/models/shared/to-prompt.ts')],
  ['JSON', read('package.json') + read('src/models/presets.json')],
  ['18,000 Chinese characters', CHINESE.repeat(80).slice(0, 18_000)],
  ['Chinese and English mixed', MIXED.repeat(20)],
  ['a log', LOG],
  [
    'Japanese',
    '昨日の会議では、新しいリリース計画について話し合いました。テストが失敗した理由を調べてください。'.repeat(
      20,
    ),
  ],
  [
    'Korean',
    '어제 회의에서 새로운 출시 계획에 대해 논의했습니다. 테스트가 실패한 이유를 조사해 주세요.'.repeat(
      20,
    ),
  ],
  ['Arabic', 'ناقشنا أمس في الاجتماع خطة الإصدار الجديد. تحقق من سبب فشل الاختبارات. '.repeat(20)],
  ['Hindi', 'कल बैठक में हमने नई रिलीज़ योजना पर चर्चा की। जाँच करें कि परीक्षण क्यों विफल हुए। '.repeat(20)],
  [
    'Russian',
    'Вчера на совещании мы обсудили план нового выпуска. Проверь, почему тесты не проходят. '.repeat(
      20,
    ),
  ],
  [
    'German',
    'Gestern haben wir über den Veröffentlichungsplan gesprochen. Bitte prüfe, warum die Tests fehlschlagen. '.repeat(
      20,
    ),
  ],
];

describe('L7 the estimate of tokens', () => {
  test.each(TEXTS)('is within 30 %% of a tokenizer for %s', (_, text) => {
    const ratio = estimateTokens(text) / encode(text).length;

    expect(ratio).toBeGreaterThan(0.7);
    expect(ratio).toBeLessThan(1.3);
  });

  test('of nothing is nothing, and of a word is one', () => {
    expect([estimateTokens(''), estimateTokens('hi')]).toEqual([0, 1]);
  });

  test('grows with the text', () => {
    expect(estimateTokens(`${CHINESE} and more`)).toBeGreaterThan(estimateTokens(CHINESE));
  });

  test('takes a million characters without a noticeable pause', () => {
    const text = `${CHINESE}${LOG}`.repeat(200).slice(0, 1_000_000);
    const startedAt = performance.now();

    estimateTokens(text);

    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });

  test('of a request counts its system text, tools, calls, results and pictures', () => {
    const picture = { type: 'image', mediaType: 'image/png', base64: 'AAAA' } as const;
    const call = {
      type: 'tool-call',
      callId: 'tool_0_0',
      providerCallId: '1',
      tool: 'read_file',
      argumentsText: '{"path":"notes.txt"}',
    } as const;
    const results = [{ providerCallId: '1', tool: 'read_file', text: CHINESE, failed: false }];
    const messages = [
      { role: 'user', content: [{ type: 'text', text: 'look' }, picture] } as const,
      { role: 'assistant', model: 'a/b', parts: [call] } as const,
      { role: 'tool', results } as const,
    ];
    const tools = [{ name: 'read_file', description: 'Reads a file.', parameters: {} }];

    const total = estimateRequestTokens({ system: MIXED, tools, messages });

    expect(total).toBeGreaterThan(
      estimateTokens(MIXED) + messages.reduce((sum, each) => sum + estimateMessageTokens(each), 0),
    );
    expect(estimateMessageTokens({ role: 'user', content: [picture] })).toBeGreaterThan(500);
    expect(estimateMessageTokens({ role: 'tool', results })).toBeGreaterThan(
      estimateTokens(CHINESE),
    );
  });
});
