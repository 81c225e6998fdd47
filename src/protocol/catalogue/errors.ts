import type { ErrorCode } from '../../base/errors.ts';

type ErrorTexts = { readonly [Code in ErrorCode as `error.${Code}`]: { en: string; zh: string } };

/** The plain sentence of each error code, for failures that bring no text of their own. */
export const errorTexts: ErrorTexts = {
  'error.invalid_config': {
    en: 'The configuration is not valid. Run `echo-agent config check` to see where.',
    zh: '配置无效。运行 `echo-agent config check` 查看问题所在。',
  },
  'error.invalid_input': { en: 'The request is not valid.', zh: '请求无效。' },
  'error.unauthorized': { en: 'Please prove who you are first.', zh: '请先证明你的身份。' },
  'error.forbidden': { en: 'That is not allowed.', zh: '该操作不被允许。' },
  'error.not_found': { en: 'There is no such thing here.', zh: '找不到该内容。' },
  'error.conflict': {
    en: 'That has changed in the meantime. Look again and repeat.',
    zh: '内容已发生变化，请重新查看后再试。',
  },
  'error.stale_lease': {
    en: 'Another worker has taken over this conversation.',
    zh: '另一个工作进程已接管此会话。',
  },
  'error.busy': {
    en: 'I am busy right now and could not take your message. Please send it again in a moment.',
    zh: '我现在很忙，没能接收你的消息，请稍后再发一次。',
  },
  'error.rate_limited': {
    en: 'Too many requests. Please slow down.',
    zh: '请求过多，请稍慢一些。',
  },
  'error.aborted': { en: 'Stopped.', zh: '已停止。' },
  'error.internal': { en: 'Something went wrong.', zh: '出了点问题。' },
  'error.unavailable': { en: 'That is not available right now.', zh: '该功能暂时不可用。' },
  'error.timeout': { en: 'That took too long.', zh: '操作超时。' },
  'error.storage_locked': {
    en: 'Another Echo Agent is using this data folder.',
    zh: '另一个 Echo Agent 正在使用此数据目录。',
  },
  'error.storage_unwritable': {
    en: 'The data folder cannot be written. Check its permissions and the free disk space.',
    zh: '数据目录无法写入，请检查权限和磁盘剩余空间。',
  },
  'error.storage_damaged': {
    en: 'A stored record is damaged. Run `echo-agent doctor` for details.',
    zh: '存储的记录已损坏，运行 `echo-agent doctor` 查看详情。',
  },
  'error.storage_too_new': {
    en: 'The data folder was written by a newer Echo Agent. Update this one.',
    zh: '数据目录由更新版本的 Echo Agent 写入，请升级本程序。',
  },
  'error.model_failed': {
    en: 'The model could not be reached or did not answer properly.',
    zh: '模型无法访问或没有正常应答。',
  },
};
