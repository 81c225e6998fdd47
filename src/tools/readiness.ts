import type { Clock } from '../base/clock.ts';
import { askTool, wordsOf } from './ask-tool.ts';
import type { Tool } from './tool.ts';

export type Readiness =
  | { readonly ready: true }
  | { readonly ready: false; readonly reason: string };

/** Whether the tool can work here now. One that cannot tell is not ready. */
export async function readinessOf(tool: Tool, clock: Clock): Promise<Readiness> {
  if (tool.readiness === undefined) return { ready: true };
  const answered = await askTool(clock, () => tool.readiness?.() ?? { ready: true as const });
  return answered.ok ? answered.value : { ready: false, reason: wordsOf(answered.thrown) };
}
