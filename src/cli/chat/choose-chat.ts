import type { IdSource } from '../../base/ids.ts';
import type { Storage } from '../../storage/storage.ts';
import { usageError } from '../usage-error.ts';

const NAME = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u;

/** Marks chats of one shot, which nobody wants to go on with by default. */
const ONE_SHOT = 'run';

export function newOneShot(ids: IdSource): string {
  return ids.next(ONE_SHOT);
}

const FIRST_CHAT = 'main';
const LOOKED_AT = 50;

export interface ChatWish {
  readonly session?: string;
  readonly fresh?: boolean;
}

/** The chat to go on with: the one named, a new one, else the latest. */
export async function chooseChat(
  { session, fresh = false }: ChatWish,
  ids: IdSource,
  reader: Pick<Storage, 'sessions'> | undefined,
): Promise<string> {
  if (session !== undefined) return parseChatName(session);
  if (fresh) return ids.next('chat');
  const recent = (await reader?.sessions.list({ channel: 'cli', limit: LOOKED_AT })) ?? [];
  const names = recent.map(({ address }) => address.chatId);
  return names.find((name) => NAME.test(name) && !name.startsWith(`${ONE_SHOT}_`)) ?? FIRST_CHAT;
}

/** A name as people give it, with or without `cli:`. */
function parseChatName(text: string): string {
  const name = text.startsWith('cli:') ? text.slice('cli:'.length) : text;
  if (!NAME.test(name)) throw usageError('cli.usage.session', { name: text });
  return name;
}
