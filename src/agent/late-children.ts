import { AgentError } from '../base/errors.ts';
import type { Children } from './children.ts';

/** Tools are made before the engine that runs their workers: until `connect` is called nobody can use them. */
export interface LateChildren extends Children {
  connect(children: Children): void;
}

export function createLateChildren(): LateChildren {
  let connected: Children | undefined;

  function known(): Children {
    if (connected !== undefined) return connected;
    throw new AgentError('unavailable', 'Workers cannot be started yet.');
  }

  return {
    connect(children) {
      connected = children;
    },
    delegate: async (task, context) => known().delegate(task, context),
    spawn: async (task, context) => known().spawn(task, context),
  };
}
