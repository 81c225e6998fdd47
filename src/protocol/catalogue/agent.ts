/** What the agent itself says, apart from what a model writes. */
export const agentTexts = {
  'agent.history_cut': {
    en: "This conversation has outgrown the model's window: older messages are now a short digest for the model. Nothing is deleted.",
    zh: '这段对话已超出模型的上下文窗口：较早的消息对模型改为简短摘录，原文没有删除。',
  },
  'agent.history_shortened': {
    en: "This conversation has outgrown the model's window: long results and messages are now shortened for the model. Nothing is deleted.",
    zh: '这段对话已超出模型的上下文窗口：较长的结果和消息对模型改为只显示开头，原文没有删除。',
  },
  'agent.summary_failed': {
    en: 'Summing up older messages did not work, so the model gets a plain digest of them. Nothing is lost.',
    zh: '较早消息的总结没有成功，模型将使用简单摘录，原文没有丢失。',
  },
  'agent.fallback': {
    en: 'The first choice did not work, so {model} answers ({reason}).',
    zh: '首选模型不可用，改由 {model} 回答（{reason}）。',
  },
  'agent.answered_by': {
    en: 'Answered by {model}, because the preferred model was not available.',
    zh: '首选模型不可用，本次由 {model} 回答。',
  },
  'agent.failed': {
    en: 'I could not finish this: {reason} Error id: {errorId}. `echo-agent trace show {traceId}` shows where it stopped.',
    zh: '这次没能完成：{reason} 错误编号：{errorId}。运行 `echo-agent trace show {traceId}` 查看停在哪里。',
  },
  'agent.task_done': {
    en: 'The task in the background "{title}" is done.',
    zh: '后台任务“{title}”已完成。',
  },
  'agent.task_ended': {
    en: 'The task in the background "{title}" has ended before it was done.',
    zh: '后台任务“{title}”未完成就结束了。',
  },
  'agent.stopped': { en: 'Stopped, as you asked.', zh: '已按你的要求停止。' },
  'agent.partial': {
    en: 'The answer broke off here. What you see above is incomplete.',
    zh: '回答在此中断，以上内容不完整。',
  },
  'agent.cut_at_output_limit': {
    en: 'The answer reached the model\'s output limit. Say "continue" for the rest.',
    zh: '回答已达到模型的输出上限。回复“继续”可获取余下部分。',
  },
  'agent.empty_answer': {
    en: 'The model gave an empty answer. Please ask again, or choose another model with /model.',
    zh: '模型返回了空白回答。请重试，或用 /model 换一个模型。',
  },
  'agent.no_more_tools': {
    en: 'I stopped using tools because my calls kept failing or repeating themselves. Tell me how to go on.',
    zh: '由于工具调用一再失败或重复，我已停止使用工具。请告诉我接下来怎么做。',
  },
  'agent.quarantined': {
    en: 'This message took the runtime down three times, so I have set it aside. Other messages go on. Error id: {errorId}.',
    zh: '这条消息已三次导致运行时崩溃，因此被搁置，其他消息不受影响。错误编号：{errorId}。',
  },
  'agent.cap.modelCalls': {
    en: 'I stopped here: this turn reached its limit of {limit} model calls (agent.caps.modelCalls).',
    zh: '我在这里停下：本轮已达到 {limit} 次模型调用的上限（agent.caps.modelCalls）。',
  },
  'agent.cap.toolCalls': {
    en: 'I stopped here: this turn reached its limit of {limit} tool calls (agent.caps.toolCalls).',
    zh: '我在这里停下：本轮已达到 {limit} 次工具调用的上限（agent.caps.toolCalls）。',
  },
  'agent.cap.tokens': {
    en: 'I stopped here: this turn reached its limit of {limit} tokens (agent.caps.tokens).',
    zh: '我在这里停下：本轮已达到 {limit} 个 token 的上限（agent.caps.tokens）。',
  },
  'agent.cap.costUsd': {
    en: 'I stopped here: this turn reached its limit of {limit} US dollars (agent.caps.costUsd).',
    zh: '我在这里停下：本轮已达到 {limit} 美元的上限（agent.caps.costUsd）。',
  },
  'agent.cap.wallTime': {
    en: 'I stopped here: this turn reached its time limit of {limit} s (agent.caps.wallTime).',
    zh: '我在这里停下：本轮已达到 {limit} 秒的时间上限（agent.caps.wallTime）。',
  },
  'agent.cap.costPerDayUsd': {
    en: "I stopped here: today's limit of {limit} US dollars is used up (limits.costPerDayUsd).",
    zh: '我在这里停下：今天 {limit} 美元的额度已用完（limits.costPerDayUsd）。',
  },
  'agent.cap.progress': {
    en: 'Done so far: model calls {modelCalls}, tool calls {toolCalls}. Say "continue" to go on.',
    zh: '目前已完成 {modelCalls} 次模型调用、{toolCalls} 次工具调用。回复“继续”可接着做。',
  },
  'agent.model.auth': {
    en: 'there is no key for the model, or the model provider refused the key. Check it with `echo-agent doctor`, or set a new one with `echo-agent setup`.',
    zh: '没有模型的密钥，或者模型服务商拒绝了密钥。用 `echo-agent doctor` 检查，或用 `echo-agent setup` 设置新的密钥。',
  },
  'agent.model.quota': {
    en: 'the account at the model provider has no credit left. Top it up or choose another model with /model.',
    zh: '模型服务商账户余额不足。请充值，或用 /model 换一个模型。',
  },
  'agent.model.rate_limited': {
    en: 'the model provider limits how often it may be asked. Please try again in a moment.',
    zh: '模型服务商限制了请求频率，请稍后再试。',
  },
  'agent.model.overloaded': {
    en: 'the model provider has trouble right now. Please try again in a moment.',
    zh: '模型服务商目前出现故障，请稍后再试。',
  },
  'agent.model.timeout': {
    en: 'the model took too long to answer. Please try again.',
    zh: '模型回答超时，请再试一次。',
  },
  'agent.model.network': {
    en: 'the model could not be reached. Check the connection and the base URL (`echo-agent config show`).',
    zh: '无法连接到模型。请检查网络和接口地址（`echo-agent config show`）。',
  },
  'agent.model.bad_request': {
    en: 'the model provider refused the request. Another model may accept it: /model.',
    zh: '模型服务商拒绝了这次请求。可用 /model 换一个模型再试。',
  },
  'agent.model.context_overflow': {
    en: 'this conversation is too long for the model. Start a new one with /new, or choose a model with a larger window.',
    zh: '这段对话超出了模型的长度限制。用 /new 开始新对话，或换一个窗口更大的模型。',
  },
  'agent.model.content_filter': {
    en: "the model provider's content filter stopped the answer.",
    zh: '回答被模型服务商的内容过滤器拦截。',
  },
  'agent.model.protocol': {
    en: "the model's answer broke off or made no sense. Please try again.",
    zh: '模型的回答中断或无法解读，请再试一次。',
  },
  'agent.model.aborted': { en: 'it was stopped.', zh: '操作被停止。' },
  'agent.internal': { en: 'something went wrong inside.', zh: '内部出了点问题。' },
  'agent.call_cancelled': {
    en: 'Not run: the turn ended before this call.',
    zh: '未执行：本轮在此调用之前已结束。',
  },
  'agent.call_unknown': {
    en: 'Unknown: this call had begun, and the turn ended before its outcome was recorded. Do not repeat it before you or the person have checked whether it happened.',
    zh: '未知：此调用已经开始，但在记录结果之前本轮已结束。在你或对方确认它是否已执行之前，不要重复。',
  },
  'agent.unknown_calls': {
    en: 'Nobody can say whether this happened: {calls}. Please check before it is done again.',
    zh: '无法确定以下操作是否已执行：{calls}。请先检查，再决定是否重做。',
  },
  'agent.effects_unreadable': {
    en: 'What this turn changed can no longer be read from the disk. Please check before it is done again.',
    zh: '已无法从磁盘读取本轮所做的更改。请先检查，再决定是否重做。',
  },
  'agent.message_damaged': {
    en: 'One of your messages could not be read from the disk any more, so I have set it aside. Please send it again. Error id: {errorId}.',
    zh: '你的一条消息已无法从磁盘读取，因此被搁置，请重新发送。错误编号：{errorId}。',
  },
  'agent.repeated_call': {
    en: 'Not run: you have made this same call three times with the same result and changed nothing in between. Use what you know, try something else, or tell the person what is missing.',
    zh: '未执行：同样的调用已进行三次且结果相同，期间没有任何改变。请利用已有结果、换一种做法，或告诉对方缺少什么。',
  },
  'command.help': {
    en: 'Commands, answered at once:\n  /help: this list',
    zh: '以下命令会立即得到答复：\n  /help：显示此列表',
  },
  'command.help.stop': { en: '/stop: end what is running', zh: '/stop：停止正在进行的工作' },
  'command.help.new': { en: '/new: begin a new conversation', zh: '/new：开始新的对话' },
  'command.help.retry': {
    en: '/retry: ask the last message again',
    zh: '/retry：重新提问上一条消息',
  },
  'command.help.undo': {
    en: '/undo: take back the last message and the file changes it led to',
    zh: '/undo：撤回上一条消息以及由它引起的文件修改',
  },
  'command.help.model': {
    en: '/model [provider/model]: show the models, or choose one for this conversation',
    zh: '/model [服务商/模型]：查看模型，或为本对话选择一个',
  },
  'command.help.usage': {
    en: '/usage: tokens and cost, of this conversation and of today',
    zh: '/usage：查看本对话与今天的 token 用量和费用',
  },
  'command.help.sessions': {
    en: '/sessions: the latest conversations',
    zh: '/sessions：查看最近的对话',
  },
  'command.help.trace': {
    en: '/trace: the steps of the last turn',
    zh: '/trace：查看上一轮的各个步骤',
  },
  'command.help.approvals': {
    en: '/approvals: what waits for a yes or a no',
    zh: '/approvals：查看等待批准的操作',
  },
  'command.help.approve': {
    en: '/approve <id> [once|session|always]: let it run',
    zh: '/approve <编号> [once|session|always]：批准执行',
  },
  'command.help.deny': {
    en: '/deny <id> [reason]: do not let it run',
    zh: '/deny <编号> [原因]：拒绝执行',
  },
  'command.unknown': {
    en: 'There is no command /{name}. Did you mean /{meant}? /help lists them all.',
    zh: '没有 /{name} 这个命令。你是想用 /{meant} 吗？/help 列出全部命令。',
  },
  'command.stopping': { en: 'Stopping.', zh: '正在停止。' },
  'command.nothing_running': { en: 'Nothing is running here.', zh: '这里没有正在进行的工作。' },
  'command.new': {
    en: 'A new conversation. The earlier one is kept: /sessions.',
    zh: '已开始新的对话，之前的对话仍然保留：/sessions。',
  },
  'command.still_running': {
    en: 'Something is still running or waiting here. End it with /stop first.',
    zh: '这里还有正在进行或等待中的工作，请先用 /stop 结束它。',
  },
  'command.no_turn': {
    en: 'There is nothing in this conversation yet.',
    zh: '这段对话里还没有内容。',
  },
  'command.not_yours': {
    en: "The last message here is somebody else's: only they or the owner can do that.",
    zh: '这里的最后一条消息是别人发的，只有对方或所有者可以这样做。',
  },
  'command.changes_unreadable': {
    en: '  not restored: what it changed in files can no longer be read from the disk',
    zh: '  未恢复：已无法从磁盘读取它对文件的改动记录',
  },
  'command.before_image_gone': {
    en: 'its earlier content is no longer kept',
    zh: '它之前的内容已不再保留',
  },
  'command.retrying': { en: 'Asking again.', zh: '正在重新提问。' },
  'command.undone': {
    en: 'The last message and its answer are taken back.',
    zh: '已撤回上一条消息及其回答。',
  },
  'command.restored': { en: '  restored: {path}', zh: '  已恢复：{path}' },
  'command.removed': { en: '  removed again: {path}', zh: '  已删除新建的文件：{path}' },
  'command.changed_since': { en: 'changed since then', zh: '之后又有改动' },
  'command.not_restored': {
    en: '  not restored: {path} ({reason})',
    zh: '  未恢复：{path}（{reason}）',
  },
  'command.models': { en: 'Models (* answers here now):', zh: '模型（* 为当前使用）：' },
  'command.no_model': {
    en: 'There is no model {model}. /model lists them.',
    zh: '没有模型 {model}，用 /model 查看可用模型。',
  },
  'command.model_set': {
    en: '{model} answers in this conversation from now on.',
    zh: '本对话今后由 {model} 回答。',
  },
  'command.usage.session': {
    en: 'This conversation: {input} tokens in ({cached} cached), {output} out, {cost}',
    zh: '本对话：输入 {input} token（缓存 {cached}），输出 {output}，{cost}',
  },
  'command.usage.today': {
    en: 'Today: {input} tokens in ({cached} cached), {output} out, {cost}',
    zh: '今天：输入 {input} token（缓存 {cached}），输出 {output}，{cost}',
  },
  'command.usage.cost': { en: '{cost} USD', zh: '费用 {cost} 美元' },
  'command.usage.cost_unknown': { en: 'unknown cost', zh: '费用未知' },
  'command.no_sessions': { en: 'No conversations yet.', zh: '还没有对话。' },
  'command.trace': { en: 'Trace {traceId}: {state}', zh: '轨迹 {traceId}：{state}' },
  'command.no_approvals': { en: 'Nothing waits for approval.', zh: '没有等待批准的操作。' },
  'command.approval': {
    en: '{id}  {tool} ({risk}): {summary}\n  why you are asked: {reason}\n  /approve {id} [once|session|always]   /deny {id} [reason]',
    zh: '{id}  {tool}（{risk}）：{summary}\n  询问原因：{reason}\n  /approve {id} [once|session|always]   /deny {id} [原因]',
  },
  'command.approved': { en: 'Approved: {summary}', zh: '已批准：{summary}' },
  'command.denied': { en: 'Denied: {summary}', zh: '已拒绝：{summary}' },
} as const;
