import type { GuardDecision } from '../../protocol/tool-call.ts';
import { defineTool, type GuardContext } from '../../tools/tool.ts';
import { applyEdit, readPresent, verifyEdit } from '../shared/change-file.ts';
import { contentHash } from '../shared/content-hash.ts';
import { toFailure } from '../shared/failure.ts';
import type { OpenWorkspace } from '../shared/open-workspace.ts';
import { guardPath } from '../shared/path-guard.ts';
import { byteSize, preview } from '../shared/text-lines.ts';
import type { TurnTaking } from '../shared/turn-taking.ts';
import { judgeWrite } from '../shared/write-guard.ts';
import { WriteInput } from './input.ts';
import { planWrite } from './plan-write.ts';
import { reportWrite } from './report-write.ts';

export function createWriteFile(openWorkspace: OpenWorkspace, takeTurns: TurnTaking) {
  return defineTool<WriteInput>({
    name: 'write_file',
    title: 'Write a file',
    description:
      'Write a text file in the workspace. create (default) fails if it exists; overwrite replaces all of it; append adds at the end, exactly as given. Folders are made. Use edit_file to change parts.',
    input: WriteInput,
    capabilities: ['fs.write'],
    riskLevel: 'write',
    idempotency: 'verifiable',
    undoable: true,
    summarize: ({ path, content, mode }) =>
      `${mode} ${path} (${byteSize(Buffer.byteLength(content))}): ${preview(content)}`,
    guard: (input, context) => guardWrite(input, context, openWorkspace),

    async execute(input, context) {
      const files = openWorkspace(context.workspace);
      try {
        const { path } = await files.locate(input.path);
        return await takeTurns(path, async () => {
          const plan = planWrite(await readPresent(files, input.path), input);
          if ('success' in plan) return plan;
          await applyEdit(files, plan, context);
          return reportWrite(plan, input.mode);
        });
      } catch (thrown) {
        return toFailure(thrown);
      }
    },

    async verify({ path, mode }, context) {
      const files = openWorkspace(context.workspace);
      const found = await verifyEdit(files, { path, keepsParts: mode === 'append' }, context);
      if (found.state !== 'done') return found;
      return { state: 'done', result: reportWrite(found.edit, mode) };
    },
  });
}

function guardWrite(
  { path, mode }: WriteInput,
  { workspace, memory }: GuardContext,
  openWorkspace: OpenWorkspace,
): Promise<GuardDecision> {
  const files = openWorkspace(workspace);
  return guardPath(files, path, async (place) => {
    const concern = judgeWrite(place);
    if (concern !== undefined || mode !== 'overwrite' || place.kind === 'missing') return concern;
    const view = await memory.fileView(place.path);
    const { bytes } = await readPresent(files, path);
    if (view === contentHash(bytes)) return undefined;
    const why = view === undefined ? 'has not been read' : 'has changed since it was read';
    return {
      action: 'ask',
      reason: `${place.name} would be overwritten, but ${why} in this session.`,
      patternKey: 'overwrite_unread',
      facts: [],
      span: path,
      alternative: 'Read it with read_file first.',
    };
  });
}
