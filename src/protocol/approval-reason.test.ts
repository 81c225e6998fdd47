import { expect, test } from 'vitest';
import { approvalReason } from './approval-reason.ts';

test.each([
  ['recursive_delete', 'exec', 'en', 'It removes a folder with everything in it.'],
  ['recursive_delete', 'exec', 'zh', '它会删除整个文件夹及其全部内容。'],
  ['none', 'exec', 'zh', '它会运行一条命令。'],
  ['none', 'dangerous', 'en', 'It is dangerous: somebody has to agree each time.'],
  ['a_key_of_a_plugin', 'write', 'zh', 'in the words of the plug-in'],
] as const)('%s at risk %s is explained in %s', (...[patternKey, risk, language, text]) => {
  const reason = 'in the words of the plug-in';

  expect(approvalReason({ patternKey, risk, reason }, language)).toBe(text);
});
