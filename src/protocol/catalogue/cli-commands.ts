/** What the commands print, apart from chat, setup and doctor. */
export const cliCommandTexts = {
  'cli.error.logged': {
    en: '{sentence} Error id: {errorId}. The cause is in {path}.',
    zh: '{sentence} 错误编号：{errorId}。原因记录在 {path}。',
  },
  'cli.error.unlogged': {
    en: '{sentence} Error id: {errorId}. The cause could not be written to the log: check the rights of the data folder.',
    zh: '{sentence} 错误编号：{errorId}。原因未能写入日志，请检查数据目录的权限。',
  },

  'cli.running.workspace': {
    en: 'Echo Agent is already running here (process {pid}) and works in {theirs}, not in {ours}. Nothing was done. Go to that folder, or end that process first, or add `--data-dir FOLDER` to run another one beside it.',
    zh: 'Echo Agent 已在运行（进程 {pid}），它在 {theirs} 中工作，而不是 {ours}。什么也没有做。请到那个目录中操作，或先结束该进程，或加上 `--data-dir 目录` 另开一个。',
  },
  'cli.running.settings': {
    en: 'Echo Agent is already running (process {pid}) with other settings than given here: {keys}. Nothing was done. Leave them out, or end that process first, or add `--data-dir FOLDER` to run another one beside it.',
    zh: 'Echo Agent 已在运行（进程 {pid}），其设置与此处给出的不同：{keys}。什么也没有做。请去掉这些设置，或先结束该进程，或加上 `--data-dir 目录` 另开一个。',
  },
  'cli.usage.unknown_command': {
    en: 'There is no command {command}. See `echo-agent --help`; to send a message use `echo-agent run "…"`.',
    zh: '没有命令 {command}。请查看 `echo-agent --help`；要发送消息请用 `echo-agent run "…"`。',
  },
  'cli.usage.unknown_subcommand': {
    en: 'There is no command {command} here. Add `--help` to see those there are.',
    zh: '此处没有命令 {command}。加上 `--help` 可查看可用命令。',
  },
  'cli.usage.unknown_command_nearest': {
    en: 'There is no command {command}. Did you mean {meant}?',
    zh: '没有命令 {command}。是否想输入 {meant}？',
  },
  'cli.usage.unknown_option': {
    en: 'There is no option {what} here. Add `--help` to see those there are.',
    zh: '此处没有选项 {what}。加上 `--help` 可查看可用选项。',
  },
  'cli.usage.unknown_option_nearest': {
    en: 'There is no option {what} here. Did you mean {meant}?',
    zh: '此处没有选项 {what}。是否想输入 {meant}？',
  },
  'cli.usage.missing_argument': {
    en: 'The argument {what} is missing. Add `--help` to see what is needed.',
    zh: '缺少参数 {what}。加上 `--help` 可查看需要的内容。',
  },
  'cli.usage.option_argument': {
    en: 'The option {what} needs a value.',
    zh: '选项 {what} 需要一个值。',
  },
  'cli.usage.call_arguments': {
    en: 'Give the arguments of a call with `--json`, in quotes: `echo-agent tools call read_file --json \'{"path": "a.txt"}\'`.',
    zh: '调用参数请用 `--json` 给出并加引号：`echo-agent tools call read_file --json \'{"path": "a.txt"}\'`。',
  },
  'cli.usage.excess': {
    en: 'There are too many arguments. Put quotes around text with blanks, or add `--help`.',
    zh: '参数太多。含空格的文本请加引号，或加上 `--help` 查看用法。',
  },
  'cli.usage.invalid': {
    en: 'The option {what} needs a whole number from 1 on.',
    zh: '选项 {what} 需要一个大于等于 1 的整数。',
  },
  'cli.usage.choices': {
    en: 'The option {what} cannot be {value}. It can be: {allowed}.',
    zh: '选项 {what} 不能是 {value}，可选值：{allowed}。',
  },
  'cli.usage.no_command': {
    en: 'Say what to do: add `--help` to see the commands.',
    zh: '请指明要做什么：加上 `--help` 可查看命令。',
  },
  'cli.usage.other': {
    en: 'The command line is not valid. Add `--help` to see how it is used.',
    zh: '命令行无效。加上 `--help` 可查看用法。',
  },

  'cli.confirm.choices': { en: '[y/N]', zh: '[y/N]' },
  'cli.confirm.left': { en: 'Nothing was changed.', zh: '没有任何改动。' },
  'cli.confirm.needed': {
    en: '{question} Nobody can be asked here: add `--yes` if you mean it. Nothing was changed.',
    zh: '{question} 此处无法询问：确认要执行请加 `--yes`。没有任何改动。',
  },
  'cli.written': { en: 'Written to {path}.', zh: '已写入 {path}。' },
  'cli.output.exists': {
    en: 'The file {path} exists already. Choose another name.',
    zh: '文件 {path} 已存在，请换一个名称。',
  },
  'cli.output.unwritable': {
    en: 'The file {path} cannot be written. Check the folder, its permissions and the free disk space.',
    zh: '无法写入文件 {path}，请检查目录、权限和磁盘剩余空间。',
  },

  'cli.sessions.you': { en: 'you', zh: '你' },
  'cli.sessions.none': { en: 'There are no conversations yet.', zh: '还没有会话。' },
  'cli.sessions.worker': { en: '[worker of {parent}] {title}', zh: '[{parent} 的子任务] {title}' },
  'cli.sessions.not_found': {
    en: 'No message holds all of these words: {query}',
    zh: '没有消息包含所有这些词：{query}',
  },
  'cli.sessions.unknown': {
    en: 'There is no conversation {session}. `echo-agent sessions list` shows those there are.',
    zh: '没有会话 {session}。运行 `echo-agent sessions list` 查看已有会话。',
  },
  'cli.sessions.delete': {
    en: 'Delete the conversation {session} with everything that belongs to it? It cannot be brought back.',
    zh: '确定删除会话 {session} 及其全部内容吗？删除后无法恢复。',
  },
  'cli.sessions.deleted': { en: 'Deleted: {session}.', zh: '已删除：{session}。' },

  'cli.trace.none': { en: 'Nothing has happened yet.', zh: '还没有任何记录。' },
  'cli.trace.unknown': {
    en: 'Nothing is known under {id}. `echo-agent trace list` shows the latest.',
    zh: '没有编号为 {id} 的记录。运行 `echo-agent trace list` 查看最近的记录。',
  },
  'cli.trace.head': { en: '{traceId} · {time} · {session}', zh: '{traceId} · {time} · {session}' },

  'cli.ended_early': {
    en: 'Ended before the answer came. What was under way was told to stop.',
    zh: '未等到结果便已结束，正在进行的操作已收到停止指令。',
  },
  'cli.tools.visible': { en: 'shown', zh: '可见' },
  'cli.tools.hidden': { en: 'hidden', zh: '隐藏' },
  'cli.tools.not_ready': { en: 'not ready', zh: '未就绪' },
  'cli.tools.lacks': { en: '{tool} cannot be used: {reason}', zh: '{tool} 不可用：{reason}' },
  'cli.tools.refused': { en: '{tool} was kept out: {reason}', zh: '{tool} 未被接纳：{reason}' },
  'cli.tools.switched_off': {
    en: '{tool} is switched off: {reason}',
    zh: '{tool} 已关闭：{reason}',
  },
  'cli.tools.ready_count': { en: 'Tools that can be used: {ready}.', zh: '可用工具：{ready} 个。' },
  'cli.tools.hidden_count': {
    en: 'Hidden by the rules: {hidden}; `echo-agent tools list` says by which.',
    zh: '被规则隐藏：{hidden} 个；运行 `echo-agent tools list` 可查看是哪条规则。',
  },
  'cli.tools.unknown_name': {
    en: '{list} names {name}, and no tool is called that: it shows and hides nothing.',
    zh: '{list} 中的 {name} 不是任何工具的名称，不起任何作用。',
  },
  'cli.tools.unknown_name_nearest': {
    en: '{list} names {name}, and no tool is called that: it shows and hides nothing. Did you mean {meant}?',
    zh: '{list} 中的 {name} 不是任何工具的名称，不起任何作用。是否想写 {meant}？',
  },
  'cli.tools.unknown_channel': {
    en: 'There is no channel {channel} in the configuration: what is said for all channels applies. There are: {known}.',
    zh: '配置中没有通道 {channel}，将按适用于所有通道的规则显示。现有：{known}。',
  },
  'cli.tools.no_calls': { en: 'No tool has been called yet.', zh: '还没有调用过工具。' },
  'cli.tools.unknown': {
    en: 'There is no tool {tool}. `echo-agent tools list` shows those there are.',
    zh: '没有工具 {tool}。运行 `echo-agent tools list` 查看已有工具。',
  },
  'cli.tools.outcome': { en: '{tool}: {said} · {time}', zh: '{tool}：{said} · {time}' },
  'cli.tools.needs_yes': {
    en: 'Not run: it needs a yes ({why}).',
    zh: '未执行：需要有人同意（{why}）。',
  },
  'cli.tools.needs_person': {
    en: 'Not run: it needs a person who answers.',
    zh: '未执行：需要有人回答。',
  },
  'cli.tools.approval': {
    en: 'Nobody can be asked here: `--yes` runs it.',
    zh: '此处无法询问：加上 `--yes` 即可执行。',
  },
  'cli.tools.approval_in_chat': {
    en: 'Nobody can be asked here. Ask for it in a chat.',
    zh: '此处无法询问，请在对话中提出。',
  },
  'cli.tools.not_visible': {
    en: 'Not run: {tool} is switched off here ({rule}).',
    zh: '未执行：{tool} 在此处已关闭（{rule}）。',
  },
  'cli.tools.profile_lacks': {
    en: 'the profile lacks {powers}',
    zh: '配置档不含 {powers}',
  },

  'cli.config.unset': { en: '(not set)', zh: '（未设置）' },
  'cli.config.fine': { en: 'The configuration is valid ({file}).', zh: '配置有效（{file}）。' },
  'cli.config.here': { en: 'current folder', zh: '当前目录' },
  'cli.config.no_file': {
    en: 'The configuration is valid. There is no file, so the defaults hold.',
    zh: '配置有效。没有配置文件，使用默认值。',
  },
  'cli.config.migrated': {
    en: '{path} was rewritten for this version. The old file is {backup}.',
    zh: '{path} 已改写为当前版本的格式，旧文件保存为 {backup}。',
  },
  'cli.config.current': {
    en: '{path} is of this version already. Nothing was changed.',
    zh: '{path} 已是当前版本的格式，没有任何改动。',
  },

  'cli.backup.done': {
    en: 'Backed up {sessions} conversations with {messages} messages to {path} ({bytes} bytes).',
    zh: '已将 {sessions} 个会话、{messages} 条消息备份到 {path}（{bytes} 字节）。',
  },
  'cli.restore.ask': {
    en: 'Replace everything stored in {folder} by the backup {path}?',
    zh: '确定用备份 {path} 替换 {folder} 中的全部数据吗？',
  },
  'cli.restore.done': {
    en: 'Restored {sessions} conversations with {messages} messages.',
    zh: '已恢复 {sessions} 个会话、{messages} 条消息。',
  },
  'cli.restore.kept': {
    en: 'What was there before is kept in {path}.',
    zh: '此前的数据保留在 {path}。',
  },

  'cli.status.running': {
    en: 'Echo Agent {version} is running (process {pid}, for {up}).',
    zh: 'Echo Agent {version} 正在运行（进程 {pid}，已运行 {up}）。',
  },
  'cli.status.stopped': {
    en: 'No runtime is running on {dataDir}.',
    zh: '{dataDir} 上没有正在运行的运行时。',
  },
  'cli.status.left': {
    en: 'At the next start {openTurns} open turns and {queuedMessages} queued messages go on.',
    zh: '下次启动时将继续处理 {openTurns} 个未完成的轮次和 {queuedMessages} 条排队消息。',
  },
  'cli.status.model': { en: 'model', zh: '模型' },
  'cli.status.workspace': { en: 'workspace', zh: '工作区' },
  'cli.status.data': { en: 'data', zh: '数据目录' },
  'cli.status.turns': { en: 'turns', zh: '轮次' },
  'cli.status.counts': {
    en: '{running} running, {waiting} waiting for a person, {queued} messages queued',
    zh: '运行中 {running}，等待答复 {waiting}，排队消息 {queued}',
  },
  'cli.status.replies': { en: 'replies to deliver', zh: '待送达回复' },
  'cli.status.tools': { en: 'tools', zh: '工具' },
  'cli.status.plugins': { en: 'plug-ins', zh: '插件' },
  'cli.status.no_plugins': { en: 'none was loaded', zh: '一个都未加载' },
  'cli.status.tools_ready': { en: '{ready} can be used', zh: '{ready} 个可用' },
  'cli.status.unknown': {
    en: '! Nobody can say whether reply {id} arrived in {session}. It is not sent again.',
    zh: '! 无法确认回复 {id} 是否已送达 {session}，不会重发。',
  },
} as const;
