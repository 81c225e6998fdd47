export type WriteMode = 'create' | 'overwrite' | 'append';

/** One thing the person asked for. `write-result` takes its content from the step before it. */
export type Intent =
  | {
      readonly kind: 'read';
      readonly path: string;
      readonly startLine?: number;
      readonly endLine?: number;
    }
  | { readonly kind: 'list'; readonly path: string }
  | { readonly kind: 'search'; readonly query: string; readonly path?: string }
  | {
      readonly kind: 'write';
      readonly path: string;
      readonly mode: WriteMode;
      readonly content: string;
    }
  | { readonly kind: 'write-result'; readonly path: string; readonly mode: WriteMode }
  | {
      readonly kind: 'edit';
      readonly path: string;
      readonly oldText: string;
      readonly newText: string;
      readonly replaceAll?: true;
    }
  | { readonly kind: 'run'; readonly command: string }
  | { readonly kind: 'todo-add'; readonly text: string }
  | { readonly kind: 'todo-list' }
  | { readonly kind: 'todo-done' | 'todo-drop'; readonly id: string }
  | { readonly kind: 'help' | 'identity' | 'greeting' | 'thanks' };

export type IntentKind = Intent['kind'];

/** What a pattern's slots caught, and what its row presets. */
export type Fields = Readonly<Partial<Record<FieldName, string>>>;

export type FieldName =
  | 'path'
  | 'line'
  | 'startLine'
  | 'endLine'
  | 'query'
  | 'content'
  | 'mode'
  | 'oldText'
  | 'newText'
  | 'replaceAll'
  | 'command'
  | 'text'
  | 'id';

/** The intent that these fields make; undefined when they make none, such as lines that run backwards. */
export function toIntent(kind: IntentKind, fields: Fields): Intent | undefined {
  const { path = '.', content, command, text, id } = fields;
  switch (kind) {
    case 'read':
      return toRead(path, fields);
    case 'list':
      return { kind, path };
    case 'search':
      return toSearch(fields);
    case 'write':
      return content === undefined
        ? undefined
        : { kind, path, mode: toMode(fields.mode), content: asLines(content) };
    case 'write-result':
      return { kind, path, mode: toMode(fields.mode) };
    case 'edit':
      return toEdit(path, fields);
    case 'run':
      return command ? { kind, command } : undefined;
    case 'todo-add':
      return text ? { kind, text } : undefined;
    case 'todo-done':
    case 'todo-drop':
      return id ? { kind, id } : undefined;
    case 'todo-list':
    case 'help':
    case 'identity':
    case 'greeting':
    case 'thanks':
      return { kind };
  }
}

/** Text that ends with a line end, so that the next thing appended starts its own line. */
export function asLines(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

function toRead(path: string, { line, startLine, endLine }: Fields): Intent | undefined {
  const start = Number(line ?? startLine ?? 1);
  const end = line ?? endLine;
  if (start < 1 || Number(end ?? start) < start) return undefined;
  return {
    kind: 'read',
    path,
    ...((line ?? startLine) !== undefined && { startLine: start }),
    ...(end !== undefined && { endLine: Number(end) }),
  };
}

function toSearch({ query, path }: Fields): Intent | undefined {
  if (!query) return undefined;
  return { kind: 'search', query, ...(path !== undefined && { path }) };
}

function toEdit(path: string, { oldText, newText = '', replaceAll }: Fields): Intent | undefined {
  if (!oldText) return undefined;
  return { kind: 'edit', path, oldText, newText, ...(replaceAll && { replaceAll: true }) };
}

function toMode(mode: string | undefined): WriteMode {
  return mode === 'append' || mode === 'overwrite' ? mode : 'create';
}
