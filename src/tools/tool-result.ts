import { Origin } from '../protocol/origin.ts';
import type { CallEnd } from './call.ts';
import type { ToolMetadata } from './tool.ts';

const NONSENSE: CallEnd = {
  outcome: 'error',
  text: 'The tool returned nothing that can be read. Whether it did what it was asked to do is not known.',
};

/** What a tool returned, as the end of its call. Anything may come back: tools are other people's code. */
export function endOfResult(returned: unknown): CallEnd {
  try {
    return endOf(snapshot(returned)) ?? NONSENSE;
  } catch {
    return NONSENSE;
  }
}

/** Each field is looked at once: a second look might find something else. */
function snapshot(returned: unknown) {
  const { success, output, error, outcome, full, metadata, origin } = (returned ?? {}) as Readonly<
    Record<string, unknown>
  >;
  return { success, output, error, outcome, full, metadata, origin };
}

type Snapshot = ReturnType<typeof snapshot>;

function endOf(result: Snapshot): CallEnd | undefined {
  const { success, output, error } = result;
  if (success === true && typeof output === 'string') {
    return { outcome: 'ok', text: output, ...extrasOf(result) };
  }
  if (success !== false || typeof error !== 'string') return undefined;
  return { outcome: failureOf(result.outcome), text: error, ...extrasOf(result) };
}

function failureOf(outcome: unknown): 'error' | 'timeout' | 'unknown' {
  return outcome === 'timeout' || outcome === 'unknown' ? outcome : 'error';
}

function extrasOf({ full, metadata, origin }: Snapshot) {
  const known = Origin.safeParse(origin);
  return {
    ...(typeof full === 'string' && { full }),
    ...(typeof metadata === 'object' && metadata !== null && { metadata: ownFacts(metadata) }),
    ...(known.success && { origin: known.data }),
  };
}

/** Names under which the pipeline itself notes something. */
const OURS: readonly string[] = [
  ...['approvalId', 'errorCode', 'errorId', 'patternKey', 'recovered', 'repairs', 'why'],
];

function ownFacts(metadata: object): ToolMetadata {
  return Object.fromEntries(Object.entries(metadata).filter(([name]) => !OURS.includes(name)));
}

/** Whether the tool says that the same again can work. */
export function saysRetry(returned: unknown): boolean {
  try {
    const { success, retryable } = (returned ?? {}) as Readonly<Record<string, unknown>>;
    return success === false && retryable === true;
  } catch {
    return false;
  }
}
