import { z } from 'zod';
import { writeConcernOf } from '../../security/path-policy.ts';
import type { WorkspaceFiles } from '../../security/workspace-files.ts';
import { defineTool, type ToolExecutionContext, type ToolResult } from '../../tools/tool.ts';
import { readPresent } from '../shared/change-file.ts';
import { failure, toFailure } from '../shared/failure.ts';
import type { OpenWorkspace } from '../shared/open-workspace.ts';
import { showInput } from '../shared/show-input.ts';
import type { TurnTaking } from '../shared/turn-taking.ts';
import { whyUnseen } from '../shared/unseen.ts';
import { carryOut } from './carry-out.ts';
import { guardPatch } from './guard-patch.ts';
import { parsePatch } from './parse-patch.ts';
import { type FilePatch, isMove } from './parsed-patch.ts';
import { planPatch } from './plan-patch.ts';
import { reportPatch } from './report-patch.ts';
import { verifyPatch } from './verify-patch.ts';

const Input = z.strictObject({ patch: z.string().min(1) });
type Input = z.infer<typeof Input>;

export function createApplyPatch(openWorkspace: OpenWorkspace, takeTurns: TurnTaking) {
  async function apply(
    files: WorkspaceFiles,
    patches: readonly FilePatch[],
    context: ToolExecutionContext,
  ): Promise<ToolResult> {
    const plans = await planPatch(patches, {
      present: (path) => readPresent(files, path),
      whyNot: (file) => whyUnseen(file, context),
    });
    if ('success' in plans) return plans;
    const changes = plans.flatMap((plan) => plan.changes);
    return (await carryOut(files, changes, context)) ?? reportPatch(plans);
  }

  return defineTool<Input>({
    name: 'apply_patch',
    title: 'Apply a patch',
    description:
      'Change several workspace files at once, all or nothing. Takes a unified diff, or *** Begin Patch with *** Update File: PATH (*** Move to: PATH), *** Add File:, *** Delete File: and *** End Patch. Context and removed lines must match exactly and be unique; add lines or @@ function until they are. Read files before.',
    input: Input,
    capabilities: ['fs.read', 'fs.write'],
    riskLevel: 'write',
    idempotency: 'verifiable',
    undoable: true,
    summarize: ({ patch }) => summarize(patch),

    async guard({ patch }, { workspace, memory }) {
      const patches = parseQuietly(patch);
      return guardPatch(openWorkspace(workspace), patches, memory);
    },

    async execute({ patch }, context) {
      const files = openWorkspace(context.workspace);
      try {
        const patches = parsePatch(patch);
        const paths = await placesOf(files, patches);
        return await inTurn(takeTurns, paths, () => apply(files, patches, context));
      } catch (thrown) {
        const { error, metadata = {} } = toFailure(thrown);
        return failure(`Nothing was changed in any file. ${error}`, metadata);
      }
    },

    verify: ({ patch }, context) =>
      verifyPatch(openWorkspace(context.workspace), parseQuietly(patch), context),
  });
}

/** None where it cannot be read: then the call itself says what is wrong with it, and changes nothing. */
function parseQuietly(patch: string): readonly FilePatch[] {
  try {
    return parsePatch(patch);
  } catch {
    return [];
  }
}

function pathsOf(patch: FilePatch): readonly string[] {
  return isMove(patch) ? [patch.path, patch.newPath] : [patch.path];
}

async function placesOf(
  files: WorkspaceFiles,
  patches: readonly FilePatch[],
): Promise<readonly string[]> {
  const places = await Promise.all(patches.flatMap(pathsOf).map((path) => files.locate(path)));
  return [...new Set(places.map(({ path }) => path))].sort();
}

/** Holds every file, always in the same order, so that two patches never wait for each other. */
function inTurn<T>(
  takeTurns: TurnTaking,
  paths: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  return paths.reduceRight<() => Promise<T>>((inner, path) => () => takeTurns(path, inner), work)();
}

/** A line of what happens to which file; the patch itself where a person will be asked about it. */
function summarize(patch: string): string {
  const patches = parseQuietly(patch);
  const line = patches.map(describe).join('; ') || 'apply a patch that cannot be read';
  const isAsked = patches.some(
    (each) => each.kind === 'delete' || pathsOf(each).some((path) => writeConcernOf(path)),
  );
  return isAsked ? `${line}\npatch:\n${showInput(patch)}` : line;
}

function describe(patch: FilePatch): string {
  if (patch.kind === 'add') return `add ${patch.path}`;
  if (patch.kind === 'delete') return `delete ${patch.path}`;
  const lines = patch.hunks.flatMap((hunk) => hunk.lines);
  const countOf = (kind: string) => lines.filter((each) => each.kind === kind).length;
  const moved = isMove(patch) ? `move ${patch.path} to ${patch.newPath}` : `update ${patch.path}`;
  return `${moved} (+${countOf('added')} −${countOf('removed')})`;
}
