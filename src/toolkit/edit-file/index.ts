import { defineTool, type ToolExecutionContext, type ToolResult } from '../../tools/tool.ts';
import { applyEdit, verifyEdit } from '../shared/change-file.ts';
import { toFailure } from '../shared/failure.ts';
import { MAX_FILE_BYTES, type OpenWorkspace } from '../shared/open-workspace.ts';
import { guardPath } from '../shared/path-guard.ts';
import { preview } from '../shared/text-lines.ts';
import type { TurnTaking } from '../shared/turn-taking.ts';
import { whyUnseen } from '../shared/unseen.ts';
import { judgeWrite } from '../shared/write-guard.ts';
import { EditInput } from './input.ts';
import { planEdit } from './plan-edit.ts';
import { reportEdit } from './report-edit.ts';

export function createEditFile(openWorkspace: OpenWorkspace, takeTurns: TurnTaking) {
  async function edit(input: EditInput, context: ToolExecutionContext): Promise<ToolResult> {
    const files = openWorkspace(context.workspace);
    const content = await files.read(input.path, MAX_FILE_BYTES);
    const unseen = await whyUnseen(content, context);
    if (unseen !== undefined) return unseen;
    const plan = planEdit(content, input);
    if ('success' in plan) return plan;
    await applyEdit(files, plan.edit, context);
    return reportEdit(plan, input);
  }

  return defineTool<EditInput>({
    name: 'edit_file',
    title: 'Edit a file',
    description:
      'Replace text in a workspace file that you have read. oldText must match exactly, with its indentation, and be unique: add neighbouring lines, or set replaceAll. Line ends and encoding are kept.',
    input: EditInput,
    capabilities: ['fs.read', 'fs.write'],
    riskLevel: 'write',
    idempotency: 'verifiable',
    undoable: true,
    summarize: ({ path, oldText, newText, replaceAll }) =>
      `edit ${path}: ${preview(oldText)} → ${preview(newText)}${replaceAll ? ', everywhere' : ''}`,
    guard: ({ path }, { workspace }) =>
      guardPath(openWorkspace(workspace), path, async (place) => judgeWrite(place)),

    async execute(input, context) {
      try {
        const { path } = await openWorkspace(context.workspace).locate(input.path);
        return await takeTurns(path, () => edit(input, context));
      } catch (thrown) {
        return toFailure(thrown);
      }
    },

    async verify(input, context) {
      const files = openWorkspace(context.workspace);
      const found = await verifyEdit(files, { path: input.path, keepsParts: true }, context);
      if (found.state !== 'done') return found;
      const { place, before = new Uint8Array() } = found.edit;
      const plan = planEdit({ place, bytes: before }, input);
      if ('success' in plan) return { state: 'unknown' };
      return { state: 'done', result: reportEdit(plan, input) };
    },
  });
}
