/** What the agent itself says, apart from what a model writes. */
export const agentTexts = {
  'agent.history_cut': {
    en: "This conversation has outgrown the model's window: older messages are now a short digest for the model. Nothing is deleted.",
    zh: '这段对话已超出模型的上下文窗口：较早的消息对模型改为简短摘录，原文没有删除。',
  },
  'agent.summary_failed': {
    en: 'Summing up older messages did not work, so the model gets a plain digest of them. Nothing is lost.',
    zh: '较早消息的总结没有成功，模型将使用简单摘录，原文没有丢失。',
  },
  'agent.fallback': {
    en: 'The first choice did not work, so {model} answers ({reason}).',
    zh: '首选模型不可用，改由 {model} 回答（{reason}）。',
  },
  'agent.failed': {
    en: 'I could not finish this: {reason} Error id: {errorId}. `echo-agent trace show {traceId}` shows where it stopped.',
    zh: '这次没能完成：{reason} 错误编号：{errorId}。运行 `echo-agent trace show {traceId}` 查看停在哪里。',
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
    en: 'I stopped using tools because three calls in a row failed. Tell me how to go on.',
    zh: '由于连续三次工具调用失败，我已停止使用工具。请告诉我接下来怎么做。',
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
    en: 'Done so far: {modelCalls} model calls, {toolCalls} tool calls. Say "continue" to go on.',
    zh: '目前已完成 {modelCalls} 次模型调用、{toolCalls} 次工具调用。回复“继续”可接着做。',
  },
  'agent.model.auth': {
    en: 'the model provider refused the key. Check it with `echo-agent doctor`, or set a new one with `echo-agent setup`.',
    zh: '模型服务商拒绝了密钥。用 `echo-agent doctor` 检查，或用 `echo-agent setup` 设置新的密钥。',
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
  'agent.repeated_call': {
    en: 'Not run: you have made this same call three times with the same result and changed nothing in between. Use what you know, try something else, or tell the person what is missing.',
    zh: '未执行：同样的调用已进行三次且结果相同，期间没有任何改变。请利用已有结果、换一种做法，或告诉对方缺少什么。',
  },
  'agent.nobody_to_ask': {
    en: 'Nobody is there to answer. Decide yourself where that is safe, and say what you assumed.',
    zh: '现在没有人可以回答。请在安全的前提下自行决定，并说明你的假设。',
  },
  'agent.no_answer_in_time': {
    en: 'The person did not answer in time. Decide yourself where that is safe, and say what you assumed.',
    zh: '对方没有及时回答。请在安全的前提下自行决定，并说明你的假设。',
  },
} as const;
