/** What a person is told who answers a question that cannot be answered. */
export const approvalTexts = {
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
