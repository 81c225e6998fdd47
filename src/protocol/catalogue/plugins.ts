/** What people read about plug-ins that were kept out. */
export const pluginTexts = {
  'plugins.named_twice': {
    en: 'Plug-in {module} is named twice in the configuration; the second time was left out.',
    zh: '插件 {module} 在配置中出现了两次，第二次已忽略。',
  },
  'plugins.not_found': {
    en: 'Plug-in {module} was kept out: no such package is installed where {folders} would find it. The path of a file begins with `./` or `/`.',
    zh: '插件 {module} 未加载：从 {folders} 找不到已安装的同名包。文件路径须以 `./` 或 `/` 开头。',
  },
  'plugins.too_slow': {
    en: 'Plug-in {module} was kept out: it was not loaded after {seconds} seconds.',
    zh: '插件 {module} 未加载：{seconds} 秒内没有完成加载。',
  },
  'plugins.broken': {
    en: 'Plug-in {module} was kept out: it failed while it was loaded: {why}',
    zh: '插件 {module} 未加载：加载时出错：{why}',
  },
  'plugins.nonsense': {
    en: 'Plug-in {module} was kept out: what it exports is not right: {where}: {what}',
    zh: '插件 {module} 未加载：其导出内容不正确：{where}：{what}',
  },
  'plugins.offers_nothing': {
    en: 'Plug-in {module} was kept out: it exports neither `tools`, `providers` or `executors` nor a default function that gives some.',
    zh: '插件 {module} 未加载：它既没有导出 `tools`、`providers` 或 `executors`，也没有导出返回这些内容的默认函数。',
  },
  'plugins.name_taken': {
    en: 'Of plug-in {module}, {name} was kept out: this name is taken.',
    zh: '插件 {module} 的 {name} 未被接纳：该名称已被占用。',
  },
  'plugins.tool_refused': {
    en: 'Of plug-in {module}, the tool {name} was kept out: {why}.',
    zh: '插件 {module} 的工具 {name} 未被接纳：{why}。',
  },
  'plugins.no_adapter': {
    en: '`providers.{section}` cannot be used: no plug-in that is loaded gives the type {type}.',
    zh: '`providers.{section}` 不可用：已加载的插件都不提供类型 {type}。',
  },
  'plugins.settings_refused': {
    en: '`providers.{section}` cannot be used: its plug-in refuses the settings: {why}',
    zh: '`providers.{section}` 不可用：其插件不接受这些设置：{why}',
  },
} as const;
