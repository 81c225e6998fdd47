import type { AdapterTypes } from '../json-schema.ts';
import {
  ADAPTER_KINDS,
  type AdapterKind,
  type AdapterSections,
  type ConfigSections,
} from '../sections.ts';
import type { Assignment } from '../sources/assignments.ts';
import { foldKey, isGroup, ownValue } from './path.ts';
import { fromVariable } from './resolve-keys.ts';

/**
 * Which sections there will be, and which adapter each belongs to. It has to be known before anything else is read,
 * since the adapter's schema says how the rest of its section is read.
 */
export function chooseAdapters(
  file: Readonly<Record<string, unknown>>,
  assignments: readonly Assignment[],
  sections: ConfigSections,
): Record<AdapterKind, AdapterTypes> {
  const [providers, channels] = ADAPTER_KINDS.map((kind) =>
    typesOf({
      file: ownValue(file, kind),
      assignments: assignments.filter(({ keys }) => foldKey(keys[0] ?? '') === kind),
      adapters: sections[kind],
    }),
  );
  return { providers: providers ?? new Map(), channels: channels ?? new Map() };
}

interface KindInput {
  readonly file: unknown;
  readonly assignments: readonly Assignment[];
  readonly adapters: AdapterSections;
}

function typesOf({ file, assignments, adapters }: KindInput): AdapterTypes {
  const whole = assignments.filter(({ keys }) => keys.length === 1).map(readyGroup);
  const said = saidTypes(whole.filter(isGroup).at(-1) ?? file);
  for (const assignment of assignments.filter(({ keys }) => keys.length > 1)) {
    const name = nameOf(assignment, [...said.keys(), ...adapters.names]);
    said.set(name, typeIn(assignment) ?? said.get(name));
  }
  return new Map([...said].map(([name, type]) => [name, type ?? adapters.typeOf(name)]));
}

/** The type that an assignment to a section, or to its `type`, says. */
function typeIn(assignment: Assignment): string | undefined {
  const [, , key, ...deeper] = assignment.keys;
  if (key === undefined) return saidType(readyGroup(assignment));
  if (foldKey(key) !== 'type' || deeper.length > 0) return undefined;
  const { value } = assignment;
  const text = 'text' in value ? value.text : value.ready;
  return typeof text === 'string' ? text : undefined;
}

function nameOf({ keys, origin }: Assignment, known: readonly string[]): string {
  const written = keys[1] ?? '';
  const match = known.includes(written)
    ? written
    : known.find((name) => foldKey(name) === foldKey(written));
  return match ?? (origin.kind === 'environment' ? fromVariable(written) : written);
}

function saidTypes(group: unknown): Map<string, string | undefined> {
  if (!isGroup(group)) return new Map();
  return new Map(Object.entries(group).map(([name, section]) => [name, saidType(section)]));
}

function saidType(section: unknown): string | undefined {
  const type = ownValue(section, 'type');
  return typeof type === 'string' ? type : undefined;
}

function readyGroup({ value }: Assignment): unknown {
  if ('ready' in value) return value.ready;
  try {
    return JSON.parse(value.text);
  } catch {
    // Told when the value is read; here only the names in it are looked for.
    return undefined;
  }
}
