const SENTENCES = {
  fetching: {
    en: 'Fetching Node.js {version} into .tools (once, about 190 MB)…',
    zh: '正在把 Node.js {version} 下载到 .tools（仅此一次，约 190 MB）……',
  },
  cannotFetch: {
    en: 'Echo Agent needs Node.js 22.19 or newer, and {version} could not be fetched from the npm registry ({reason}): check the network and free disk space, or install a newer Node.js yourself, then try again.',
    zh: 'Echo Agent 需要 Node.js 22.19 或更新的版本，但未能从 npm 源下载 {version}（{reason}）：请检查网络和磁盘空间，或自行安装新版 Node.js，然后重试。',
  },
  notGenuine: {
    en: 'The Node.js {version} that the npm registry sent is not the one Echo Agent knows, so it was not run: check which registry npm uses, or install Node.js 22.19 or newer yourself, then try again.',
    zh: 'npm 源提供的 Node.js {version} 与 Echo Agent 登记的不一致，因此没有运行它：请检查 npm 使用的源，或自行安装 Node.js 22.19 或更新的版本，然后重试。',
  },
  doesNotRun: {
    en: 'Node.js {version} was fetched but does not run on this system: install Node.js 22.19 or newer in the way your system provides, then try again.',
    zh: 'Node.js {version} 已下载，但无法在此系统上运行：请用系统自带的方式安装 Node.js 22.19 或更新的版本，然后重试。',
  },
  macos: {
    en: 'Echo Agent needs Node.js 22.19 or newer and cannot fetch it on macOS: install it, for example with "brew install node@24", then try again.',
    zh: 'Echo Agent 需要 Node.js 22.19 或更新的版本，在 macOS 上无法自动下载：请自行安装（例如 brew install node@24），然后重试。',
  },
  noBuild: {
    en: 'Echo Agent needs Node.js 22.19 or newer and cannot fetch it for {platform}: install it yourself, then try again.',
    zh: 'Echo Agent 需要 Node.js 22.19 或更新的版本，无法为 {platform} 自动下载：请自行安装，然后重试。',
  },
};

/**
 * What a person is told before the runtime, with its own catalogue, can run.
 * @param {keyof typeof SENTENCES} id
 * @param {Readonly<Record<string, string>>} values
 */
export function sentence(id, values = {}) {
  const { LC_ALL, LC_MESSAGES, LANG } = process.env;
  const language = /^zh/i.test(LC_ALL || LC_MESSAGES || LANG || '') ? 'zh' : 'en';
  return SENTENCES[id][language].replace(/\{(\w+)\}/g, (mark, name) => values[name] ?? mark);
}

/** No Node can be had: the message is for a person. `signal` is set if somebody stopped us. */
export class NoNodeError extends Error {
  /**
   * @param {keyof typeof SENTENCES} id
   * @param {Readonly<Record<string, string>>} values
   * @param {NodeJS.Signals | null} signal
   */
  constructor(id, values, signal = null) {
    super(sentence(id, values));
    this.signal = signal;
  }
}
