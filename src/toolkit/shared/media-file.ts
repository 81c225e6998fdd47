import { AgentError } from '../../base/errors.ts';
import type { Tool, ToolExecutionContext, ToolResult } from '../../tools/tool.ts';
import { applyEdit, editMetadata, readPresent, verifyEdit } from './change-file.ts';
import { failure, toFailure } from './failure.ts';
import type { OpenWorkspace } from './open-workspace.ts';
import { byteSize } from './text-lines.ts';

export interface MadeFile {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  /** Facts for the journal. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

type Context = ToolExecutionContext;

/** The folder in which all that is made goes, each under a new name. */
const FOLDER = 'media';
const LONGEST_NAME = 40;

/** Where what this call makes goes: the same for each try of it, and for no other call. */
export function mediaPath(name: string, ending: string, { idempotencyKey }: Context): string {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, LONGEST_NAME)
    .replaceAll(/^-+|-+$/g, '')
    .toWellFormed();
  return `${FOLDER}/${plain || 'file'}-${idempotencyKey.slice(0, 8)}.${ending}`;
}

/** Makes a file and puts it into the workspace, where nothing was before. */
export async function writeMedia(
  openWorkspace: OpenWorkspace,
  path: string,
  { context, make }: { readonly context: Context; make(): Promise<MadeFile> },
): Promise<ToolResult> {
  try {
    const files = openWorkspace(context.workspace);
    const { place, bytes: present } = await readPresent(files, path);
    if (present !== undefined) return failure(`${path} exists already. Choose another name.`);
    const { bytes, mediaType, metadata } = await make();
    const edit = { place, before: undefined, after: bytes, keepsParts: false };
    await applyEdit(files, edit, context);
    const output = `Made ${place.name} (${mediaType}, ${byteSize(bytes.length)}). Use send_file to show it to the person.`;
    return { success: true, output, metadata: { ...editMetadata(edit), mediaType, ...metadata } };
  } catch (thrown) {
    if (AgentError.from(thrown).code !== 'unavailable') return toFailure(thrown);
    return failure(AgentError.from(thrown).message);
  }
}

/** Whether this very call has made its file, in a process that died. */
export async function verifyMedia(
  openWorkspace: OpenWorkspace,
  path: string,
  context: Context,
): ReturnType<NonNullable<Tool['verify']>> {
  const files = openWorkspace(context.workspace);
  const found = await verifyEdit(files, { path, keepsParts: false }, context);
  if (found.state !== 'done') return found;
  const { place, after } = found.edit;
  const output = `Made ${place.name} (${byteSize(after.length)}).`;
  return { state: 'done', result: { success: true, output, metadata: editMetadata(found.edit) } };
}
