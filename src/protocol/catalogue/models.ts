export const modelTexts = {
  'model.choice.configured': {
    en: 'Using {model}, as configured.',
    zh: '按配置使用 {model}。',
  },
  'model.choice.no_key': {
    en: '{model} is configured, but there is no key for it: set {variable}, or run `echo-agent setup`. It cannot answer until then.',
    zh: '已配置 {model}，但没有它的密钥：请设置 {variable}，或运行 `echo-agent setup`。在此之前它无法应答。',
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
  'model.provider_unknown': {
    en: '{key}: there is no provider "{provider}". Add a section providers.{provider}, or name one of these: {known}.',
    zh: '{key}：没有名为“{provider}”的服务商。请添加 providers.{provider} 配置，或改用其中之一：{known}。',
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
