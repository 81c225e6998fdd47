/** What `--help` says about commands, arguments and options. */
export const cliHelpTexts = {
  'cli.title.usage': { en: 'Usage:', zh: '用法：' },
  'cli.title.arguments': { en: 'Arguments:', zh: '参数：' },
  'cli.title.options': { en: 'Options:', zh: '选项：' },
  'cli.title.global_options': { en: 'Global options:', zh: '全局选项：' },
  'cli.title.commands': { en: 'Commands:', zh: '命令：' },

  'cli.help.program': {
    en: 'An agent that works for you on this machine. Without a command: chat.',
    zh: '在这台机器上为你工作的智能体。不带命令时进入对话。',
  },
  'cli.help.help': { en: 'Show help for a command.', zh: '显示某个命令的帮助。' },
  'cli.help.chat': { en: 'Talk with the agent (the default).', zh: '与智能体对话（默认命令）。' },
  'cli.help.run': {
    en: 'Send one message, print the answer, and end.',
    zh: '发送一条消息，打印回答后退出。',
  },
  'cli.help.run.exit': {
    en: 'Exit codes: 0 done, 1 failed, 2 wrong usage, 3 needs an approval, 4 a cap was reached.',
    zh: '退出码：0 完成，1 失败，2 用法错误，3 需要批准，4 达到上限。',
  },
  'cli.help.sessions': { en: 'Look at conversations.', zh: '查看会话。' },
  'cli.help.sessions.list': {
    en: 'List conversations, the latest first.',
    zh: '列出会话，最近的在前。',
  },
  'cli.help.sessions.show': { en: 'Print a conversation.', zh: '打印一个会话。' },
  'cli.help.sessions.search': {
    en: 'Find messages that hold all of the words.',
    zh: '查找包含所有关键词的消息。',
  },
  'cli.help.sessions.export': {
    en: 'Write a conversation out as Markdown or JSON lines.',
    zh: '将会话导出为 Markdown 或 JSON Lines。',
  },
  'cli.help.sessions.delete': {
    en: 'Delete a conversation with everything that belongs to it.',
    zh: '删除一个会话及其全部内容。',
  },
  'cli.help.trace': { en: 'See what happened to each message.', zh: '查看每条消息的处理经过。' },
  'cli.help.trace.list': {
    en: 'List what happened, the latest first.',
    zh: '列出处理记录，最近的在前。',
  },
  'cli.help.trace.show': {
    en: 'Show one of them step by step, as a tree with times and outcomes.',
    zh: '以树状逐步显示其中一条，含耗时和结果。',
  },
  'cli.help.tools': { en: 'Look at tools, or call one.', zh: '查看或调用工具。' },
  'cli.help.tools.list': {
    en: 'List all tools, and why each is shown to the model or not.',
    zh: '列出所有工具，以及各自对模型可见或隐藏的原因。',
  },
  'cli.help.tools.show': {
    en: 'Print what a tool does and which arguments it takes.',
    zh: '打印某个工具的作用及其参数。',
  },
  'cli.help.tools.call': {
    en: 'Call a tool as the agent would, with the same checks.',
    zh: '以智能体的方式调用工具，经过同样的检查。',
  },
  'cli.help.tools.doctor': {
    en: 'Say which tools cannot be used, and what they lack.',
    zh: '指出哪些工具不可用，以及缺少什么。',
  },
  'cli.help.tools.log': {
    en: 'List the latest calls with outcome and masked arguments.',
    zh: '列出最近的工具调用及结果，参数中的机密已隐藏。',
  },
  'cli.help.config': { en: 'Look at the configuration.', zh: '查看配置。' },
  'cli.help.config.show': {
    en: 'Print every value and where it came from; secrets are masked.',
    zh: '打印每个配置值及其来源，机密内容已隐藏。',
  },
  'cli.help.config.schema': {
    en: 'Print the JSON Schema of the configuration file.',
    zh: '打印配置文件的 JSON Schema。',
  },
  'cli.help.config.check': {
    en: 'Say what is wrong in the configuration, and where.',
    zh: '指出配置中的错误及其位置。',
  },
  'cli.help.config.migrate': {
    en: 'Rewrite an old configuration file for this version, and keep the old one.',
    zh: '将旧配置文件改写为当前版本的格式，并保留旧文件。',
  },
  'cli.help.config.path': {
    en: 'Print which configuration file is used.',
    zh: '打印所用配置文件的路径。',
  },
  'cli.help.setup': {
    en: 'Connect a model and set the basics, step by step or by options.',
    zh: '连接模型并完成基本设置，可逐步进行或用选项指定。',
  },
  'cli.help.doctor': {
    en: 'Say what is wrong, what is open, and how to mend or close it.',
    zh: '检查哪里有问题、哪里存在开放，以及如何修复或关闭。',
  },
  'cli.help.status': {
    en: 'Say what the runtime does right now. Starts nothing.',
    zh: '显示运行时的当前状态，不会启动任何程序。',
  },
  'cli.help.backup': {
    en: 'Copy everything stored to a file, also while the runtime works.',
    zh: '将全部数据备份到文件，运行中也可执行。',
  },
  'cli.help.restore': {
    en: 'Put a backup in the place of everything stored.',
    zh: '用备份替换现有的全部数据。',
  },

  'cli.argument.prompt': {
    en: 'the message; `-` reads it from the standard input',
    zh: '消息内容；`-` 表示从标准输入读取',
  },
  'cli.argument.session': { en: 'name of the conversation', zh: '会话名称' },
  'cli.argument.search': { en: 'words to look for', zh: '要查找的词' },
  'cli.argument.trace': {
    en: 'id of a trace, turn, message or error; the latest when not given',
    zh: '轨迹、轮次、消息或错误的编号；不给出时为最近一条',
  },
  'cli.argument.tool': { en: 'name of the tool', zh: '工具名称' },
  'cli.argument.key': { en: 'only this key, or the keys below it', zh: '仅显示此键及其下级' },
  'cli.argument.backup': { en: 'the backup file', zh: '备份文件' },

  'cli.option.help': { en: 'show help', zh: '显示帮助' },
  'cli.option.version': { en: 'print the version', zh: '打印版本号' },
  'cli.option.config': { en: 'use this configuration file', zh: '使用此配置文件' },
  'cli.option.set': {
    en: 'set a configuration value for this run; may be repeated',
    zh: '仅在本次运行中设置配置值，可重复使用',
  },
  'cli.option.data_dir': {
    en: 'keep the database and everything else here',
    zh: '数据库等数据所在的目录',
  },
  'cli.option.workspace': { en: 'let the agent work in this folder', zh: '智能体工作的目录' },
  'cli.option.lang': { en: 'language of messages', zh: '界面语言' },
  'cli.option.session': {
    en: 'go on with this conversation, or begin it',
    zh: '继续（或新建）此会话',
  },
  'cli.option.session_run': {
    en: 'say it in this conversation; a new one when not given',
    zh: '在此会话中发送；不给出时新建会话',
  },
  'cli.option.session_only': { en: 'only of this conversation', zh: '仅限此会话' },
  'cli.option.new': { en: 'begin a new conversation', zh: '开始新会话' },
  'cli.option.json': { en: 'print JSON, one object a line', zh: '输出 JSON，每行一个对象' },
  'cli.option.json_whole': { en: 'print JSON', zh: '输出 JSON' },
  'cli.option.json_events': {
    en: 'print every event as it happens, as JSON, one a line',
    zh: '实时以 JSON 输出每个事件，每行一个',
  },
  'cli.option.limit': { en: 'how many at most', zh: '最多显示多少条' },
  'cli.option.all_sessions': { en: 'those of workers as well', zh: '也显示子任务的会话' },
  'cli.option.format': { en: 'how to write it', zh: '导出格式' },
  'cli.option.output': { en: 'write to this new file', zh: '写入此新文件' },
  'cli.option.tool_only': { en: 'only of this tool', zh: '仅限此工具' },
  'cli.option.why': { en: 'say what decides about each', zh: '说明各工具的判定依据' },
  'cli.option.channel': { en: 'as seen from this channel', zh: '从此渠道查看' },
  'cli.option.principal': {
    en: 'as this person sees it, written channel:user',
    zh: '以此人的身份查看，格式为 channel:user',
  },
  'cli.option.profile': { en: 'as it would be with this profile', zh: '假设使用此工具集' },
  'cli.option.as': { en: 'in the name of this person', zh: '以此人的身份调用' },
  'cli.option.outcome': { en: 'only what ended like this', zh: '仅显示此结果的记录' },
  'cli.option.arguments': {
    en: 'the arguments as a JSON object; `-` reads them from the standard input',
    zh: '以 JSON 对象表示的参数；`-` 表示从标准输入读取',
  },
  'cli.option.yes_run': {
    en: 'say yes to what the guard allows; what it asks about and what is dangerous still stops',
    zh: '对安全检查放行的操作默认同意；需确认的和危险的操作仍会停下',
  },
  'cli.option.yes_delete': { en: 'delete without asking', zh: '不询问直接删除' },
  'cli.option.yes_restore': { en: 'restore without asking', zh: '不询问直接恢复' },
  'cli.option.yes_setup': { en: 'ask nothing and write', zh: '不询问直接写入' },
  'cli.option.online': { en: 'also ask the model whether it answers', zh: '同时检查模型能否应答' },
  'cli.option.provider': {
    en: 'connect a model of this provider, or stay offline',
    zh: '连接此服务商的模型，或保持离线',
  },
  'cli.option.model': { en: "the provider's name of the model", zh: '服务商的模型名称' },
  'cli.option.key_variable': {
    en: 'environment variable that holds the key',
    zh: '保存密钥的环境变量',
  },
  'cli.option.key_file': {
    en: 'file that holds the key, readable by you only',
    zh: '保存密钥的文件，须仅本人可读',
  },
  'cli.option.base_url': { en: 'address of the interface', zh: '接口地址' },
  'cli.option.network_policy': {
    en: 'whether tools may reach the network',
    zh: '工具能否访问网络',
  },
} as const;
