/** Why a person is asked, and what they are told who answer a question that cannot be answered. */
export const approvalTexts = {
  'approval.why.read_only': {
    en: 'It reads something that needs your consent.',
    zh: '它要读取的内容需要你同意。',
  },
  'approval.why.write': {
    en: 'It changes something that cannot be taken back with `undo`.',
    zh: '它会做出无法用 `undo` 撤销的更改。',
  },
  'approval.why.exec': { en: 'It runs a command.', zh: '它会运行一条命令。' },
  'approval.why.dangerous': {
    en: 'It is dangerous: somebody has to agree each time.',
    zh: '此操作有危险，每次都需要有人同意。',
  },
  'approval.not_found': {
    en: 'There is no question {id}. /approvals lists what waits for an answer.',
    zh: '没有编号为 {id} 的请求，用 /approvals 查看等待答复的请求。',
  },
  'approval.forbidden': {
    en: 'Only the owner may answer {id}.',
    zh: '只有所有者可以答复 {id}。',
  },
  'approval.timeout': {
    en: 'The question {id} has expired and nothing was run. Ask for it again.',
    zh: '请求 {id} 已过期，没有执行任何操作，请重新提出。',
  },
  'approval.conflict': {
    en: 'The question {id} has been answered already.',
    zh: '请求 {id} 已经有了答复。',
  },
} as const;
