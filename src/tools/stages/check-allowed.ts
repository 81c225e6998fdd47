import type { Stage } from '../call.ts';

/** A worker is held to its tools, by whatever name it calls them. */
export const checkAllowed: Stage = {
  name: 'allowed here?',
  run(call) {
    const { allowedTools } = call.caller;
    if (allowedTools === undefined || allowedTools.has(call.tool.name)) return { next: call };
    const usable = [...allowedTools].join(', ');
    return {
      call,
      end: {
        outcome: 'denied',
        text: `This worker may not use ${call.tool.name}. It may use: ${usable}. Report what you would need instead.`,
        metadata: { patternKey: 'worker_escape' },
      },
    };
  },
};
