import type { Text } from '../../protocol/catalogue.ts';
import type { Language } from '../../protocol/language.ts';

/** What the offline model says; `{name}` marks a value. */
const REPLIES = {
  greeting: {
    en: 'Hello! I am the offline model. I have no AI behind me, but I can read, list, search, write and edit files, run commands and keep todos. Say "help" to see how.',
    zh: '你好！我是离线模型。我背后没有 AI，但可以读取、列出、搜索、写入和修改文件，运行命令，记录待办。说“帮助”看看怎么用。',
  },
  thanks: { en: 'You are welcome.', zh: '不客气。' },
  identity: {
    en: 'I am the offline model of Echo Agent: a fixed set of rules that turns some requests into tool calls. There is no AI behind me, and I use no network. Say "help" to see what I understand.',
    zh: '我是 Echo Agent 的离线模型：一套固定的规则，把一部分请求变成工具调用。我背后没有 AI，也不使用网络。说“帮助”看看我能听懂什么。',
  },
  help: {
    en: 'I am the offline model: no AI and no network, only requests that I know by their wording.',
    zh: '我是离线模型：没有 AI，也不联网，只听得懂固定说法的请求。',
  },
  unknown: {
    en: 'I am the offline model, and I do not understand this request, so I did nothing.',
    zh: '我是离线模型，听不懂这个请求，所以什么也没有做。',
  },
  examples: {
    en: `What I understand, for example:

- read notes.txt
- read lines 10 to 20 of notes.txt
- list src
- find TODO in src
- write "hello" to notes.txt
- append "one more line" to notes.txt
- overwrite notes.txt with "new text"
- replace "old" with "new" in notes.txt
- run npm test
- run "any other command"
- remember to buy milk
- show todos
- mark todo 1 as done
- find TODO in src and write them to todo.md

I write only the words that you give me, best in quotes; I compose nothing. Names with spaces need quotes. Two steps at most.`,
    zh: `我能听懂的，例如：

- 读取 notes.txt
- 读取 notes.txt 第 10 到 20 行
- 列出 src
- 在 src 中搜索 TODO
- 把“你好”写到 notes.txt
- 把“再来一行”追加到 notes.txt
- 用“新内容”覆盖 notes.txt
- 把 notes.txt 里的“旧”替换为“新”
- 运行 npm test
- 运行“其他任何命令”
- 记得买牛奶
- 显示待办
- 完成待办 1
- 在 src 中搜索 TODO，然后写到 todo.md

我只会写下你给出的原文，不会自己创作；原文最好加引号。带空格的名字必须加引号。一次最多两步。`,
  },
  connect: {
    en: 'For everything else, connect a model: run `echo-agent setup`, or set ANTHROPIC_API_KEY, OPENAI_API_KEY, GEMINI_API_KEY, DEEPSEEK_API_KEY or OPENROUTER_API_KEY, or start Ollama on this machine; then start me again.',
    zh: '其他事情需要连接一个模型：运行 `echo-agent setup`，或设置 ANTHROPIC_API_KEY、OPENAI_API_KEY、GEMINI_API_KEY、DEEPSEEK_API_KEY、OPENROUTER_API_KEY 之一，或在本机启动 Ollama，然后重新启动。',
  },
  firstAnswer: {
    en: '(This is the offline model, without an AI. Say "help" for what it understands.)',
    zh: '（这是离线模型，背后没有 AI。说“帮助”看看它能听懂什么。）',
  },
  ignoresLines: {
    en: 'I only looked at the first line of your message. Send the next request by itself.',
    zh: '我只看了消息的第一行。其余的请求请另外发送。',
  },
  takenOver: {
    en: 'I am the offline model. Another model began this request and I cannot take it over; I did nothing more. Look at what was done above, then ask again in a new message.',
    zh: '我是离线模型。这个请求是另一个模型开始处理的，我无法接手，没有再做任何事。请先看看上面已经做了什么，再重新提出请求。',
  },

  'step.read': { en: 'Read {path}', zh: '读取 {path}' },
  'step.list': { en: 'List {path}', zh: '列出 {path}' },
  'step.search': { en: 'Search for {query}', zh: '搜索 {query}' },
  'step.searchIn': { en: 'Search for {query} in {path}', zh: '在 {path} 中搜索 {query}' },
  'step.create': { en: 'Write {path}', zh: '写入 {path}' },
  'step.append': { en: 'Append to {path}', zh: '追加到 {path}' },
  'step.overwrite': { en: 'Overwrite {path}', zh: '覆盖 {path}' },
  'step.edit': { en: 'Edit {path}', zh: '修改 {path}' },
  'step.run': { en: 'Run {command}', zh: '运行 {command}' },
  'step.todo-add': { en: 'Add a todo', zh: '添加待办' },
  'step.todo-list': { en: 'Show the todos', zh: '显示待办' },
  'step.todo-done': { en: 'Mark todo {id} as done', zh: '完成待办 {id}' },
  'step.todo-drop': { en: 'Drop todo {id}', zh: '删除待办 {id}' },

  done: { en: '{step}: done.', zh: '{step}：完成。' },
  output: { en: '{step}:', zh: '{step}：' },
  empty: { en: '{step}: done, with no output.', zh: '{step}：完成，没有输出。' },
  failed: { en: '{step}: this did not work.', zh: '{step}：没有成功。' },
  refused: { en: '{step}: this was not done.', zh: '{step}：没有执行。' },
  notBegun: { en: 'Not done: {step}.', zh: '没有执行：{step}。' },
  linesBefore: { en: '[{count} earlier lines not shown]', zh: '[前面 {count} 行未显示]' },
  linesAfter: { en: '[{count} more lines not shown]', zh: '[还有 {count} 行未显示]' },
  charactersBefore: {
    en: '[{count} earlier characters not shown]',
    zh: '[前面 {count} 个字符未显示]',
  },
  charactersAfter: { en: '[{count} more characters not shown]', zh: '[还有 {count} 个字符未显示]' },

  'advice.read': {
    en: 'Check the name; "list files" shows what is there.',
    zh: '请检查名字；“列出文件”可以看到有什么。',
  },
  'advice.write': {
    en: 'If the file is there already, say "overwrite …" or "append …" instead.',
    zh: '如果文件已经存在，请改说“覆盖 …”或“追加到 …”。',
  },
  'advice.edit': {
    en: 'The old text must stand in the file exactly as you wrote it, and only once unless you say "replace all". Read the file, then ask again.',
    zh: '旧文字必须与文件中完全一致，而且只出现一次，除非你说“所有的”。请先读取文件，再重新提出。',
  },
  'advice.run': {
    en: 'Put right what the output names, then run it again.',
    zh: '请按输出内容解决问题，然后再运行一次。',
  },
  'advice.todo': {
    en: '"show todos" lists them with their ids.',
    zh: '“显示待办”会列出待办和它们的编号。',
  },
  'advice.refused': {
    en: 'To have it done, ask again and approve it when you are asked.',
    zh: '如果要执行，请重新提出，并在询问时批准。',
  },
  'advice.blocked': {
    en: 'No approval can change that. Ask for something that stays within the rules.',
    zh: '任何批准都不能改变这一点。请改为提出规则允许的请求。',
  },

  toolMissing: {
    en: 'This needs the tool {tool}, which I was not given here. `echo-agent tools list` says why; change the settings, then ask again.',
    zh: '这需要工具 {tool}，但这里没有提供给我。`echo-agent tools list` 会说明原因；请修改设置后再试。',
  },
  toolsWithheld: {
    en: 'No more tools may be used in this turn. Ask again for what is missing.',
    zh: '本轮不能再使用工具。缺少的部分请再提出一次。',
  },
  nothingFound: {
    en: 'The first step brought nothing, so there is nothing to write.',
    zh: '第一步没有得到任何内容，所以没有可写的东西。',
  },
  incomplete: {
    en: 'I was not shown that result whole and exact, so I did not write it. To copy a file, run a command such as "cp a.txt b.txt"; otherwise ask for a smaller part.',
    zh: '我看到的结果不完整或不精确，所以没有写入。要复制文件，请运行类似“cp a.txt b.txt”的命令；否则请缩小范围。',
  },
} as const satisfies Record<string, Text>;

export type ReplyId = keyof typeof REPLIES;

/** The reply text of `id` with its values filled in. */
export function replyText(
  language: Language,
  id: ReplyId,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return REPLIES[id][language].replaceAll(/\{(\w+)\}/g, (mark, name: string) =>
    String(values[name] ?? mark),
  );
}
