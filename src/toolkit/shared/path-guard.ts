import { AgentError } from '../../base/errors.ts';
import type { GuardDecision } from '../../protocol/tool-call.ts';
import type { Place, WorkspaceFiles } from '../../security/workspace-files.ts';

const NOTHING_SPECIAL: GuardDecision = {
  action: 'allow',
  reason: 'The path is inside the workspace.',
  patternKey: 'none',
  facts: [],
};

/**
 * A hard block when the path is out of bounds; else what `judge` says of the place, by default yes. A path
 * that is only unusable is let through: the tool itself says what is wrong with it.
 */
export async function guardPath(
  files: WorkspaceFiles,
  path: string,
  judge?: (place: Place) => Promise<GuardDecision | undefined>,
): Promise<GuardDecision> {
  try {
    const place = await files.locate(path);
    return (await judge?.(place)) ?? NOTHING_SPECIAL;
  } catch (thrown) {
    return toDenial(AgentError.from(thrown), path) ?? NOTHING_SPECIAL;
  }
}

function toDenial({ message, details }: AgentError, path: string): GuardDecision | undefined {
  const { patternKey, alternative } = details;
  if (typeof patternKey !== 'string') return undefined;
  return {
    action: 'deny',
    reason: message,
    patternKey,
    facts: [],
    span: path,
    ...(typeof alternative === 'string' && { alternative }),
  };
}
