/** Colours, or plain text where they are not wanted. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  cyan(text: string): string;
}

/** Whether a stream may be coloured. */
export function wantsColour(
  stream: { readonly isTTY?: boolean },
  get: (name: string) => string | undefined,
): boolean {
  return stream.isTTY === true && !get('NO_COLOR') && get('TERM') !== 'dumb';
}

export function createStyle(coloured: boolean): Style {
  const paint = (on: number, off: number) => (text: string) =>
    coloured ? `\u001b[${on}m${text}\u001b[${off}m` : text;
  return {
    bold: paint(1, 22),
    dim: paint(2, 22),
    red: paint(31, 39),
    green: paint(32, 39),
    yellow: paint(33, 39),
    cyan: paint(36, 39),
  };
}
