import type { RuntimeFacts } from '../../app/runtime-facts.ts';
import type { CliSettings } from '../cli-deps.ts';
import type { Check } from './check.ts';

/** What the owner has left open, each with the way to close it. */
export function checkSettings({ config, workspace }: CliSettings, home: string): Check[] {
  const { execution, tools } = config;
  return [
    networkCheck(execution.networkPolicy),
    ...(tools.exec.enabled && execution.executor === 'local'
      ? [{ level: 'open', id: 'cli.doctor.unsandboxed' } as const]
      : []),
    ...(workspace === home || home.startsWith(`${workspace}/`) || workspace === '/'
      ? [{ level: 'open', id: 'cli.doctor.wide_workspace', values: { path: workspace } } as const]
      : []),
  ];
}

function networkCheck(policy: string): Check {
  if (policy === 'deny') return { level: 'fine', id: 'cli.doctor.network_denied' };
  return { level: 'open', id: 'cli.doctor.network_open', values: { policy } };
}

/** Whether a model answers, commands can run, and plug-ins were loaded. */
export function checkRuntime(facts: RuntimeFacts): Check[] {
  const { executor, model, modelReason, modelReady, plugins, reachable } = facts;
  return [
    {
      level: modelReady ? modelLevel(model) : 'wrong',
      id: 'cli.doctor.told',
      values: { text: modelReason },
    },
    ...(reachable === undefined ? [] : [reachableCheck(model, reachable)]),
    executor.ready
      ? { level: 'fine', id: 'cli.doctor.executor', values: { name: executor.name } }
      : {
          level: 'wrong',
          id: 'cli.doctor.executor_not_ready',
          values: { name: executor.name, reason: executor.reason ?? '' },
        },
    ...plugins.loaded.map(
      (name): Check => ({ level: 'fine', id: 'cli.doctor.plugin', values: { name } }),
    ),
    ...plugins.problems.map(
      (text): Check => ({ level: 'wrong', id: 'cli.doctor.told', values: { text } }),
    ),
  ];
}

/** The offline model answers, but is hardly what anybody wants for good. */
function modelLevel(model: string): Check['level'] {
  return model.startsWith('offline/') ? 'open' : 'fine';
}

function reachableCheck(
  model: string,
  { ok, reason = '' }: NonNullable<RuntimeFacts['reachable']>,
): Check {
  return ok
    ? { level: 'fine', id: 'cli.doctor.reachable', values: { model } }
    : { level: 'wrong', id: 'cli.doctor.unreachable', values: { model, reason } };
}
