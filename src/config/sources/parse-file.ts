import type { Document, LineCounter, Node, Pair, YAMLError, YAMLMap } from 'yaml';
import type { Origin } from '../origin.ts';
import { type ConfigMessageId, type ConfigProblem, createProblem } from '../problem.ts';
import { formatPath, type Path } from '../reading/path.ts';
import { nestingDepth } from './nesting-depth.ts';

type Yaml = typeof import('yaml');

/** A configuration file as plain values, and where each key stands. */
export interface ParsedFile {
  readonly name: string;
  readonly value: Readonly<Record<string, unknown>>;
  /** By `formatPath`: every key and every entry of a list. */
  readonly origins: ReadonlyMap<string, Origin>;
  readonly problems: readonly ConfigProblem[];
}

/** Deeper than any configuration, and far from where the parser runs out of stack. */
const MAX_DEPTH = 64;

/** Reads YAML as `name`, the file's name in messages. A file with problems still gives what could be read of it. */
export async function parseFile(text: string, name: string): Promise<ParsedFile> {
  const yaml = await import('yaml');
  const origin: Origin = { kind: 'file', name };
  const failed = (id: ConfigMessageId): ParsedFile => ({
    name,
    value: {},
    origins: new Map(),
    problems: [createProblem(id, { origin })],
  });
  if (nestingDepth(yaml, text) > MAX_DEPTH) return failed('config.yaml_too_deep');

  const lineCounter = new yaml.LineCounter();
  const document = parseDocument(yaml, text, lineCounter);
  const reader = createReader({ yaml, name, lineCounter });
  if (document.errors.length > 0) {
    const problems = document.errors.map((error) => reader.explain(error));
    return { ...failed('config.yaml_syntax'), problems: firstOfEachLine(problems) };
  }
  for (const warning of document.warnings) reader.refuse('config.yaml_tag', warning.pos[0]);
  const value = reader.readRoot(document);
  return { name, value, origins: reader.origins, problems: reader.problems };
}

/** The document with its comments, for those who edit it. */
export function parseDocument(yaml: Yaml, text: string, lineCounter?: LineCounter): Document {
  return yaml.parseDocument(text, {
    version: '1.2',
    schema: 'core',
    // The reader reports these itself, with their path, and goes on.
    uniqueKeys: false,
    // Pretty messages quote the source, which may be a secret.
    prettyErrors: false,
    ...(lineCounter && { lineCounter }),
  });
}

function createReader(deps: { yaml: Yaml; name: string; lineCounter: LineCounter }) {
  const { yaml, name, lineCounter } = deps;
  const origins = new Map<string, Origin>();
  const problems: ConfigProblem[] = [];

  function originAt(offset: number): Origin {
    const { line, col } = lineCounter.linePos(offset);
    return { kind: 'file', name, line, column: col };
  }

  function refuse(id: ConfigMessageId, offset: number, path: Path = []): undefined {
    const place = { origin: originAt(offset), path: formatPath(path) };
    problems.push(createProblem(id, place));
    return undefined;
  }

  function readMap(map: YAMLMap, path: Path): Record<string, unknown> {
    const result: Record<string, unknown> = {};
    for (const pair of map.items) {
      const key = readKey(pair, map);
      if (key === undefined) continue;
      const place = [...path, key];
      if (Object.hasOwn(result, key))
        refuse('config.yaml_duplicate_key', offsetOf(pair.key), place);
      origins.set(formatPath(place), originAt(offsetOf(pair.key)));
      result[key] = readNode(pair.value, place);
    }
    return result;
  }

  function readKey({ key }: Pair, map: YAMLMap): string | undefined {
    const value = yaml.isScalar(key) ? key.value : undefined;
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
    // Assigned like any other key it would change the object itself.
    if (typeof value === 'string' && value !== '__proto__') return value;
    return refuse('config.yaml_bad_key', offsetOf(key) || offsetOf(map));
  }

  function readNode(node: unknown, path: Path): unknown {
    if (yaml.isAlias(node)) return refuse('config.yaml_alias', offsetOf(node), path);
    if (yaml.isMap(node)) return readMap(node, path);
    if (yaml.isSeq(node)) {
      return node.items.map((item, index) => {
        const place = [...path, String(index)];
        origins.set(formatPath(place), originAt(offsetOf(item)));
        return readNode(item, place);
      });
    }
    return yaml.isScalar(node) ? node.value : null;
  }

  return {
    origins,
    problems,
    refuse,

    explain(error: YAMLError): ConfigProblem {
      return createProblem(SYNTAX_TEXTS[error.code] ?? 'config.yaml_syntax', {
        origin: originAt(error.pos[0]),
      });
    },

    readRoot({ contents }: Document): Record<string, unknown> {
      if (contents === null || (yaml.isScalar(contents) && contents.value === null)) return {};
      if (yaml.isMap(contents)) return readMap(contents, []);
      refuse('config.yaml_not_a_map', offsetOf(contents));
      return {};
    },
  };
}

const SYNTAX_TEXTS: Partial<Record<YAMLError['code'], ConfigMessageId>> = {
  TAB_AS_INDENT: 'config.yaml_tab',
  BAD_INDENT: 'config.yaml_indent',
  MULTIPLE_DOCS: 'config.yaml_multiple_documents',
  BAD_ALIAS: 'config.yaml_alias',
};

function offsetOf(node: unknown): number {
  return (node as Node | null)?.range?.[0] ?? 0;
}

/** One slip often makes the parser stumble several times on the same line. */
function firstOfEachLine(problems: readonly ConfigProblem[]): ConfigProblem[] {
  const seen = new Set<number | undefined>();
  return problems.filter(({ origin: { line } }) => !seen.has(line) && seen.add(line));
}
