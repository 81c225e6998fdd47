import { describe, expect, test } from 'vitest';
import { fakeToolContext } from '../../testing/fake-tool-context.ts';
import { fakeToolMemory } from '../../testing/fake-tool-memory.ts';
import { createTurnTaking } from '../shared/turn-taking.ts';
import { createTodo } from './index.ts';

function start() {
  const memory = fakeToolMemory();
  const tool = createTodo(createTurnTaking());
  const todo = async (input: Record<string, unknown>) => {
    const result = await tool.execute(tool.input.parse(input), fakeToolContext({ memory }));
    return result.success ? result.output : result.error;
  };
  return { memory, tool, todo };
}

describe('todo', () => {
  test('keeps items in their order with what became of them', async () => {
    const { todo } = start();
    await todo({ action: 'add', text: 'read the log' });
    await todo({ action: 'add', text: '修复测试' });
    await todo({ action: 'add', text: 'celebrate' });
    await todo({ action: 'done', id: '1' });

    const dropped = await todo({ action: 'drop', id: '3' });

    expect(dropped).toBe('3 is dropped.\n1. [x] read the log\n2. [ ] 修复测试\n3. [-] celebrate');
    expect(await todo({ action: 'list' })).toMatch(/^1 open:\n/);
  });

  test('T7 does nothing twice when a call is repeated', async () => {
    const { todo, memory } = start();
    await todo({ action: 'add', text: 'once' });
    await todo({ action: 'done', id: '1' });
    await todo({ action: 'add', text: 'again' });

    const added = await todo({ action: 'add', text: 'again' });
    const done = await todo({ action: 'done', id: '1' });

    expect(added).toMatch(/^2 is on the list already/);
    expect(done).toMatch(/^1 is done/);
    expect(await memory.todos()).toHaveLength(2);
  });

  test('loses none of several additions at once', async () => {
    const { todo, memory } = start();

    await Promise.all(['a', 'b', 'c'].map((text) => todo({ action: 'add', text })));

    expect((await memory.todos()).map(({ id }) => id)).toEqual(['1', '2', '3']);
  });

  test('names the ids that exist when one does not', async () => {
    const { todo } = start();
    const empty = await todo({ action: 'done', id: '9' });
    await todo({ action: 'add', text: 'a' });

    expect(empty).toBe('There is no item 9. The list is empty.');
    expect(await todo({ action: 'drop', id: '9' })).toBe('There is no item 9. There are: 1.');
  });

  test.each([
    [{ action: 'add' }, 'add needs text'],
    [{ action: 'add', text: '   ' }, '>=1'],
    [{ action: 'done', text: 'x' }, 'done and drop need the id'],
    [{ action: 'start', id: '1' }, 'add'],
  ])('refuses %o before it runs', (input, problem) => {
    const parsed = start().tool.input.safeParse(input);

    expect(parsed.error?.issues[0]?.message).toContain(problem);
  });

  test('is bounded', async () => {
    const { todo, memory } = start();
    await memory.putTodos(
      Array.from({ length: 200 }, (_, index) => ({
        id: String(index + 1),
        text: `item ${index}`,
        status: 'open',
      })),
    );

    expect(await todo({ action: 'add', text: 'one more' })).toMatch(/200 open items/);
  });
});
