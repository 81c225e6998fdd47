import { readFileSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';

// A server without any library, which misbehaves as its tools are called. `RAW_TOOLS` names a file with its list of
// tools, read at each asking; `RAW_ENDS_AT_QUESTION` makes it end at a request that it does not know.

interface Request {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: {
    readonly name?: string;
    readonly arguments?: { readonly [key: string]: never };
  };
}

const ANY = { type: 'object' };
let lists = 0;
let pinging: number | string | undefined;
const waiting: Request[] = [];

createInterface({ input: process.stdin }).on('line', (line) => handle(JSON.parse(line)));
process.stdin.on('end', () => process.exit(0));

function handle(request: Request): void {
  const { id, method } = request;
  if (id === undefined) return;
  if (id === 'are-you-there') answer(pinging ?? 0, textOf('you are'));
  if (method === undefined) return;
  if (method === 'initialize') {
    const serverInfo = { name: 'raw', version: '1' };
    const capabilities = { tools: { listChanged: true } };
    answer(id, { protocolVersion: '2025-11-25', capabilities, serverInfo });
  } else if (method === 'tools/list') {
    answer(id, { tools: toolsNow() });
  } else if (method === 'tools/call') {
    call(request, id);
  } else if (process.env['RAW_ENDS_AT_QUESTION'] !== undefined) {
    process.exit(1);
  } else {
    send({ jsonrpc: '2.0', id, error: { code: -32_601, message: 'Method not found' } });
  }
}

function toolsNow(): unknown {
  lists += 1;
  const file = process.env['RAW_TOOLS'];
  if (file !== undefined) return JSON.parse(readFileSync(file, 'utf8'));
  return ['say', ...Object.keys(BEHAVIOURS)].map((name) => ({
    name,
    description: name,
    inputSchema: ANY,
    ...outputOf(name),
  }));
}

function outputOf(name: string) {
  if (name !== 'lie') return {};
  const degrees = { type: 'number' };
  return { outputSchema: { type: 'object', properties: { degrees }, required: ['degrees'] } };
}

function call(request: Request, id: number | string): void {
  const { name = '', arguments: given = {} } = request.params ?? {};
  const behave = BEHAVIOURS[name];
  if (behave !== undefined) behave(id, request);
  else answer(id, textOf(String(WORDS[String(given['text'])]?.() ?? given['text'] ?? 'ok')));
}

/** What `say` says for some texts. */
const WORDS: Readonly<Record<string, () => unknown>> = {
  pid: () => process.pid,
  lists: () => lists,
};

const FIFTY_MEGABYTES = 50_000_000;

const BEHAVIOURS: Readonly<Record<string, (id: number | string, request: Request) => void>> = {
  big: (id) => send({ jsonrpc: '2.0', id, result: textOf('x'.repeat(FIFTY_MEGABYTES)) }),
  big_last: (id) => send({ result: textOf('x'.repeat(FIFTY_MEGABYTES)), jsonrpc: '2.0', id }),
  die: () => process.exit(1),
  flood,
  pair,
  lie: (id) => answer(id, { ...textOf('warm'), structuredContent: { degrees: 'warm' } }),
  noise,
  ping,
  hold: () => undefined,
  nonsense,
  odd: (id) => answer(id, { content: [{ type: 'text', text: 7 }] }),
  refuse: (id) => send({ jsonrpc: '2.0', id, error: { code: -32_000, message: 'Not you.' } }),
};

function flood(id: number | string): void {
  const notice = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' };
  for (let sent = 0; sent < 5_000; sent += 1) send(notice);
  answer(id, textOf('flooded'));
}

/** Answers two calls at once, the later one first. */
function pair(_id: number | string, request: Request): void {
  waiting.push(request);
  if (waiting.length < 2) return;
  for (const each of waiting.splice(0).reverse()) {
    answer(each.id ?? 0, textOf(String(each.params?.arguments?.['text'])));
  }
}

/** Asks whether we are there, and answers when we are. */
function ping(id: number | string): void {
  pinging = id;
  send({ jsonrpc: '2.0', id: 'are-you-there', method: 'ping' });
}

function noise(id: number | string): void {
  for (let line = 0; line < 20_000; line += 1) process.stderr.write(`noise ${line}\n`);
  process.stderr.write('y'.repeat(2_000_000), () => answer(id, textOf('quiet again')));
}

function nonsense(id: number | string): void {
  process.stdout.write('Listening on nothing\n\n{"half": \n[]\n\u0000\n');
  answer(id, textOf('made sense'));
}

function textOf(text: string) {
  return { content: [{ type: 'text', text }] };
}

function answer(id: number | string, result: object): void {
  send({ jsonrpc: '2.0', id, result });
}

function send(message: object): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

process.on('SIGUSR2', () => {
  writeSync(1, '{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n');
});
