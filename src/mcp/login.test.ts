import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createSignInServer } from '../../test/fake-mcp/oauth-server.ts';
import { createFakeServer } from '../../test/fake-mcp/sdk-server.ts';
import { serveFetch } from '../../test/fake-mcp/serve-fetch.ts';
import { McpSettings } from '../config/schema/mcp.ts';
import { createEgressFetch } from '../security/egress-client.ts';
import { connectedMcpBed, temporaryFolder } from '../testing/mcp-bed.ts';
import { type Login, logIn } from './login.ts';

const NEVER = new AbortController().signal;

async function signInBed() {
  const signIn = createSignInServer();
  const handler = createMcpHandler(createFakeServer);
  const { url, close } = await serveFetch(async (request) => {
    const answered = await signIn.handle(request);
    if (answered !== undefined) return answered;
    if (!signIn.isSignedIn(request)) return new Response(null, { status: 401 });
    return handler.fetch(request);
  });
  onTestFinished(close);
  onTestFinished(() => handler.close());
  const folder = temporaryFolder();
  const server = { url: `${url}/mcp` };
  const fetch = createEgressFetch();
  const logInWith = (changes: Partial<Login>) => {
    const settings = McpSettings.parse({ servers: { a: server } }).servers['a'];
    if (settings === undefined) throw new Error('no settings');
    const login = { name: 'a', settings, folder, fetch, page: 'Back.', onUrl: visit, ...changes };
    return logIn(login, NEVER);
  };
  const connect = () => connectedMcpBed(server, { folder, fetch });
  return { signIn, folder, server, logInWith, connect, file: join(folder, 'sign-ins', 'a.json') };
}

/** What a browser does of which the person agrees to everything. */
function visit(url: URL): void {
  void fetch(url);
}

/** What a browser shows that cannot reach this machine. */
async function addressOf(url: URL): Promise<string> {
  const response = await fetch(url, { redirect: 'manual' });
  return response.headers.get('location') ?? '';
}

describe('a sign-in', () => {
  test('by a browser on this machine is kept for its owner only, and used', async () => {
    const { logInWith, connect, file } = await signInBed();
    const before = await connect();
    const { state } = before.view();
    await before.stop();

    await logInWith({});
    const after = await connect();

    expect(state).toBe('needs_login');
    expect(await after.call('echo', { text: 'signed in' })).toBe('signed in');
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('is found by a server that waits for it', async () => {
    const { logInWith, connect } = await signInBed();
    const bed = await connect();

    await logInWith({});
    bed.mcp.hurry('a');
    await bed.until(() => bed.view().state === 'connected');

    expect(await bed.call('echo', { text: 'at last' })).toBe('at last');
  });

  test('is brought by hand where the browser cannot reach this machine', async () => {
    const { logInWith, file } = await signInBed();
    const address = Promise.withResolvers<string>();

    await logInWith({
      onUrl: (url) => void addressOf(url).then(address.resolve),
      pasted: () => address.promise,
    });

    expect(readFileSync(file, 'utf8')).toContain('token-1');
  });

  test.each([
    ['of another sign-in', '?code=the-code&state=other', 'another sign-in'],
    ['that refuses', '?error=access_denied&state=STATE', 'access_denied'],
  ])('with an answer %s fails and keeps nothing', async (_, query, reason) => {
    const { logInWith, signIn } = await signInBed();
    const state = Promise.withResolvers<string>();

    const failing = logInWith({
      onUrl: (url) => state.resolve(url.searchParams.get('state') ?? ''),
      pasted: async () => `http://127.0.0.1/callback${query.replace('STATE', await state.promise)}`,
    });

    await expect(failing).rejects.toMatchObject({
      code: 'unauthorized',
      message: expect.stringContaining(reason),
    });
    expect(signIn.granted).toEqual([]);
  });

  test('that has run out is renewed without a person', async () => {
    const { logInWith, connect, signIn } = await signInBed();
    await logInWith({});
    signIn.token = 'another by now';

    const bed = await connect();

    expect(await bed.call('echo', { text: 'renewed' })).toBe('renewed');
    expect(signIn.granted).toEqual(['authorization_code', 'refresh_token']);
  });

  test('counts for no other address', async () => {
    const { logInWith, folder } = await signInBed();
    await logInWith({});
    const asked: (string | null)[] = [];
    const other = await serveFetch(async ({ headers }) => {
      asked.push(headers.get('authorization'));
      return new Response(null, { status: 401 });
    });
    onTestFinished(other.close);

    await connectedMcpBed({ url: `${other.url}/mcp` }, { folder, fetch: createEgressFetch() });

    expect(new Set(asked)).toEqual(new Set([null]));
  });
});
