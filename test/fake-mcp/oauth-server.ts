/** What a sign-in server was asked, and what it is to say. */
export interface SignInServer {
  /** Registered clients, by their way back. */
  readonly registered: string[];
  /** Kinds of token requests, in order. */
  readonly granted: string[];
  /** The token that counts now. */
  token: string;
  handle(request: Request): Promise<Response | undefined>;
  isSignedIn(request: Request): boolean;
}

/** A small authorization server on the origin of the MCP server; the person always agrees. */
export function createSignInServer(): SignInServer {
  const registered: string[] = [];
  const granted: string[] = [];

  const routes: Readonly<Record<string, (request: Request, url: URL) => unknown>> = {
    '/.well-known/oauth-protected-resource/mcp': (_, { origin }) => ({
      resource: `${origin}/mcp`,
      authorization_servers: [origin],
    }),
    '/.well-known/oauth-authorization-server': (_, { origin }) => ({
      issuer: origin,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      registration_endpoint: `${origin}/register`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
    }),
    async '/register'(request) {
      const asked = (await request.json()) as { redirect_uris: string[] };
      registered.push(asked.redirect_uris[0] ?? '');
      return { ...asked, client_id: `client-${registered.length}` };
    },
    async '/token'(request) {
      const form = new URLSearchParams(await request.text());
      granted.push(form.get('grant_type') ?? '');
      server.token = `token-${granted.length}`;
      return { access_token: server.token, token_type: 'Bearer', refresh_token: 'refresh' };
    },
  };

  const server: SignInServer = {
    registered,
    granted,
    token: 'nobody has it',
    async handle(request) {
      const url = new URL(request.url);
      if (url.pathname === '/authorize') return sendBack(url);
      const route = routes[url.pathname];
      return route === undefined ? undefined : Response.json(await route(request, url));
    },
    isSignedIn: ({ headers }) => headers.get('authorization') === `Bearer ${server.token}`,
  };
  return server;
}

function sendBack({ searchParams }: URL): Response {
  const back = new URL(searchParams.get('redirect_uri') ?? '');
  back.searchParams.set('code', 'the-code');
  back.searchParams.set('state', searchParams.get('state') ?? '');
  return new Response(null, { status: 302, headers: { location: back.href } });
}
