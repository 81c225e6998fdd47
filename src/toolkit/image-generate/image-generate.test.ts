import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createEgressFetch } from '../../security/egress-client.ts';
import { createPublicFetch } from '../../security/public-fetch.ts';
import {
  createTemporaryWorkspace,
  type TemporaryWorkspace,
} from '../../testing/temporary-workspace.ts';
import { openWebSite, type WebSite } from '../../testing/web-site.ts';
import { createImageGenerate, IMAGE_KEY } from './index.ts';

const PNG = Buffer.from('\x89PNG\r\n\x1a\n fake', 'latin1');

let workspace: TemporaryWorkspace;
const sites: WebSite[] = [];

beforeEach(() => {
  workspace = createTemporaryWorkspace();
});

afterEach(() => {
  workspace.remove();
  for (const site of sites.splice(0)) site.close();
});

async function serve(answer: (response: ServerResponse, path: string) => void): Promise<WebSite> {
  const site = await openWebSite(({ url = '' }, response) => answer(response, url));
  sites.push(site);
  return site;
}

function createTool(baseUrl: string) {
  const endpoint = { reference: 'p/draw', model: 'draw', baseUrl, headers: {}, queryParams: {} };
  return createImageGenerate(workspace.open, {
    source: endpoint,
    fetch: createEgressFetch(),
    publicFetch: createPublicFetch(),
  });
}

const context = () => workspace.context({ credentials: { [IMAGE_KEY]: 'sk-fake' } });
const FILE = 'media/a-cat-01234567.png';

async function make(answer: (response: ServerResponse, path: string) => void) {
  const site = await serve(answer);
  const tool = createTool(`${site.url}/v1`);
  const result = await tool.execute({ prompt: 'A cat!' }, context());
  return { site, tool, result, text: result.success ? result.output : result.error };
}

const json = (value: unknown) => (response: ServerResponse) => response.end(JSON.stringify(value));

describe('image_generate', () => {
  test('asks the endpoint and keeps the picture as a new file that undo can take back', async () => {
    const { site, result, text } = await make(
      json({ data: [{ b64_json: PNG.toString('base64') }] }),
    );

    expect(site.requests[0]).toMatchObject({
      method: 'POST',
      path: '/v1/images/generations',
      headers: { authorization: 'Bearer sk-fake' },
    });
    expect(JSON.parse(site.requests[0]?.body ?? '')).toEqual({
      model: 'draw',
      prompt: 'A cat!',
      n: 1,
    });
    expect(text).toContain(`Made ${FILE} (image/png, 13 B)`);
    expect(Buffer.from(workspace.read(FILE)).length).toBeGreaterThan(0);
    expect(workspace.memory.fileChanges).toMatchObject([{ path: expect.stringContaining(FILE) }]);
    expect(result.metadata).toMatchObject({ path: FILE, model: 'p/draw', mediaType: 'image/png' });
  });

  test('fetches a picture that the provider only names, from the provider itself', async () => {
    const { text } = await make((response, path) => {
      if (path === '/pictures/1') return response.end(PNG);
      const url = `http://${response.req.headers.host}/pictures/1`;
      return response.end(JSON.stringify({ data: [{ url }] }));
    });

    expect(text).toContain(`Made ${FILE}`);
  });

  test('S7 fetches nothing from where the provider must not point', async () => {
    const { result, text } = await make(json({ data: [{ url: 'http://169.254.169.254/x.png' }] }));

    expect(result.success).toBe(false);
    expect(text).toContain('no public address');
    expect(workspace.memory.fileChanges).toEqual([]);
  });

  test.each([
    [json({ data: [{ b64_json: Buffer.from('<svg/>').toString('base64') }] }), /without a picture/],
    [json({ data: [] }), /without a picture/],
    [(response: ServerResponse) => response.end('nonsense'), /without a picture/],
    [
      (response: ServerResponse) =>
        response.writeHead(400).end(JSON.stringify({ error: { message: 'Not that.' } })),
      /refused the request \(400\).*It says: Not that\./,
    ],
    [(response: ServerResponse) => response.writeHead(401).end(), /refuses the key/],
    [(response: ServerResponse) => response.writeHead(404).end(), /no such model/],
  ])('writes nothing and says why when it gets no picture (%#)', async (answer, words) => {
    const { result, text } = await make((response) => void answer(response));

    expect(result.success).toBe(false);
    expect(text).toMatch(words);
    expect(text).not.toContain('sk-fake');
    expect(workspace.memory.fileChanges).toEqual([]);
  });

  test('overwrites nothing', async () => {
    workspace.write(FILE, 'mine');

    const { result, site } = await make(json({}));

    expect(result).toMatchObject({
      success: false,
      error: expect.stringMatching(/exists already/),
    });
    expect(site.requests).toEqual([]);
    expect(workspace.read(FILE)).toBe('mine');
  });

  test('T7 finds after a crash what this very call has made', async () => {
    const { tool } = await make(json({ data: [{ b64_json: PNG.toString('base64') }] }));

    const verified = await tool.verify?.({ prompt: 'A cat!' }, context());

    expect(verified).toMatchObject({ state: 'done', result: { success: true } });
  });

  test('names its file in any language', async () => {
    const site = await serve(json({ data: [{ b64_json: PNG.toString('base64') }] }));

    const result = await createTool(site.url).execute({ prompt: '一只 ../ 猫' }, context());

    expect(result.metadata).toMatchObject({ path: 'media/一只-猫-01234567.png' });
  });

  test('T19 is not ready without an endpoint, and says what to do', async () => {
    const tool = createImageGenerate(workspace.open, {
      source: { problem: 'Set tools.media.imageModel.' },
      fetch: createEgressFetch(),
      publicFetch: createPublicFetch(),
    });

    expect(await tool.readiness?.()).toEqual({
      ready: false,
      reason: 'Set tools.media.imageModel.',
    });
    expect(await tool.execute({ prompt: 'x' }, context())).toMatchObject({ success: false });
  });
});
