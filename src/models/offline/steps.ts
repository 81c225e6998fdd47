import type { Intent } from './intent.ts';

/** One call of a turn. */
export interface Step {
  readonly intent: Intent;
  /** Made only so that the next one may be: nobody asked for its result. */
  readonly isPreparation: boolean;
}

/** What is done for these intents: a file is read before it is edited, as `edit_file` demands. */
export function toSteps(intents: readonly Intent[], tools: ReadonlySet<string>): readonly Step[] {
  return intents.flatMap((intent, index): Step[] => {
    const step = { intent, isPreparation: false };
    if (intent.kind !== 'edit' || !tools.has('read_file')) return [step];
    const { path } = intent;
    const wasRead = intents
      .slice(0, index)
      .some((earlier) => earlier.kind === 'read' && earlier.path === path);
    return wasRead ? [step] : [{ intent: { kind: 'read', path }, isPreparation: true }, step];
  });
}
