import { defineTool, type ToolResult } from '../../tools/tool.ts';
import { failure } from '../shared/failure.ts';
import { explainAbsence } from '../shared/stored-text.ts';
import { byteRange } from './byte-range.ts';
import { findText } from './find-text.ts';
import { ArtifactInput } from './input.ts';
import { lineRange } from './line-range.ts';

/** Reads what was kept whole of long results; only that of the own conversation is found. */
export const readArtifact = defineTool<ArtifactInput>({
  name: 'read_artifact',
  title: 'Read a kept result',
  description:
    'Read a long result that was kept whole, by the artifact id in its note. From start to end (1-based, inclusive); find gives only the lines that hold this text.',
  input: ArtifactInput,
  capabilities: ['fs.read'],
  riskLevel: 'read_only',
  idempotency: 'pure',
  summarize: ({ id, find }) =>
    `read ${idOf(id)}${find === undefined ? '' : ` for ${JSON.stringify(find.slice(0, 60))}`}`,

  async execute(input, { memory }) {
    const id = idOf(input.id);
    const unclear = whyUnclear(input);
    if (unclear !== undefined) return failure(unclear);
    const stored = await memory.readArtifact(id);
    if (stored === undefined || 'expiredAt' in stored) return explainAbsence(id, stored);
    const { text, origin } = stored;
    return { ...present(id, text, input), ...(origin !== undefined && { origin }) };
  },
});

function idOf(id: string): string {
  return id.replace(/^artifact:\s*/, '').trim();
}

function whyUnclear({ start = 1, end, unit, find }: ArtifactInput): string | undefined {
  if (unit === 'byte' && find !== undefined) return 'find goes by lines. Leave out unit.';
  if (end === undefined || end >= start) return undefined;
  return `The end ${end} comes before the start ${start}. Swap them.`;
}

function present(id: string, text: string, input: ArtifactInput): ToolResult {
  const name = `artifact:${id}`;
  if (text === '') return { success: true, output: `${name} is empty.` };
  if (text.includes('\0')) {
    return failure(`${name} is no text, so that it cannot be read here.`, { binary: true });
  }
  const { find, unit } = input;
  if (find !== undefined) return findText(name, text, { ...input, find });
  return unit === 'byte' ? byteRange(name, text, input) : lineRange(name, text, input);
}
