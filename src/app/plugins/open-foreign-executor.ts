import { AgentError } from '../../base/errors.ts';
import type { Executor, ExecutorDefinition, ExecutorDeps } from '../../executors/executor.ts';

/** The executor of a plug-in. Where there is none, one that says so and runs nothing: never another in its place. */
export function openForeignExecutor(
  name: string,
  given: Readonly<Record<string, ExecutorDefinition>>,
  deps: ExecutorDeps,
): Executor {
  const definition = Object.hasOwn(given, name) ? given[name] : undefined;
  if (definition === undefined) {
    return absent(name, `No plug-in that is loaded gives the executor ${name}.`);
  }
  try {
    const executor = definition.create(definition.settings.parse({}), deps);
    return isExecutor(executor) ? executor : absent(name, `What makes ${name} gives no executor.`);
  } catch {
    return absent(name, `The executor ${name} of a plug-in could not be made.`);
  }
}

function isExecutor(made: Executor): boolean {
  const { execute, readiness } = made;
  return typeof execute === 'function' && typeof readiness === 'function';
}

function absent(name: string, reason: string): Executor {
  return {
    name,
    readiness: async () => ({ ready: false, reason }),
    execute: () => Promise.reject(new AgentError('unavailable', reason)),
    start: async () => ({ state: 'not_started', problem: reason }),
  };
}
