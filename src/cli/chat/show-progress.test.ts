import { expect, test } from 'vitest';
import type { RunEvent } from '../../protocol/run-event.ts';
import { createStyle } from '../terminal/style.ts';
import { createProgress } from './show-progress.ts';

function linesOf(event: Partial<RunEvent>): string[] {
  const lines: string[] = [];
  const view = { line: (text: string) => void lines.push(text), status: () => undefined };
  const show = createProgress({ view: view as never, language: 'en', style: createStyle(false) });
  show({ turnId: 't', step: 'tool_0_0', tool: 'exec', durationMs: 0, ...event } as RunEvent);
  return lines;
}

test.each(['approval_required', 'approval_denied', 'approval_expired'] as const)(
  'a call that ended as %s does not show what only the model is told',
  (outcome) => {
    const lines = linesOf({ type: 'tool-end', outcome, summary: 'Do not call it again.' });

    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('✗ exec');
    expect(lines[0]).not.toContain('Do not');
  },
);

test('a call that failed says why', () => {
  const lines = linesOf({ type: 'tool-end', outcome: 'error', summary: 'a.txt does not exist.' });

  expect(lines[0]).toContain('a.txt does not exist.');
});
