import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createEgressFetch } from '../../security/egress-client.ts';
import {
  createTemporaryWorkspace,
  type TemporaryWorkspace,
} from '../../testing/temporary-workspace.ts';
import { openWebSite, type WebSite } from '../../testing/web-site.ts';
import { createTextToSpeech, SPEECH_KEY } from './index.ts';

let workspace: TemporaryWorkspace;
let site: WebSite | undefined;

beforeEach(() => {
  workspace = createTemporaryWorkspace();
});

afterEach(() => {
  workspace.remove();
  site?.close();
});

async function speak(bytes: string, input: { voice?: string; name?: string } = {}) {
  site = await openWebSite((_, response) => response.end(Buffer.from(bytes, 'latin1')));
  const endpoint = { reference: 'azure/tts', model: 'tts', baseUrl: `${site.url}/v1`, headers: {} };
  const tool = createTextToSpeech(workspace.open, {
    source: { ...endpoint, queryParams: { 'api-version': '1' }, keyHeader: 'api-key' },
    voice: 'alloy',
    fetch: createEgressFetch(),
  });
  const context = workspace.context({ credentials: { [SPEECH_KEY]: 'sk-fake' } });
  return {
    request: site.requests,
    result: await tool.execute({ text: 'Good evening', ...input }, context),
  };
}

describe('text_to_speech', () => {
  test('asks the endpoint in its own way and keeps the speech as a new file', async () => {
    const { request, result } = await speak('ID3 fake');

    expect(request[0]).toMatchObject({
      path: '/v1/audio/speech?api-version=1',
      headers: { 'api-key': 'sk-fake' },
    });
    expect(request[0]?.headers.authorization).toBeUndefined();
    expect(JSON.parse(request[0]?.body ?? '')).toEqual({
      model: 'tts',
      input: 'Good evening',
      voice: 'alloy',
      response_format: 'mp3',
    });
    expect(result).toMatchObject({
      success: true,
      metadata: { path: 'media/good-evening-01234567.mp3', mediaType: 'audio/mpeg' },
    });
    expect(workspace.read('media/good-evening-01234567.mp3')).toBe('ID3 fake');
    expect(workspace.memory.fileChanges).toHaveLength(1);
  });

  test('takes the voice and the name that are asked for', async () => {
    const { request, result } = await speak('ID3', { voice: 'echo', name: 'greeting' });

    expect(JSON.parse(request[0]?.body ?? '')).toMatchObject({ voice: 'echo' });
    expect(result.metadata).toMatchObject({ path: 'media/greeting-01234567.mp3' });
  });

  test('writes nothing when what comes is no speech', async () => {
    const { result } = await speak('{"error":"x"}');

    expect(result).toMatchObject({
      success: false,
      error: expect.stringMatching(/without speech/),
    });
    expect(workspace.memory.fileChanges).toEqual([]);
  });

  test('T19 is not ready without an endpoint', async () => {
    const source = { problem: 'Set tools.media.speechModel.' };
    const tool = createTextToSpeech(workspace.open, { source, voice: 'x', fetch });

    expect(await tool.readiness?.()).toEqual({ ready: false, reason: source.problem });
  });
});
