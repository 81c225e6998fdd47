import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { textOf } from '../../src/protocol/content.ts';
import type { OutboundEvent } from '../../src/protocol/event.ts';
import { calls, says } from '../../src/testing/scripted-router.ts';
import { openWebSite } from '../../src/testing/web-site.ts';
import { createRuntimeBed, until } from './runtime-bed.ts';

const WEB = ['web_fetch', 'web_search'];

/** The model makes one call, then says that it is done. */
const once = (tool: string, input: unknown) => (_: unknown, call: number) =>
  call === 0 ? calls(tool, input) : says('Done.');

async function serve(body: string | Uint8Array) {
  const site = await openWebSite((_, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' }).end(body);
  });
  onTestFinished(site.close);
  return site;
}

describe('S6 without a network', () => {
  test('the web is not shown, and not reached when it is asked for all the same', async () => {
    const site = await serve('secret');
    const bed = await createRuntimeBed({
      script: once('web_fetch', { url: site.url }),
      set: ['tools.profile=full'],
    });

    await bed.turn('fetch it');

    const names = bed.requests()[0]?.tools.map(({ name }) => name) ?? [];
    expect(names).toContain('read_file');
    expect(names.filter((name) => WEB.includes(name))).toEqual([]);
    expect(bed.toolTexts().at(-1)).toMatch(/network/);
    expect(site.requests).toEqual([]);
  });
});

describe('with a network', () => {
  const open = ['execution.networkPolicy=allow', 'tools.profile=full'];

  test('S7 an address of one’s own is fetched only where the owner allows it', async () => {
    const site = await serve('from inside');
    const script = once('web_fetch', { url: site.url });
    const closed = await createRuntimeBed({ script, set: open });
    const allowed = await createRuntimeBed({
      script,
      set: [...open, 'tools.web.allowAddresses=["127.0.0.0/8"]'],
    });

    await closed.turn('fetch it');
    await allowed.turn('fetch it');

    expect(closed.toolTexts().at(-1)).toMatch(/Not allowed.*no public address/);
    expect(allowed.toolTexts().at(-1)).toContain('from inside');
    expect(site.requests).toHaveLength(1);
  });

  test('S12 what a page said stays its own word when it is read again in a later turn', async () => {
    const site = await serve('long and not ours\n'.repeat(2_000));
    let artifact = '';
    const bed = await createRuntimeBed({
      script: (_, call) =>
        [
          calls('web_fetch', { url: site.url }),
          says('Read.'),
          calls('read_artifact', { id: artifact, end: 3 }),
          says('Read again.'),
          calls('read_file', { path: `artifact:${artifact}`, endLine: 3 }),
        ][call] ?? says('Done.'),
      set: [...open, 'tools.web.allowAddresses=["127.0.0.1"]'],
    });

    await bed.turn('fetch it');
    artifact = /artifact (art_\w+)/.exec(bed.toolTexts().at(-1) ?? '')?.[1] ?? '';
    await bed.turn('read it again');
    await bed.turn('and again');

    const told = (await bed.runtime().storage.messages.list('cli:main')).flatMap(({ message }) =>
      message.role === 'tool' ? [[message.tool, message.outcome, message.origin.trust]] : [],
    );
    expect(told).toEqual([
      ['web_fetch', 'ok', 'untrusted'],
      ['read_artifact', 'ok', 'untrusted'],
      ['read_file', 'ok', 'untrusted'],
    ]);
  });

  test('T19 a search tool without a key is not shown, and one with a key gets it and shows it to nobody', async () => {
    const site = await serve(JSON.stringify({ results: [] }));
    const script = once('web_search', { query: 'tides' });
    const keyless = await createRuntimeBed({ script, set: open });
    const bed = await createRuntimeBed({
      script,
      set: [
        ...open,
        'tools.web.search.provider=tavily',
        `tools.web.search.baseUrl=${site.url}`,
        'tools.web.search.apiKey=tvly-0123456789',
      ],
    });

    await keyless.turn('search');
    await bed.turn('search');

    expect(keyless.requests()[0]?.tools.map(({ name }) => name)).not.toContain('web_search');
    expect(site.requests[0]?.headers.authorization).toBe('Bearer tvly-0123456789');
    expect(JSON.stringify([bed.events, bed.requests()])).not.toContain('tvly-0123456789');
  });
});

