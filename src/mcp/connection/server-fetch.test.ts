import { expect, test } from 'vitest';
import { fetchFor } from './server-fetch.ts';

function watched(url: string) {
  const sent: [string, string | null][] = [];
  const fetch = fetchFor(
    async (input, init) => {
      sent.push([String(input), new Headers(init?.headers).get('x-key')]);
      return new Response();
    },
    { url, headers: { 'X-Key': 'secret' } },
  );
  return { sent, fetch };
}

test('the headers of a server go to its origin and to no other', async () => {
  const { sent, fetch } = watched('https://mcp.example.org/mcp');

  await fetch('https://mcp.example.org/.well-known/x');
  await fetch('https://login.example.org/token');

  expect(sent).toEqual([
    ['https://mcp.example.org/.well-known/x', 'secret'],
    ['https://login.example.org/token', null],
  ]);
});

test.each([
  'http://login.example.org/token',
  'https://127.0.0.1/token',
  'https://169.254.169.254/latest',
  'https://[::1]/token',
  'https://[::ffff:10.0.0.1]/token',
  'https://2130706433/token',
  'https://0x7f.1/token',
  'https://localhost/token',
  'https://localhost./token',
  'https://router.lan/token',
  'https://metadata.google.internal/token',
])('S6 a place that a server names for its sign-in may not be %s', async (place) => {
  const { sent, fetch } = watched('https://mcp.example.org/mcp');

  await expect(fetch(place)).rejects.toMatchObject({ code: 'forbidden' });

  expect(sent).toEqual([]);
});

test('a server on this machine may have its sign-in there', async () => {
  const { sent, fetch } = watched('http://127.0.0.1:8080/mcp');

  await fetch('http://127.0.0.1:9090/token');

  expect(sent).toEqual([['http://127.0.0.1:9090/token', null]]);
});
