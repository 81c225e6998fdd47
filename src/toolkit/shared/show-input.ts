const SHOWN_HEAD = 3_000;
const SHOWN_TAIL = 1_000;

/** Input can be a program: a person sees it as they see a command, and how much of a long one is not shown. */
export function showInput(text: string): string {
  const left = text.length - SHOWN_HEAD - SHOWN_TAIL;
  if (left <= 0) return text;
  const note = `[… ${left.toLocaleString('en-US')} characters are not shown …]`;
  return `${text.slice(0, SHOWN_HEAD)}\n${note}\n${text.slice(-SHOWN_TAIL)}`;
}
