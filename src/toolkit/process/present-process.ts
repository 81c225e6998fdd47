import type { Clock } from '../../base/clock.ts';
import type { CapturedOutput, OutputStream } from '../../executors/executor.ts';
import { trustedOrigin } from '../../protocol/origin.ts';
import type { ToolResult } from '../../tools/tool.ts';
import { presentStreams, seconds } from '../shared/present-execution.ts';
import { count, preview } from '../shared/text-lines.ts';
import type { EndedBy, KeptProcess } from './processes.ts';

/** How it stands, and what it has written since it was last asked. */
export function presentProcess(one: KeptProcess, clock: Clock, said = ''): ToolResult {
  const ended = one.end();
  const stdout = newOutput(one, 'stdout');
  const stderr = newOutput(one, 'stderr');
  const head = `${said}${one.id} ${stateOf(one, clock)}`;
  const isSilent = stdout.totalBytes + stderr.totalBytes === 0;
  const { text, whole } = isSilent
    ? silent(`${head} No new output.`)
    : presentStreams(head, { stdout, stderr });
  return {
    success: true,
    output: text,
    ...(text !== whole && { full: whole }),
    origin: trustedOrigin('command'),
    metadata: {
      id: one.id,
      running: ended === undefined,
      exitCode: ended?.end.exitCode,
      terminationSignal: ended?.end.terminationSignal,
      stdoutBytes: stdout.totalBytes,
      stderrBytes: stderr.totalBytes,
      truncated: text !== whole,
    },
  };
}

function silent(text: string) {
  return { text, whole: text };
}

/** One line a process. */
export function presentList(processes: readonly KeptProcess[], clock: Clock): ToolResult {
  const metadata = { processes: processes.map(({ id }) => id) };
  if (processes.length === 0) {
    return { success: true, output: 'This conversation has started no process.', metadata };
  }
  const lines = processes.map(
    (one) => `${one.id} ${stateOf(one, clock)} Command: ${preview(one.command)}`,
  );
  return { success: true, output: lines.join('\n'), metadata };
}

function newOutput(one: KeptProcess, stream: OutputStream): CapturedOutput {
  const since = one.read[stream];
  const { text, omittedBytes, position } = one.process.output(stream, since);
  one.read[stream] = position;
  const isWhole = omittedBytes === 0;
  const [head, tail] = isWhole ? [text, ''] : ['', text];
  return { head, tail, omittedBytes, totalBytes: position - since };
}

const WHY: Readonly<Record<EndedBy, string>> = {
  itself: '',
  stop: ' It was stopped.',
  age: ' It was ended because it had run for the longest time allowed (tools.process.maxAge).',
  session: ' It was ended with its conversation.',
  close: ' It was ended with the runtime.',
};

function stateOf(one: KeptProcess, clock: Clock): string {
  const ended = one.end();
  const ms = (ended?.at ?? clock.monotonic()) - one.startedAt;
  if (ended === undefined) return `is running, for ${asClock(ms)}.`;
  const { exitCode, terminationSignal, leftovers } = ended.end;
  const how = exitCode === undefined ? `by ${terminationSignal}` : `with exit code ${exitCode}`;
  const left =
    leftovers === 0
      ? ''
      : ` ${count(leftovers, 'process', 'processes')} it had left running ended with it.`;
  return `ended ${how} after ${seconds(ms)}.${WHY[ended.why]}${left}`;
}

/** `0:07`, `12:30`, `1:02:03`: waiting for something slow is no loop, so each look is another result. */
function asClock(ms: number): string {
  const total = Math.floor(ms / 1_000);
  const [hours, minutes, rest] = [
    Math.floor(total / 3_600),
    Math.floor(total / 60) % 60,
    total % 60,
  ];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours === 0 ? `${minutes}:${two(rest)}` : `${hours}:${two(minutes)}:${two(rest)}`;
}
