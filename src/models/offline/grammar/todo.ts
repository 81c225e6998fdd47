import type { GrammarRow } from './row.ts';

const TODOS = '(todos|todo|todo list|to-dos|to-do list|tasks|task list)';
const ITEM = '[the] [todo|to-do|task|item] [number]';
const TODO_ZH = '(待办事项|待办列表|待办清单|待办|任务列表|任务|todo)';
const UNIT_ZH = '[号|项|条|个]';

export const todoRows: readonly GrammarRow[] = [
  {
    kind: 'todo-add',
    language: 'en',
    pattern:
      '(remember to|remember : |note : |note down : |todo : |to-do : |new todo : ) {text:rest}',
    examples: [
      ['remember to buy milk', { text: 'buy milk' }],
      [
        'Remember: call Anna and then list the shops',
        { text: 'call Anna and then list the shops' },
      ],
      ['todo: read chapter 3', { text: 'read chapter 3' }],
    ],
  },
  {
    kind: 'todo-add',
    language: 'en',
    pattern: '(add|create|make|remember) [a] [new] (todo|to-do|task) [item] (:|to) {text:rest}',
    examples: [['add a todo: buy milk', { text: 'buy milk' }]],
  },
  {
    kind: 'todo-add',
    language: 'en',
    pattern: '(add|create|make|remember) [a|the] [new] (todo|to-do|task) [item] {text:quoted}',
    examples: [['add the task "buy milk"', { text: 'buy milk' }]],
  },
  {
    kind: 'todo-add',
    language: 'en',
    pattern: 'add [a] [new] (todo|to-do) [item] {text:literal}',
    examples: [['add a todo buy milk', { text: 'buy milk' }]],
  },
  {
    kind: 'todo-add',
    language: 'en',
    pattern: `(add|put) {text:words} (to|on) [my|the] ${TODOS}`,
    examples: [
      ['add "buy milk" to my todos', { text: 'buy milk' }],
      ['please put water the plants on my todo list', { text: 'water the plants' }],
    ],
  },
  {
    kind: 'todo-add',
    language: 'en',
    pattern: 'remember {text:quoted}',
    examples: [['remember "buy milk"', { text: 'buy milk' }]],
  },
  {
    kind: 'todo-list',
    language: 'en',
    pattern: `(show|list|view|display|see|read) [me] [all] [of] [my|the] [open] ${TODOS}`,
    examples: [['show todos'], ['list my tasks'], ['can you show me my todo list?']],
  },
  {
    kind: 'todo-list',
    language: 'en',
    pattern: `[my] ${TODOS}`,
    examples: [['todos'], ['my todo list']],
  },
  {
    kind: 'todo-list',
    language: 'en',
    pattern: `(what is|what's|what are) [on] [my|the] [open] ${TODOS}`,
    asks: true,
    examples: [["what's on my todo list?"], ['What are my todos?']],
  },
  {
    kind: 'todo-done',
    language: 'en',
    pattern: `mark ${ITEM} {id:id} [as] (done|complete|completed|finished)`,
    examples: [
      ['mark todo 1 as done', { id: '1' }],
      ['mark #2 done', { id: '2' }],
    ],
  },
  {
    kind: 'todo-done',
    language: 'en',
    pattern: `(done with|done|complete|finish|finished|check off|tick off) ${ITEM} {id:id}`,
    examples: [['finish todo 3', { id: '3' }]],
  },
  {
    kind: 'todo-done',
    language: 'en',
    pattern: '(todo|task|item) [number] {id:id} is (done|complete|completed|finished)',
    examples: [['todo 1 is done', { id: '1' }]],
  },
  {
    kind: 'todo-drop',
    language: 'en',
    pattern: '(drop|remove|delete|cancel) [the] (todo|to-do|task) [item] [number] {id:id}',
    examples: [['drop todo 2', { id: '2' }]],
  },
  {
    kind: 'todo-add',
    language: 'zh',
    pattern: `(添加|新增|增加|加|创建|新建|记下|记录|记) [一下] [一个|一条|个|条] [新] [的] ${TODO_ZH} [:|,] {text:apart}`,
    examples: [
      ['添加待办：买牛奶', { text: '买牛奶' }],
      ['帮我记一条待办 给妈妈打电话', { text: '给妈妈打电话' }],
    ],
  },
  {
    kind: 'todo-add',
    language: 'zh',
    pattern: '(添加|加|记下|记) [一个|一条|个|条] (待办事项|待办) {text:rest}',
    examples: [['添加待办买牛奶', { text: '买牛奶' }]],
  },
  {
    kind: 'todo-add',
    language: 'zh',
    pattern: `(${TODO_ZH}|记住|记得|记一下|备忘|别忘了) : {text:rest}`,
    examples: [
      ['待办：买牛奶', { text: '买牛奶' }],
      ['记一下：周五交报告', { text: '周五交报告' }],
    ],
  },
  {
    kind: 'todo-add',
    language: 'zh',
    pattern: '(记住要|记得要|记得|别忘了|不要忘了) {text:rest}',
    examples: [
      ['记得买牛奶', { text: '买牛奶' }],
      ['请记住要给花浇水', { text: '给花浇水' }],
    ],
  },
  {
    kind: 'todo-add',
    language: 'zh',
    pattern: `(把|将) {text:words} (加入|加到|添加到|放到|记到|放进|加进) [我的] ${TODO_ZH} [里面|里|中]`,
    examples: [['把“买牛奶”加到待办里', { text: '买牛奶' }]],
  },
  {
    kind: 'todo-list',
    language: 'zh',
    pattern: `(显示|查看|列出|看看|看一下|看|展示|列一下) [一下] [所有|全部] [我的] [所有|全部] [的] ${TODO_ZH}`,
    examples: [['显示待办'], ['帮我看看我的待办事项']],
  },
  {
    kind: 'todo-list',
    language: 'zh',
    pattern: `[我的] ${TODO_ZH} [有哪些|有什么|是什么]`,
    asks: true,
    examples: [['我的待办'], ['我的待办有哪些？']],
  },
  {
    kind: 'todo-list',
    language: 'zh',
    pattern: `[我] [还] 有 (哪些|什么) ${TODO_ZH}`,
    asks: true,
    examples: [['我还有哪些待办？']],
  },
  {
    kind: 'todo-done',
    language: 'zh',
    pattern: `(完成|做完|勾掉|勾选) [了] [第] [待办事项|待办|任务] {id:id} ${UNIT_ZH} [待办事项|待办|任务]`,
    examples: [['完成待办 1', { id: '1' }]],
  },
  {
    kind: 'todo-done',
    language: 'zh',
    pattern: `[把|将] [标记] [第] [待办事项|待办|任务] {id:id} ${UNIT_ZH} [待办事项|待办|任务] [标记为|标为|设为|标成|标记成|为] (已完成|完成了|完成|做完了)`,
    examples: [
      ['把待办 1 标记为完成', { id: '1' }],
      ['待办 2 完成了', { id: '2' }],
    ],
  },
  {
    kind: 'todo-drop',
    language: 'zh',
    pattern: `(删除|删掉|取消|去掉|移除) [第] (待办事项|待办|任务) {id:id} ${UNIT_ZH}`,
    examples: [['删除待办 2', { id: '2' }]],
  },
  {
    kind: 'todo-drop',
    language: 'zh',
    pattern: `(把|将) [第] (待办事项|待办|任务) {id:id} ${UNIT_ZH} (删除|删掉|取消|去掉|移除)`,
    examples: [['把待办 2 删掉', { id: '2' }]],
  },
];
