/** What a chat at the command line says, beside the agent's own words. */
export const cliChatTexts = {
  'cli.chat.greeting': {
    en: 'Echo Agent {version}. {reason}',
    zh: 'Echo Agent {version}。{reason}',
  },
  'cli.chat.place': {
    en: 'workspace {workspace} · conversation {session} · /help for commands, Ctrl-C twice to leave',
    zh: '工作区 {workspace} · 会话 {session} · 输入 /help 查看命令，连按两次 Ctrl-C 离开',
  },
  'cli.chat.unknown': {
    en: 'For {count} earlier replies nobody can say whether they arrived: see `echo-agent status`.',
    zh: '有 {count} 条较早的回复无法确认是否送达，详见 `echo-agent status`。',
  },
  'cli.chat.working': { en: 'working…', zh: '处理中……' },
  'cli.chat.thinking': { en: 'thinking… ({model})', zh: '思考中……（{model}）' },
  'cli.chat.running': { en: '{tool}: {summary}', zh: '{tool}：{summary}' },
  'cli.chat.resumed': {
    en: '(going on with a turn that was interrupted)',
    zh: '（继续处理此前中断的一轮）',
  },
  'cli.chat.void': {
    en: '(the model starts over; the text above does not count)',
    zh: '（模型重新作答，以上文字作废）',
  },
  'cli.chat.earlier': { en: '(answer to an earlier message)', zh: '（对较早消息的回复）' },
  'cli.chat.file': { en: '[file] {name} ({type})', zh: '【文件】{name}（{type}）' },
  'cli.chat.stopping': {
    en: 'Stopping. Press Ctrl-C again to leave.',
    zh: '正在停止。再按一次 Ctrl-C 离开。',
  },
  'cli.chat.again': { en: 'Press Ctrl-C again to leave.', zh: '再按一次 Ctrl-C 离开。' },
  'cli.run.goes_on': {
    en: 'The turn was not stopped: the runtime that is still running goes on with it, else the next start does.',
    zh: '这一轮没有停止：仍在运行的运行时会继续执行，否则在下次启动时继续。',
  },
  'cli.chat.goes_on': {
    en: 'What is still open goes on at the next start.',
    zh: '未完成的工作会在下次启动时继续。',
  },
  'cli.chat.reconnected': {
    en: '(the runtime that answered has ended; another one goes on)',
    zh: '（原来的运行时已退出，由新的运行时继续）',
  },
  'cli.chat.keys': {
    en: 'Here at the command line:\n  @path         attaches a file; \\@ is just the sign\n  \\ at the end  goes on in the next line\n  Ctrl-C        stops the turn; twice leaves\n  /quit, /exit  leave',
    zh: '在命令行中还可以：\n  @路径         附加文件；\\@ 表示符号本身\n  行尾的 \\      在下一行继续输入\n  Ctrl-C        停止当前一轮；连按两次离开\n  /quit、/exit  离开',
  },
  'cli.ask.title': { en: '{tool} needs your approval:', zh: '{tool} 需要你的批准：' },
  'cli.ask.risk': { en: 'risk:', zh: '风险：' },
  'cli.ask.reason': { en: 'why:', zh: '原因：' },
  'cli.ask.expires': { en: 'expires in:', zh: '剩余时间：' },
  'cli.ask.scope': { en: '"s" would cover:', zh: '选 s 将涵盖：' },
  'cli.ask.once': {
    en: 'Allow? y = once, n = no (you may add why) [n]',
    zh: '是否允许？y = 仅此一次，n = 否（可附理由）[n]',
  },
  'cli.ask.scopes': {
    en: 'Allow? y = once, s = this session, n = no (you may add why) [n]',
    zh: '是否允许？y = 仅此一次，s = 本会话内，n = 否（可附理由）[n]',
  },
  'cli.ask.answer': { en: 'Your answer:', zh: '你的回答：' },
  'cli.ask.not_understood': {
    en: 'Please answer with one of the choices. Nothing was decided.',
    zh: '请从选项中选择一个作答，目前尚未做出决定。',
  },
  'cli.ask.expired': {
    en: 'The question has expired and is no longer open.',
    zh: '该问题已过期，无法再回答。',
  },
  'cli.ask.elsewhere': {
    en: 'The question was answered elsewhere: {verdict}.',
    zh: '该问题已在别处得到答复：{verdict}。',
  },
  'cli.approval.pending': { en: 'open', zh: '待定' },
  'cli.approval.approved': { en: 'approved', zh: '已批准' },
  'cli.approval.denied': { en: 'denied', zh: '已拒绝' },
  'cli.approval.expired': { en: 'expired', zh: '已过期' },
  'cli.approval.used': { en: 'approved', zh: '已批准' },
  'cli.risk.read_only': { en: 'only reads', zh: '只读' },
  'cli.risk.write': { en: 'changes something', zh: '会做修改' },
  'cli.risk.exec': { en: 'runs a command', zh: '会运行命令' },
  'cli.risk.dangerous': { en: 'dangerous', zh: '危险' },
  'cli.outcome.ok': { en: 'done', zh: '完成' },
  'cli.outcome.error': { en: 'failed', zh: '失败' },
  'cli.outcome.timeout': { en: 'timed out', zh: '超时' },
  'cli.outcome.denied': { en: 'blocked', zh: '被阻止' },
  'cli.outcome.approval_required': { en: 'needs approval', zh: '需要批准' },
  'cli.outcome.approval_denied': { en: 'not approved', zh: '未获批准' },
  'cli.outcome.approval_expired': { en: 'approval expired', zh: '批准请求已过期' },
  'cli.outcome.invalid_arguments': { en: 'wrong arguments', zh: '参数有误' },
  'cli.outcome.not_visible': { en: 'not available here', zh: '此处不可用' },
  'cli.outcome.not_ready': { en: 'not ready', zh: '尚未就绪' },
  'cli.outcome.replayed': { en: 'done before', zh: '此前已完成' },
  'cli.outcome.cancelled': { en: 'cancelled', zh: '已取消' },
  'cli.outcome.unknown': { en: 'outcome unknown', zh: '结果未知' },
  'cli.attach.missing': {
    en: 'There is no file {path}. Check the path, or write \\@ if you mean the sign itself. Nothing was sent.',
    zh: '没有文件 {path}。请检查路径；如果只是要写 @ 符号，请写成 \\@。消息尚未发送。',
  },
  'cli.attach.unreadable': {
    en: 'The file {path} cannot be read. Check its permissions. Nothing was sent.',
    zh: '无法读取文件 {path}，请检查权限。消息尚未发送。',
  },
  'cli.attach.too_large': {
    en: 'The file {path} is too large: attachments of one message may have {megabytes} MB in all. Nothing was sent.',
    zh: '文件 {path} 太大：一条消息的附件合计不能超过 {megabytes} MB。消息尚未发送。',
  },
  'cli.attach.outside': {
    en: 'The file {path} is outside the workspace, so only a path that you type yourself attaches it. Nothing was sent.',
    zh: '文件 {path} 不在工作区内，只有亲手输入路径才能附加。消息尚未发送。',
  },
  'cli.run.waiting': {
    en: 'This conversation waits for a decision of yours: `echo-agent chat --session {session}` shows it.',
    zh: '此会话正在等待你的决定：运行 `echo-agent chat --session {session}` 查看。',
  },
  'cli.run.empty': {
    en: 'The prompt is empty: give it as an argument, or as `-` to read it from the standard input.',
    zh: '提示内容为空：请作为参数给出，或用 `-` 从标准输入读取。',
  },
  'cli.run.too_long': {
    en: 'The prompt is too long: at most {megabytes} MB can be read.',
    zh: '提示内容太长：最多读取 {megabytes} MB。',
  },
  'cli.usage.session': {
    en: '{name} cannot be the name of a conversation here: use letters, digits, dots, dashes and underscores, at most 64.',
    zh: '{name} 不能用作会话名称：请使用字母、数字、点、短横线和下划线，最多 64 个字符。',
  },
} as const;
