import type { JsonObject } from '../../base/json.ts';
import type { Intent } from './intent.ts';

export interface PlannedCall {
  readonly tool: string;
  readonly arguments: JsonObject;
}

/** The call that does what the intent says; undefined for talk. `earlier` is what `write-result` writes. */
export function toCall(intent: Intent, earlier: string): PlannedCall | undefined {
  switch (intent.kind) {
    case 'read': {
      const { kind: _, ...range } = intent;
      return { tool: 'read_file', arguments: range };
    }
    case 'list':
      return { tool: 'list_dir', arguments: { path: intent.path } };
    case 'search': {
      const { query, path } = intent;
      const where = path === undefined ? {} : { path };
      return { tool: 'search_files', arguments: { query, ...where, regex: false } };
    }
    case 'write': {
      const { path, content, mode } = intent;
      return { tool: 'write_file', arguments: { path, content, mode } };
    }
    case 'write-result': {
      const { path, mode } = intent;
      return { tool: 'write_file', arguments: { path, content: earlier, mode } };
    }
    case 'edit': {
      const { kind: _, ...edit } = intent;
      return { tool: 'edit_file', arguments: edit };
    }
    case 'run':
      return { tool: 'exec', arguments: { command: intent.command } };
    default:
      return toTodoCall(intent);
  }
}

function toTodoCall(intent: Intent): PlannedCall | undefined {
  switch (intent.kind) {
    case 'todo-add':
      return { tool: 'todo', arguments: { action: 'add', text: intent.text } };
    case 'todo-list':
      return { tool: 'todo', arguments: { action: 'list' } };
    case 'todo-done':
      return { tool: 'todo', arguments: { action: 'done', id: intent.id } };
    case 'todo-drop':
      return { tool: 'todo', arguments: { action: 'drop', id: intent.id } };
    default:
      return undefined;
  }
}
