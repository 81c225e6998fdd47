import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

/** A well-behaved server of the official library, in both revisions of the protocol. */
export function createFakeServer(): McpServer {
  const server = new McpServer({ name: 'fake', version: '1.0.0' });
  let cancelled = 0;

  server.registerTool(
    'echo',
    { description: 'Says it again.', inputSchema: z.object({ text: z.string() }) },
    async ({ text }) => says(text),
  );
  server.registerTool(
    'large',
    { description: 'Says much.', inputSchema: z.object({ bytes: z.number() }) },
    async ({ bytes }) => says('x'.repeat(bytes)),
  );
  server.registerTool(
    'weather',
    {
      description: 'Knows the weather.',
      inputSchema: z.object({ city: z.string() }),
      outputSchema: z.object({ degrees: z.number() }),
      annotations: { readOnlyHint: true },
    },
    async () => ({ content: [], structuredContent: { degrees: 21 } }),
  );
  server.registerTool('environment', { description: 'What it sees.' }, async () =>
    says(JSON.stringify(process.env)),
  );
  server.registerTool(
    'hang',
    { description: 'Never answers.', inputSchema: z.object({ file: z.string() }) },
    async ({ file }, context) =>
      new Promise((resolve) => {
        context.mcpReq.signal.addEventListener('abort', () => {
          cancelled += 1;
          resolve(says('too late'));
        });
        writeFileSync(file, 'begun');
      }),
  );
  server.registerTool('cancelled', { description: 'How many were stopped.' }, async () =>
    says(String(cancelled)),
  );
  server.registerTool('grow', { description: 'Gets another tool.' }, async () => {
    server.registerTool('grown', { description: 'Came later.' }, async () => says('here'));
    return says('done');
  });
  server.registerTool('leave_behind', { description: 'Starts a program of its own.' }, async () => {
    const child = spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' });
    return says(JSON.stringify({ server: process.pid, child: child.pid }));
  });
  return server;
}

function says(text: string) {
  return { content: [{ type: 'text' as const, text }] };
}
