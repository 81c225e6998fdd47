/** What the runtime says about itself. */
export const appTexts = {
  'app.connection_lost': {
    en: 'The running Echo Agent has ended or let go of this connection. Start again: nothing that was accepted is lost.',
    zh: '正在运行的 Echo Agent 已结束或断开了连接。重新启动即可，已接收的内容不会丢失。',
  },
  'app.workspace_unusable': {
    en: 'The workspace {path} is no folder and cannot be made. Choose another with `--workspace` or `workspace.path`.',
    zh: '工作区 {path} 不是目录，也无法创建。请用 `--workspace` 或 `workspace.path` 另选一个。',
  },
  'app.runtime_silent': {
    en: 'The Echo Agent that is running does not answer: it is stopped, or very busy. Try again in a while. If that does not help, end its process and start again: nothing that was accepted is lost.',
    zh: '正在运行的 Echo Agent 没有应答：它可能已被挂起，或非常繁忙。请稍后重试。如果仍不行，请结束该进程后重新启动，已接收的内容不会丢失。',
  },
  'app.socket_folder': {
    en: 'Other users can use {path}, so the runtime does not open its socket there. Remove that folder, or choose a shorter data folder.',
    zh: '其他用户可以使用 {path}，因此运行时不会在那里建立套接字。请删除该目录，或选择更短的数据目录路径。',
  },
  'app.bad_submission': {
    en: 'This message cannot be taken: {field} is not valid. A session name may hold letters, digits, dots, dashes and underscores, at most 64; a text at most 4 million characters: attach longer ones as a file.',
    zh: '无法接收这条消息：{field} 无效。会话名称只能包含字母、数字、点、短横线和下划线，最多 64 个字符；文本最多 400 万个字符，更长的内容请作为文件附上。',
  },
  'app.turn_broke': {
    en: '{reason} Your message is kept and is answered once that is mended.',
    zh: '{reason}您的消息已保存，问题解决后会得到答复。',
  },
  'app.command_unknown': {
    en: 'Echo Agent ended while it carried out this command, so nobody can say whether it was done. Look first, then give it again.',
    zh: 'Echo Agent 在执行此命令时结束，无法确定是否已执行。请先查看结果，再重新发出命令。',
  },
  'app.session_busy': {
    en: 'This conversation still has work that is running or waiting. End it with /stop first.',
    zh: '这段对话还有正在进行或等待中的工作，请先用 /stop 结束它。',
  },
  'app.unknown_part': {
    en: '{key} says "{value}", which does not exist. Known: {known}.',
    zh: '{key} 的值“{value}”不存在。可用的有：{known}。',
  },
} as const;
