import { z } from 'zod';
import { defineTool } from '../../tools/tool.ts';
import { toFailure } from '../shared/failure.ts';
import type { OpenWorkspace } from '../shared/open-workspace.ts';
import { guardPath } from '../shared/path-guard.ts';
import { count, visibleName } from '../shared/text-lines.ts';
import { listTree } from './list-tree.ts';

const Input = z.strictObject({
  path: z.string().min(1).default('.'),
  depth: z.int().min(1).max(5).default(1),
});
type Input = z.infer<typeof Input>;

export function createListDir(openWorkspace: OpenWorkspace) {
  return defineTool<Input>({
    name: 'list_dir',
    title: 'List a folder',
    description:
      'List a folder of the workspace: folders first, then files with their sizes; hidden ones too. depth shows subfolders (not inside .git and node_modules).',
    input: Input,
    capabilities: ['fs.read'],
    riskLevel: 'read_only',
    idempotency: 'pure',
    summarize: ({ path }) => `list ${path}`,
    guard: ({ path }, { workspace }) => guardPath(openWorkspace(workspace), path),

    async execute({ path, depth }, { workspace, signal }) {
      try {
        const { place, lines, folders, files, complete } = await listTree(
          openWorkspace(workspace),
          { path, depth },
          signal,
        );
        const facts = `${count(folders, 'folder')}, ${count(files, 'file')}`;
        const atLeast = complete ? '' : 'at least ';
        const head = `${visibleName(place.name)} (${atLeast}${facts})`;
        return {
          success: true,
          output: [head, ...lines].join('\n'),
          metadata: { path: place.name, folders, files, truncated: !complete },
        };
      } catch (thrown) {
        return toFailure(thrown);
      }
    },
  });
}
