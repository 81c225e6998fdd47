import { expect, test } from 'vitest';
import { toMarkdown } from './to-markdown.ts';

test.each([
  ['<div>a <b>b</b> <i>c</i></div><div>d</div>', 'a **b** _c_\n\nd'],
  [
    '<section><h2>T</h2>loose <a href="https://x.test/">text</a><p>p</p></section>',
    '## T\n\nloose [text](https://x.test/)\n\np',
  ],
  ['<ul><li>a<ul><li>b</li></ul></li></ul>', '- a\n  - b'],
  ['<pre>a\n\n\nb</pre>', '```\na\n\n\nb\n```'],
  ['<div><div><div></div></div></div>', ''],
])('%s becomes Markdown', (html, markdown) => {
  expect(toMarkdown(html)).toBe(markdown);
});

test('a long page is the same in pieces, and each block stays whole', () => {
  const paragraphs = Array.from(
    { length: 500 },
    (_, index) => `paragraph ${index} ${'x'.repeat(90)}`,
  );

  const markdown = toMarkdown(paragraphs.map((text) => `<div><p>${text}</p></div>`).join(''));

  expect(markdown.split('\n\n')).toEqual(paragraphs);
});
