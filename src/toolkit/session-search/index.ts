import { z } from 'zod';
import { trustedOrigin, untrustedOrigin } from '../../protocol/origin.ts';
import { isWorkerSession } from '../../protocol/worker-session.ts';
import type { MessageRecord } from '../../storage/records.ts';
import type { MessageStore, SessionStore } from '../../storage/storage.ts';
import { defineTool } from '../../tools/tool.ts';
import { count, preview } from '../shared/text-lines.ts';
import { fence } from '../shared/untrusted-text.ts';
import { isUntrusted, snippetOf } from './snippet.ts';

const Input = z.strictObject({
  query: z.string().trim().min(1).max(200),
  maxResults: z.int().min(1).max(30).default(10),
});
type Input = z.infer<typeof Input>;

export interface SessionSearchDeps {
  readonly messages: Pick<MessageStore, 'search'>;
  readonly sessions: Pick<SessionStore, 'get'>;
}

/** Some of what is found is left out. */
const SPARE = 20;

export function createSessionSearch({ messages, sessions }: SessionSearchDeps) {
  return defineTool<Input>({
    name: 'session_search',
    title: 'Search earlier conversations',
    description:
      'Find what was said in conversations with this person, also earlier ones: messages that hold all words of the query, newest first. Gives session, time, who, and a snippet.',
    input: Input,
    capabilities: ['session.read'],
    riskLevel: 'read_only',
    idempotency: 'pure',
    summarize: ({ query }) => `search earlier conversations for ${preview(query)}`,

    async execute({ query, maxResults }, { principal, idempotencyKey }) {
      const limit = maxResults + SPARE;
      const found = await messages.search({ text: query, principal, limit });
      const own = found.filter(({ sessionKey }) => !isWorkerSession(sessionKey));
      const shown = own.slice(0, maxResults);
      const metadata = { results: shown.length, truncated: own.length > shown.length };
      if (shown.length === 0)
        return { success: true, output: nothing(query), metadata, origin: OURS };
      const lines = await linesOf(shown, query);
      const more = metadata.truncated ? ' There are more: use more words.' : '';
      const head = `${count(shown.length, 'message')} with ${preview(query)}, newest first.${more}`;
      const text = fence(lines.join('\n'), 'earlier conversations', idempotencyKey);
      const origin = shown.some(isUntrusted) ? untrustedOrigin('sessions:search') : SAID;
      return { success: true, output: `${head}\n${text}`, metadata, origin };
    },
  });

  async function linesOf(records: readonly MessageRecord[], query: string): Promise<string[]> {
    const titles = new Map<string, string>();
    for (const { sessionKey } of records) {
      if (!titles.has(sessionKey))
        titles.set(sessionKey, (await sessions.get(sessionKey))?.title ?? '');
    }
    return records.map((record, index) => {
      const { sessionKey, seq, at, message } = record;
      const title = titles.get(sessionKey) ?? '';
      const named = title === '' ? '' : ` (${title.replaceAll(/\s+/g, ' ').slice(0, 60)})`;
      const when = `${new Date(at).toISOString().slice(0, 16)}Z`;
      const who = message.role === 'tool' ? `tool ${message.tool}` : message.role;
      return `${index + 1}. ${sessionKey}${named} #${seq}, ${when}, ${who}: ${snippetOf(record, query)}`;
    });
  }
}

const OURS = trustedOrigin('runtime');
const SAID = trustedOrigin('sessions:search');

function nothing(query: string): string {
  return `Nothing was said with ${preview(query)} in the conversations with this person. Try fewer or other words.`;
}
