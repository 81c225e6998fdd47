import { z } from 'zod';
import type { TodoItem } from '../../protocol/session.ts';
import { defineTool, type ToolExecutionContext, type ToolResult } from '../../tools/tool.ts';
import { type Failure, failure } from '../shared/failure.ts';
import type { TurnTaking } from '../shared/turn-taking.ts';

const MOST_ITEMS = 200;

const Input = z
  .strictObject({
    action: z.enum(['add', 'list', 'done', 'drop']),
    text: z.string().trim().min(1).max(500).optional(),
    id: z.string().min(1).optional(),
  })
  .refine(({ action, text }) => action !== 'add' || text !== undefined, {
    message: 'add needs text',
    path: ['text'],
  })
  .refine(({ action, id }) => (action !== 'done' && action !== 'drop') || id !== undefined, {
    message: 'done and drop need the id that list shows',
    path: ['id'],
  });
type Input = z.infer<typeof Input>;

type Change = { readonly items: readonly TodoItem[]; readonly said: string };

export function createTodo(takeTurns: TurnTaking) {
  return defineTool<Input>({
    name: 'todo',
    title: 'Keep a to-do list',
    description:
      'Keep the to-do list of this conversation: add (text), list, done (id), drop (id). Use it for work of several steps.',
    input: Input,
    capabilities: ['task.write'],
    riskLevel: 'read_only',
    // Each action leads to a state, not to one more of something.
    idempotency: 'idempotent',
    summarize: ({ action, text, id }) => `todo ${action} ${text ?? id ?? ''}`.trim(),

    execute: (input, context) =>
      takeTurns(`todo ${context.sessionKey}`, () => change(input, context)),
  });
}

async function change(input: Input, { memory }: ToolExecutionContext): Promise<ToolResult> {
  const before = await memory.todos();
  const changed = apply(input, before);
  if ('success' in changed) return changed;
  const { items, said } = changed;
  if (items !== before) await memory.putTodos(items);
  const open = items.filter(isOpen).length;
  return {
    success: true,
    output: [said, ...items.map(toLine)].join('\n'),
    metadata: { items: items.length, open },
  };
}

function apply(input: Input, items: readonly TodoItem[]): Change | Failure {
  switch (input.action) {
    case 'list':
      return {
        items,
        said: items.length === 0 ? 'The list is empty.' : `${items.filter(isOpen).length} open:`,
      };
    case 'add':
      return add(items, input.text ?? '');
    case 'done':
    case 'drop':
      return mark(items, input.id ?? '', input.action === 'done' ? 'done' : 'dropped');
  }
}

function add(items: readonly TodoItem[], text: string): Change | Failure {
  const same = items.find((item) => item.text === text && isOpen(item));
  if (same !== undefined) return { items, said: `${same.id} is on the list already.` };
  if (items.filter(isOpen).length >= MOST_ITEMS) {
    return failure(`The list has ${MOST_ITEMS} open items. Finish or drop some first.`);
  }
  const id = String(Math.max(0, ...items.map((item) => Number(item.id) || 0)) + 1);
  return { items: [...items, { id, text, status: 'open' }], said: `Added ${id}.` };
}

function mark(
  items: readonly TodoItem[],
  id: string,
  status: 'done' | 'dropped',
): Change | Failure {
  const item = items.find((candidate) => candidate.id === id);
  if (item === undefined) {
    const ids = items.map((candidate) => candidate.id).join(', ');
    return failure(
      `There is no item ${id}. ${ids === '' ? 'The list is empty.' : `There are: ${ids}.`}`,
    );
  }
  const said = `${id} is ${status}.`;
  if (item.status === status) return { items, said };
  return { items: items.map((each) => (each === item ? { ...each, status } : each)), said };
}

const MARKS: Readonly<Record<TodoItem['status'], string>> = {
  open: '[ ]',
  in_progress: '[~]',
  done: '[x]',
  dropped: '[-]',
};

function toLine({ id, text, status }: TodoItem): string {
  return `${id}. ${MARKS[status]} ${text.replaceAll(/\s+/g, ' ')}`;
}

function isOpen({ status }: TodoItem): boolean {
  return status === 'open' || status === 'in_progress';
}
