export const modelTexts = {
  'model.auth': {
    en: 'The provider of {model} did not accept the API key. Check the key in the configuration or the environment.',
    zh: '{model} 的服务商没有接受 API 密钥。请检查配置或环境变量中的密钥。',
  },
  'model.rate_limited': {
    en: '{model} is receiving too many requests right now. Try again in a moment.',
    zh: '{model} 目前请求过多，请稍后再试。',
  },
  'model.quota': {
    en: 'The account at the provider of {model} has no credit left. Top it up, or choose another model with /model.',
    zh: '{model} 的服务商账户余额或额度已用完。请充值，或用 /model 换一个模型。',
  },
  'model.overloaded': {
    en: '{model} is overloaded or out of order. Try again in a moment, or choose another model with /model.',
    zh: '{model} 过载或出现故障。请稍后再试，或用 /model 换一个模型。',
  },
  'model.timeout': {
    en: '{model} did not answer in time. Try again, or choose another model with /model.',
    zh: '{model} 没有及时应答。请重试，或用 /model 换一个模型。',
  },
  'model.network': {
    en: '{model} cannot be reached. Check the network connection, the proxy and the provider address.',
    zh: '无法连接 {model}。请检查网络、代理和服务商地址。',
  },
  'model.bad_request': {
    en: '{model} refused the request. Check the name of the model and the settings of its provider.',
    zh: '{model} 拒绝了请求。请检查模型名称和服务商设置。',
  },
  'model.context_overflow': {
    en: 'The conversation is too long for {model}. Begin a new one with /new, or choose a model with a larger window.',
    zh: '对话内容超出了 {model} 的长度上限。请用 /new 开始新对话，或换用上下文更长的模型。',
  },
  'model.content_filter': {
    en: 'The provider of {model} blocked this request because of its content rules. Put it differently, or choose another model.',
    zh: '{model} 的服务商因内容规则拦截了该请求。请换一种说法，或换一个模型。',
  },
  'model.protocol': {
    en: 'The answer of {model} broke off or could not be understood. Try again.',
    zh: '{model} 的应答中断或无法理解，请重试。',
  },
  'model.aborted': { en: 'Stopped.', zh: '已停止。' },
  'model.retry': {
    en: '{model} failed; trying {next}.',
    zh: '{model} 出错，正在改用 {next}。',
  },
  'model.choice.configured': {
    en: 'Using {model}, as configured.',
    zh: '按配置使用 {model}。',
  },
  'model.choice.section': {
    en: 'Using {model}: the provider {section} is configured, and no model is set as the default.',
    zh: '使用 {model}：已配置服务商 {section}，但未设置默认模型。',
  },
  'model.choice.no_default': {
    en: 'The provider {section} is configured, but no model is. Set models.default to {section}/NAME. Until then the offline model answers.',
    zh: '已配置服务商 {section}，但没有指定模型。请将 models.default 设为 {section}/模型名。在此之前由离线模型应答。',
  },
  'model.choice.key': {
    en: 'Using {model}, because {variable} is set.',
    zh: '检测到 {variable}，使用 {model}。',
  },
  'model.choice.ollama': {
    en: 'Using {model} of the Ollama on this machine.',
    zh: '使用本机 Ollama 中的 {model}。',
  },
  'model.choice.offline': {
    en: 'No model is connected, so the offline model answers. Connect one with `echo-agent setup`, or set an API key such as ANTHROPIC_API_KEY.',
    zh: '尚未连接模型，由离线模型应答。运行 `echo-agent setup` 连接模型，或设置 DEEPSEEK_API_KEY 等 API 密钥。',
  },
  'model.preset_unknown': {
    en: 'providers.{section}.preset: there is no preset "{preset}". Did you mean {near}?',
    zh: 'providers.{section}.preset：没有名为“{preset}”的预设。是否指 {near}？',
  },
  'model.base_url_missing': {
    en: 'providers.{section}.baseUrl is missing. Give the address of the interface, e.g. {example}',
    zh: '缺少 providers.{section}.baseUrl。请填写接口地址，例如 {example}',
  },
  'egress.ca_unreadable': {
    en: 'The certificate file {path} cannot be read or holds no certificate. Check network.caFile.',
    zh: '证书文件 {path} 无法读取或不含证书。请检查 network.caFile。',
  },
  'egress.proxy_invalid': {
    en: 'The proxy address is not valid. Write it like http://proxy.example:8080.',
    zh: '代理地址无效。请写成 http://proxy.example:8080 的形式。',
  },
} as const;
