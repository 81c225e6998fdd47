/** What stands for a file that is not there. */
export const NO_FILE = '/dev/null';

/** The name in a line that begins with `--- ` or `+++ `: before the time, and as it was before quoting. */
export function headerPath(line: string): string {
  const name = line.slice(4);
  if (name.startsWith('"')) return unquote(name.slice(0, name.lastIndexOf('"') + 1));
  return (name.split('\t')[0] ?? '').trimEnd();
}

/** The one name in `diff --git a/NAME b/NAME`; undefined where there are two. */
export function gitPath(line: string): string | undefined {
  const rest = line.slice('diff --git '.length);
  const quoted = /^("(?:\\.|[^"\\])*") ("(?:\\.|[^"\\])*")$/.exec(rest);
  const [from, to] = quoted
    ? [unquote(quoted[1] ?? ''), unquote(quoted[2] ?? '')]
    : [rest.slice(0, (rest.length - 1) / 2), rest.slice((rest.length + 1) / 2)];
  return from.slice(2) === to.slice(2) && from.startsWith('a/') ? from.slice(2) : undefined;
}

/** Git writes `a/` before the one name and `b/` before the other. */
export function withoutPrefixes([from, to]: readonly [string, string]): readonly [string, string] {
  const fromFits = from === NO_FILE || from.startsWith('a/');
  const toFits = to === NO_FILE || to.startsWith('b/');
  if (!fromFits || !toFits) return [from, to];
  const bare = (name: string) => (name === NO_FILE ? name : name.slice(2));
  return [bare(from), bare(to)];
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '"': '"',
  '\\': '\\',
};

/** Git writes bytes beyond ASCII as octal numbers. */
function unquote(quoted: string): string {
  const inner = quoted.slice(1, -1);
  const binary = inner.replaceAll(/\\([0-7]{3}|.)/g, (_, code: string) =>
    /^[0-7]{3}$/.test(code)
      ? String.fromCharCode(Number.parseInt(code, 8))
      : (ESCAPES[code] ?? code),
  );
  const isBytes = /^[\0-\xff]*$/.test(binary) && /[\x80-\xff]/.test(binary);
  return isBytes ? Buffer.from(binary, 'latin1').toString('utf8') : binary;
}
