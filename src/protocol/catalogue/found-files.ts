/** What people read about a configuration file that nobody chose. */
export const foundFileTexts = {
  'config.found_file': {
    en: '{file} of this folder decides where keys are sent, what the agent is told, what tools there are and may reach, or whose stored data counts: {keys}. If you did not write it, leave now and look at it first; if you did, `-c {file}` says so and ends this notice.',
    zh: '此文件夹中的 {file} 决定了密钥发往何处、智能体接受什么指示、有哪些工具及其可以访问什么，或采用谁存储的数据：{keys}。如果它不是您写的，请先退出并检查；如果是您写的，加上 `-c {file}` 即可不再提示。',
  },
  'config.found_workspace': {
    en: '{file} only lay in this folder, so its `workspace.path` may not lead out of it. If you did not write the file, look at it first; if you did, `-c {file}` lets it count.',
    zh: '{file} 只是放在此文件夹中，因此其 `workspace.path` 不得指向文件夹之外。如果它不是您写的，请先检查；如果是您写的，加上 `-c {file}` 即可生效。',
  },
  'config.found_plugins': {
    en: '{file} only lay in this folder, so its `plugins` are not loaded: they would run with all that you may do. If you did not write the file, look at it first; if you did, `-c {file}` lets it count.',
    zh: '{file} 只是放在此文件夹中，因此不会加载其 `plugins`：插件代码拥有您的全部权限。如果它不是您写的，请先检查；如果是您写的，加上 `-c {file}` 即可生效。',
  },
} as const;