describe('messages of a turn', () => {
  test('come before its reply, and a file comes with its place', async () => {
    const bed = await createRuntimeBed({
      script: (_, call) =>
        [
          calls('message', { text: 'Half done.' }),
          calls('send_file', { path: 'out.txt', caption: 'This is it.' }),
          says('Done.'),
        ][call] ?? says('?'),
    });
    writeFileSync(join(bed.workspace, 'out.txt'), 'content');
    const deliveries: OutboundEvent[] = [];
    await bed.runtime().client.attach('main', async (event) => void deliveries.push(event));

    await bed.turn('go');
    await until(() => deliveries.some(({ kind }) => kind === 'reply'));

    const said = deliveries.filter(({ kind }) => kind !== 'introduction');
    expect(said.map(({ content }) => textOf(content))).toEqual([
      'Half done.',
      'This is it.',
      'Done.',
    ]);
    expect(said[1]?.content[1]).toMatchObject({ type: 'file', name: 'out.txt' });
  });

  test('go to others only in the profile full, and only with a yes', async () => {
    const script = once('message', { text: 'hello', to: 'cli:other' });
    const coding = await createRuntimeBed({ script });
    const full = await createRuntimeBed({ script, set: ['tools.profile=full'] });
    for (const bed of [coding, full]) {
      await bed.turn('hi', { chatId: 'other' });
      await bed.start(script);
      await bed.turn('write to other', { assumeYes: true });
    }

    expect(coding.toolTexts().at(-1)).toMatch(/only go to this chat/);
    expect(full.toolTexts().at(-1)).toMatch(/nobody can be asked|approval/i);
    const sent = await full.runtime().storage.outbox.list({ sessionKey: 'cli:other', limit: 10 });
    expect(sent.filter(({ event }) => event.id.startsWith('tool:'))).toEqual([]);
  });
});

test('a message to others is sent once it has its yes, and once only', async () => {
  const script = once('message', { text: 'hello', to: 'cli:other' });
  const bed = await createRuntimeBed({ script, set: ['tools.profile=full'] });
  await bed.turn('hi', { chatId: 'other' });
  await bed.start(script);
  const id = await bed.send('write to other', { canAsk: true });
  await bed.sees(({ type }) => type === 'turn-waiting');

  const [asked] = await bed.runtime().client.approvals();
  await bed.runtime().client.decide({ id: asked?.id ?? '', verdict: 'approved', scope: 'once' });
  await bed.endOf(id);

  expect(asked).toMatchObject({ patternKey: 'message_other', tool: 'message' });
  const sent = await bed.runtime().storage.outbox.list({ sessionKey: 'cli:other', limit: 10 });
  const ours = sent.filter(({ event }) => event.id.startsWith('tool:'));
  expect(ours.map(({ event }) => textOf(event.content))).toEqual(['hello']);
});

test('a picture is made by the configured provider, with its key, and kept in the workspace', async () => {
  const png = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const site = await serve(JSON.stringify({ data: [{ b64_json: png.toString('base64') }] }));
  const bed = await createRuntimeBed({
    script: once('image_generate', { prompt: 'a cat' }),
    set: [
      `providers.mine.type=openai-compatible`,
      `providers.mine.baseUrl=${site.url}/v1`,
      'providers.mine.apiKey=sk-picture-0123456789',
      'tools.media.imageModel=mine/draw',
    ],
  });

  await bed.turn('draw', { assumeYes: true });

  const [, path = ''] = /Made (media\/a-cat-\w+\.png)/.exec(bed.toolTexts().at(-1) ?? '') ?? [];
  expect(readFileSync(join(bed.workspace, path))).toEqual(png);
  expect(site.requests[0]?.headers.authorization).toBe('Bearer sk-picture-0123456789');
});
