import { systemClock } from '../../src/base/clock.ts';
import { executors } from '../../src/executors/index.ts';
import { noChats } from '../../src/testing/no-chats.ts';
import { noMedia } from '../../src/testing/no-media.ts';
import { noPrograms } from '../../src/testing/no-programs.ts';
import { noWeb } from '../../src/testing/no-web.ts';
import { createBuiltinTools } from '../../src/toolkit/index.ts';
import type { Tool } from '../../src/tools/tool.ts';

/** Every built-in tool, to be looked at and not to be called. */
export function builtinTools(): readonly Tool[] {
  const executor = executors.local.create({}, { clock: systemClock, baseEnvironment: {} });
  const place = { protectedPaths: [], home: undefined, searchPath: '' };
  const nobody = () => Promise.reject(new Error('nobody works here'));
  const workers = {
    children: { delegate: nobody, spawn: nobody },
    wallTimeMs: 600_000,
    maxDepth: 2,
  };
  return createBuiltinTools({
    executor,
    clock: systemClock,
    web: noWeb,
    media: noMedia,
    chats: noChats,
    workers,
    programs: noPrograms,
    ...place,
  });
}
