import { deny, type Stage } from '../call.ts';
import { mayUse } from '../visibility.ts';

/** A worker is held to its tools, by whatever name it calls them. */
export const checkAllowed: Stage = {
  name: 'allowed here?',
  run(call) {
    const { allowedTools } = call.caller;
    if (mayUse(call.tool, allowedTools)) return { next: call };
    const usable = [...(allowedTools ?? [])].join(', ') || 'none';
    return deny(call, {
      patternKey: 'worker_escape',
      text: `This worker may not use ${call.tool.name}. It may use: ${usable}. Report what you would need instead.`,
    });
  },
};
