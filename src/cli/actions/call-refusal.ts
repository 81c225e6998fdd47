import { findingId } from '../../protocol/approval-reason.ts';
import type { ToolReport } from '../../tools/pipeline-contract.ts';
import { oneLine } from '../terminal/neutralise.ts';
import type { Say } from './begin.ts';

interface Person {
  readonly say: Say;
  /** Whether `--yes` was left out and would be the owner's. */
  readonly canSayYes: boolean;
}

/** What a person is told of a call that the rules stopped: its own text is advice to a model. */
export function refusalLines(
  report: ToolReport,
  { say, canSayYes }: Person,
): readonly string[] | undefined {
  const { tool, outcome, metadata } = report;
  const { rule } = metadata;
  if (outcome === 'not_visible' && typeof rule === 'string') {
    const values = { tool: oneLine(tool), rule: oneLine(rule) };
    return [say('cli.tools.not_visible', values)];
  }
  if (outcome !== 'approval_required') return undefined;
  const why = whyOf(report, say);
  const hint = canSayYes && yesRuns(report) ? 'cli.tools.approval' : 'cli.tools.approval_in_chat';
  return [
    why === undefined ? say('cli.tools.needs_person') : say('cli.tools.needs_yes', { why }),
    say(hint),
  ];
}

/** In the person's language where it is a finding of the guard. */
function whyOf({ metadata: { why }, decision }: ToolReport, say: Say): string | undefined {
  const finding = decision?.action === 'ask' ? findingId(decision.patternKey) : undefined;
  if (finding !== undefined) return say(finding).replace(/[.。]$/, '');
  return typeof why === 'string' ? oneLine(why) : undefined;
}

/** `--yes` covers what the guard allows without facts, and nothing dangerous. */
function yesRuns({ risk, decision }: ToolReport): boolean {
  return risk !== 'dangerous' && decision?.action === 'allow' && decision.facts.length === 0;
}
