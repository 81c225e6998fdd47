import { constants } from 'node:fs';
import { open, realpath, stat } from 'node:fs/promises';
import { basename, extname, isAbsolute, join, relative, resolve } from 'node:path';
import type { Attachment } from '../../app/runtime-client.ts';
import { AgentError } from '../../base/errors.ts';
import { oneLine } from '../terminal/neutralise.ts';

export interface AttachmentPlaces {
  readonly workspace: string;
  readonly cwd: string;
  readonly home: string;
  /** Whether the owner typed the message; a pasted or piped one reaches only into the workspace. */
  readonly typed: boolean;
}

export interface MessageWithFiles {
  /** The message, with `\@name` made `@name`. */
  readonly text: string;
  readonly attachments: readonly Attachment[];
}

const MOST_BYTES = 8 * 1024 * 1024;

/** Not after what may stand before the sign of an e-mail address. */
const MENTION = /(?<![\w.%+@\\-])@(?:"(?<quoted>[^"\n]+)"|(?<bare>[^\s"@]+))/gu;

/** `\@name`: the sign itself. */
const ESCAPED = /(?<![\w.%+@\\-])\\@/gu;

/** What may follow a name in a sentence without being part of it. */
const TRAILING = /[.,;:!?)\]}'"”’。，；：！？）】》、]+$/u;

/** A name with its ending, where a text without blanks goes on behind it. */
const UP_TO_ENDING = /^.+?\.[A-Za-z0-9]{1,8}(?=[^\w.])/u;

/** A mention that can only mean a file. */
const CLEARLY_A_PATH = /^(?:\.{1,2}\/|\/|~\/)|\.[A-Za-z][A-Za-z0-9]{0,7}$/;

/**
 * Finds `@path` in a message and reads the files. A path is looked for in the workspace, then in the current
 * folder. What is no file and does not look like one stays text, as do folders. Throws `invalid_input` for a
 * file that is missing, too large, unreadable, or outside the workspace and not typed.
 */
export async function attachFiles(
  message: string,
  places: AttachmentPlaces,
): Promise<MessageWithFiles> {
  const attachments: Attachment[] = [];
  const seen = new Set<string>();
  let room = MOST_BYTES;
  for (const mention of mentionsIn(message)) {
    const path = await findMentioned(mention, places);
    if (path === undefined || seen.has(path)) continue;
    seen.add(path);
    const { attachment, bytes } = await readAttachment(path, room, places);
    room -= bytes;
    attachments.push(attachment);
  }
  return { text: message.replaceAll(ESCAPED, '@'), attachments };
}

interface Mention {
  readonly path: string;
  readonly quoted: boolean;
}

function mentionsIn(message: string): Mention[] {
  return Array.from(message.matchAll(MENTION), ({ groups }) => ({
    path: groups?.['quoted'] ?? groups?.['bare'] ?? '',
    quoted: groups?.['quoted'] !== undefined,
  }));
}

/** The absolute path of a mentioned file; undefined when the mention is text. */
async function findMentioned(
  { path, quoted }: Mention,
  places: AttachmentPlaces,
): Promise<string | undefined> {
  const bare = path.replace(TRAILING, '');
  const [upToEnding = bare] = UP_TO_ENDING.exec(path) ?? [];
  for (const spelling of new Set([path, bare, upToEnding])) {
    for (const candidate of candidates(spelling, places)) {
      const kind = await kindOf(candidate);
      if (kind === 'file') return candidate;
      if (kind === 'other') return undefined;
    }
  }
  if (quoted || CLEARLY_A_PATH.test(bare)) throw refusal('cli.attach.missing', path);
  return undefined;
}

function candidates(path: string, { workspace, cwd, home }: AttachmentPlaces): string[] {
  if (path === '') return [];
  if (path.startsWith('~/')) return [join(home, path.slice(2))];
  return isAbsolute(path) ? [path] : [...new Set([resolve(workspace, path), resolve(cwd, path)])];
}

async function kindOf(path: string): Promise<'file' | 'other' | 'none'> {
  try {
    return (await stat(path)).isFile() ? 'file' : 'other';
  } catch {
    return 'none';
  }
}

async function readAttachment(path: string, room: number, places: AttachmentPlaces) {
  if (!places.typed && !(await isInside(path, places.workspace))) {
    throw refusal('cli.attach.outside', path);
  }
  const content = await readUpTo(path, room);
  const attachment: Attachment = {
    name: basename(path),
    mediaType: mediaTypeOf(path, content),
    base64: content.toString('base64'),
  };
  return { attachment, bytes: content.byteLength };
}

async function isInside(path: string, folder: string): Promise<boolean> {
  const [real, root] = await Promise.all([realpath(path), realpath(folder).catch(() => folder)]);
  const way = relative(root, real);
  return way !== '' && way !== '..' && !way.startsWith('../') && !isAbsolute(way);
}

async function readUpTo(path: string, room: number): Promise<Buffer> {
  // Non-blocking, so that a pipe put in the file's place cannot hold us up.
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch((cause) => {
    throw refusal('cli.attach.unreadable', path, cause);
  });
  try {
    const { size } = await handle.stat();
    if (size > room) throw refusal('cli.attach.too_large', path);
    const buffer = Buffer.alloc(room + 1);
    const { bytesRead } = await handle.read(buffer, 0, Math.min(room, size) + 1, 0);
    if (bytesRead > room) throw refusal('cli.attach.too_large', path);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.pdf': 'application/pdf',
  '.json': 'application/json',
  '.md': 'text/markdown',
  '.html': 'text/html',
  '.csv': 'text/csv',
};

function mediaTypeOf(path: string, content: Buffer): string {
  const known = MEDIA_TYPES[extname(path).toLowerCase()];
  if (known !== undefined) return known;
  return isText(content) ? 'text/plain' : 'application/octet-stream';
}

function isText(content: Buffer): boolean {
  if (content.includes(0)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(content);
    return true;
  } catch {
    return false;
  }
}

function refusal(messageId: string, path: string, cause?: unknown): AgentError {
  return new AgentError('invalid_input', 'A file could not be attached.', {
    messageId,
    values: { path: oneLine(path), megabytes: MOST_BYTES / 1024 / 1024 },
    cause,
  });
}
