/** What the wizard asks and says. */
export const cliSetupTexts = {
  'cli.setup.provider': { en: 'Which model is to answer?', zh: '由哪个模型来回答？' },
  'cli.setup.keep': { en: 'Leave it as it is', zh: '保持不变' },
  'cli.setup.automatic': { en: 'the first one with a key', zh: '第一个有密钥的模型' },
  'cli.setup.offline': { en: 'Stay offline', zh: '保持离线' },
  'cli.setup.offline_hint': {
    en: 'the built-in model: no key, no network, simple requests only',
    zh: '内置模型：无需密钥和网络，只能处理简单请求',
  },
  'cli.setup.address': {
    en: 'Where does its interface begin? (for example {example})',
    zh: '它的接口地址是什么？（例如 {example}）',
  },
  'cli.setup.no_url': {
    en: 'Give a whole address that begins with http:// or https://.',
    zh: '请给出以 http:// 或 https:// 开头的完整地址。',
  },
  'cli.setup.key': { en: 'Where is its key?', zh: '密钥在哪里？' },
  'cli.setup.key_none': { en: 'It needs none', zh: '不需要密钥' },
  'cli.setup.key_variable': {
    en: 'In the environment variable {name}',
    zh: '在环境变量 {name} 中',
  },
  'cli.setup.variable_set': { en: 'is set', zh: '已设置' },
  'cli.setup.variable_unset': { en: 'not set in this shell', zh: '当前 shell 中未设置' },
  'cli.setup.key_typed': { en: 'I type or paste it', zh: '我来输入或粘贴' },
  'cli.setup.key_typed_hint': {
    en: 'kept in a file that only you can read',
    zh: '保存在仅本人可读的文件中',
  },
  'cli.setup.key_type': { en: 'The key (it is not shown)', zh: '密钥（不会显示）' },
  'cli.setup.key_unwritable': {
    en: 'The key could not be kept in {path}. Check the rights of the folder and the free disk space.',
    zh: '无法将密钥保存到 {path}，请检查目录权限和磁盘剩余空间。',
  },
  'cli.setup.model': { en: 'Which model of it?', zh: '使用它的哪个模型？' },
  'cli.setup.no_model': {
    en: 'Give the name as the provider writes it, without blanks.',
    zh: '请按服务商的写法给出名称，不含空格。',
  },
  'cli.setup.needs_model': {
    en: 'For {provider} there is no usual model: name one with `--model`.',
    zh: '{provider} 没有默认模型，请用 `--model` 指定。',
  },
  'cli.setup.no_provider': {
    en: 'Say which provider this is about: `--provider NAME`.',
    zh: '请用 `--provider 名称` 说明是哪个服务商。',
  },
  'cli.setup.workspace': {
    en: 'In which folder may the agent work?',
    zh: '智能体可以在哪个目录中工作？',
  },
  'cli.setup.network': { en: 'May tools reach the network?', zh: '工具可以访问网络吗？' },
  'cli.setup.network_deny': { en: 'no (the safe choice)', zh: '不可以（安全的选择）' },
  'cli.setup.network_restricted': { en: 'within limits', zh: '有限制地访问' },
  'cli.setup.network_allow': { en: 'yes', zh: '可以' },
  'cli.setup.diff': { en: 'This changes in {file}:', zh: '{file} 将有以下改动：' },
  'cli.setup.ask': { en: 'Write it?', zh: '写入吗？' },
  'cli.setup.written': { en: 'Written: {file}.', zh: '已写入：{file}。' },
  'cli.setup.backup': {
    en: 'The file as it was is kept as {backup}.',
    zh: '原文件保留为 {backup}。',
  },
  'cli.setup.key_missing': {
    en: 'There is no key yet: set {variable} before you begin.',
    zh: '还没有密钥：开始之前请设置 {variable}。',
  },
  'cli.setup.unchanged': {
    en: 'Nothing is to be changed in {file}.',
    zh: '{file} 无需改动。',
  },
  'cli.setup.left': { en: 'Nothing was changed.', zh: '没有任何改动。' },
  'cli.setup.restart': {
    en: 'A runtime is working right now: it takes this up when it is started again.',
    zh: '当前有运行时正在工作，重新启动后才会采用新设置。',
  },
  'cli.setup.next': {
    en: 'Next: `echo-agent doctor --online` checks it, `echo-agent` begins a chat.',
    zh: '接下来：用 `echo-agent doctor --online` 检查，用 `echo-agent` 开始对话。',
  },
} as const;
