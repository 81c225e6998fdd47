import { z } from 'zod';
import { Capability } from '../../protocol/tool-call.ts';
import { Duration, FilePath, Secret } from '../fields.ts';

/** A part of the names of its tools, `mcp_<server>_<tool>`. */
const ServerName = z.string().regex(/^[a-z][a-z0-9_-]{0,31}$/);

const Globs = z.array(z.string().min(1));

const OAuth = z.strictObject({
  enabled: z.boolean().default(true).describe('Whether to sign in with OAuth when asked to.'),
  clientId: z
    .string()
    .min(1)
    .optional()
    .describe('A client that was registered by hand. Else one is registered at the first sign-in.'),
  clientSecret: Secret.optional().describe('The secret of that client.'),
  redirectPort: z
    .int()
    .min(1_024)
    .max(65_535)
    .optional()
    .describe('The port on 127.0.0.1 that this client was registered with. Any when not given.'),
  scope: z.string().min(1).optional().describe('What to ask for, separated by blanks.'),
});

const Server = z
  .strictObject({
    enabled: z.boolean().default(true).describe('`false` keeps the section but starts nothing.'),
    command: z.string().min(1).optional().describe('The program to start. Either this or `url`.'),
    args: z.array(z.string()).default([]).describe('What the program is started with.'),
    env: z
      .record(z.string().regex(/^[A-Za-z_]\w*$/), Secret)
      .default({})
      .describe('Variables that the program gets beside PATH, HOME, LANG and their like.'),
    cwd: FilePath.optional().describe('Where the program is started. By default the home folder.'),
    url: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe('Address of a server that speaks streamable HTTP.'),
    headers: z
      .record(z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/), Secret)
      .default({})
      .describe('Headers of every request to it.'),
    oauth: OAuth.prefault({}).describe('Signing in to a server reached by `url`.'),
    include: Globs.default([]).describe('Only tools whose names match. Empty: all.'),
    exclude: Globs.default([]).describe('Tools left out; wins over `include`.'),
    grants: z
      .array(Capability)
      .default([])
      .describe('Capabilities that its tools carry beside `mcp.call`, such as `fs.read`.'),
    risk: z
      .enum(['write', 'exec', 'dangerous'])
      .default('write')
      .describe('How bad a call can be. What a tool says of itself can only raise it.'),
    idempotency: z
      .enum(['pure', 'idempotent', 'unsafe'])
      .default('unsafe')
      .describe('How often a call may run. What a tool says of itself can only make it stricter.'),
    timeout: Duration.prefault('60s').describe('Longest time of one call.'),
  })
  .refine(({ command, url }) => (command === undefined) !== (url === undefined), {
    message: 'needs either command or url',
  });

export const McpSettings = z.strictObject({
  servers: z
    .record(ServerName, Server)
    .prefault({})
    .describe('MCP servers whose tools the agent may use, by name.'),
});
