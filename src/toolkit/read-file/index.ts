import { z } from 'zod';
import type { GuardDecision } from '../../protocol/tool-call.ts';
import { defineTool, type ToolMemory, type ToolResult } from '../../tools/tool.ts';
import { contentHash } from '../shared/content-hash.ts';
import { excerptOf } from '../shared/excerpt.ts';
import { failure, toFailure } from '../shared/failure.ts';
import { MAX_FILE_BYTES, type OpenWorkspace } from '../shared/open-workspace.ts';
import { guardPath } from '../shared/path-guard.ts';
import { explainAbsence } from '../shared/stored-text.ts';
import { type DecodedText, decodeText } from '../shared/text-encoding.ts';
import { count, toLines, visibleName } from '../shared/text-lines.ts';

const Input = z.strictObject({
  path: z.string().min(1),
  startLine: z.int().min(1).max(10_000_000).optional(),
  endLine: z.int().min(1).max(10_000_000).optional(),
});
type Input = z.infer<typeof Input>;

export function createReadFile(openWorkspace: OpenWorkspace) {
  return defineTool<Input>({
    name: 'read_file',
    title: 'Read a file',
    description:
      'Read a text file of the workspace, whole or by lines (1-based, inclusive). Long files come in parts. artifact:ID reads a long result that was kept whole. Read a file before you edit it.',
    input: Input,
    capabilities: ['fs.read'],
    riskLevel: 'read_only',
    idempotency: 'pure',
    summarize: ({ path, startLine, endLine }) =>
      `read ${path}${startLine || endLine ? ` lines ${startLine ?? 1}-${endLine ?? 'end'}` : ''}`,
    guard: async ({ path }, { workspace }) =>
      artifactIdOf(path) === undefined ? guardPath(openWorkspace(workspace), path) : HARMLESS,

    async execute(input, { workspace, memory }) {
      const artifactId = artifactIdOf(input.path);
      if (artifactId !== undefined) return readArtifact(artifactId, input, memory);
      try {
        const { bytes, place } = await openWorkspace(workspace).read(input.path, MAX_FILE_BYTES);
        const decoded = decodeText(bytes);
        if (decoded === undefined) return notText(place.name, bytes.length);
        const result = present(place.name, decoded, input);
        if (!result.success) return result;
        const hash = contentHash(bytes);
        await memory.noteFileView(place.path, hash);
        const metadata = { ...result.metadata, path: place.name, bytes: bytes.length, hash };
        return { ...result, metadata };
      } catch (thrown) {
        return toFailure(thrown);
      }
    },
  });
}

const HARMLESS: GuardDecision = { action: 'allow', reason: '', patternKey: 'none', facts: [] };

/** `artifact:art_…`: what the note of a shortened result names. No file can be meant: its colon is part of the scheme. */
function artifactIdOf(path: string): string | undefined {
  return /^artifact:\s*(\w+)$/.exec(path)?.[1];
}

/** A long result that was kept whole; only those of the own session are found. */
async function readArtifact(id: string, range: Input, memory: ToolMemory): Promise<ToolResult> {
  const stored = await memory.readArtifact(id);
  if (stored === undefined || 'expiredAt' in stored) return explainAbsence(id, stored);
  const { text, origin } = stored;
  const decoded = { text, encoding: 'utf-8', hasMark: false } as const;
  const result = present(`artifact:${id}`, decoded, range);
  return { ...result, ...(origin !== undefined && { origin }) };
}

function present(name: string, decoded: DecodedText, range: Omit<Input, 'path'>): ToolResult {
  const lines = toLines(decoded.text);
  const { startLine = 1, endLine = lines.length } = range;
  const shown = visibleName(name);
  if (lines.length === 0) return { success: true, output: `${shown} is empty.` };
  if (startLine > lines.length) {
    return failure(`${shown} has only ${count(lines.length, 'line')}.`, { lines: lines.length });
  }
  if (endLine < startLine) {
    return failure(`endLine ${endLine} comes before startLine ${startLine}. Swap them.`);
  }
  const { text, lastLine, note } = excerptOf(lines, {
    startLine,
    endLine,
    words: { start: 'startLine', otherParts: 'exec with cut -c' },
  });
  const isWhole = startLine === 1 && lastLine === lines.length;
  const total = count(lines.length, 'line');
  const extent = isWhole ? total : `lines ${startLine}-${lastLine} of ${lines.length}`;
  const facts = [extent, ...peculiarities(decoded)].join(', ');
  return {
    success: true,
    output: [`${shown} (${facts})`, text, ...note].join('\n'),
    metadata: { startLine, endLine: lastLine, lines: lines.length, truncated: note.length > 0 },
  };
}

/** What an editor of the file should know, where it is not the usual. */
function peculiarities({ text, encoding, hasMark, damaged }: DecodedText): readonly string[] {
  const facts: string[] = [];
  if (encoding !== 'utf-8' || hasMark) facts.push(encoding + (hasMark ? ' with BOM' : ''));
  if (damaged) facts.push('broken bytes shown as \ufffd');
  if (text.includes('\r\n')) facts.push('CRLF line ends');
  if (!text.endsWith('\n')) facts.push('no newline at the end');
  return facts;
}

function notText(name: string, bytes: number): ToolResult {
  return failure(
    `${visibleName(name)} is not text in UTF-8, UTF-16 or GB18030 (${count(bytes, 'byte')}). ` +
      'Use exec with file, xxd, or iconv to look at it.',
    { path: name, bytes, binary: true },
  );
}
