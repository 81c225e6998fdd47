import { createLateChildren } from '../agent/late-children.ts';
import { systemClock } from '../base/clock.ts';
import { createIdSource } from '../base/ids.ts';
import { createRunEvents } from '../bus/run-events.ts';
import type { Closers } from './closers.ts';
import { createEgress } from './create-egress.ts';
import { dataFolderAt } from './data-folder.ts';
import type { RuntimeSettings } from './load-settings.ts';
import { openMcp } from './open-mcp.ts';
import { openRecords } from './open-records.ts';
import { openRuntimeStorage } from './open-runtime-storage.ts';
import { ownerPrincipal } from './owner.ts';
import { openPlugins } from './plugins/open-plugins.ts';
import type { RuntimeParts } from './runtime-parts.ts';
import { startApprovals } from './start-approvals.ts';
import { startModels } from './start-models.ts';
import { startTools } from './start-tools.ts';
import { unknownNames } from './unknown-names.ts';

/** Everything that a turn needs, opened and idle. */
export type OpenParts = Awaited<ReturnType<typeof openParts>>;

/** Opens storage, records, models, gate and tools, in this order; `closers` closes what was opened. */
export async function openParts(
  settings: RuntimeSettings,
  { given, closers }: { readonly given: RuntimeParts; readonly closers: Closers },
) {
  const clock = given.clock ?? systemClock;
  const random = given.random ?? Math.random;
  const ids = createIdSource(clock.now);
  const folder = dataFolderAt(settings.dataDir);
  const owner = ownerPrincipal();
  const isOwner = (principal: string) => principal === owner;
  const { config } = settings;

  const opened = await openRuntimeStorage(settings, clock);
  const storage = given.wrapStorage?.(opened) ?? opened;
  closers.add(storage.close);
  const records = await openRecords(settings, { folder, clock, ids });
  closers.add(records.close);
  const { log, audit } = records;
  for (const { what, where } of storage.problems()) log.error(what, { where });
  const events = createRunEvents((thrown) => log.failure('An event listener failed.', thrown));
  const fetch = createEgress(settings);
  const plugins = await openPlugins(settings, { ...records, clock });
  const models = await startModels(settings, { clock, random, fetch, plugins });
  const router = given.router ?? models.router;
  const approvals = startApprovals({ storage, clock, ids, isOwner, config, audit, events });
  const { gate } = approvals;
  const extraTools = given.tools ?? [];
  const children = createLateChildren();
  const around = { ...records, clock, ids, random, gate, storage, owner, router };
  const tools = startTools(settings, { ...around, extraTools, children, plugins });
  closers.add(tools.processes.close);
  const { registry } = tools;
  const mcp = await openMcp(settings, { ...records, clock, random, owner, registry, fetch });
  const lists = () => unknownNames(config, { registry, servers: mcp.now() });
  return {
    clock,
    random,
    ids,
    folder,
    owner,
    isOwner,
    storage,
    records,
    log,
    events,
    router,
    choice: models.choice,
    approvals,
    gate,
    tools,
    plugins,
    children,
    mcp,
    /** What the lists of the configuration name and no tool is called. */
    unknownNames: lists,
  };
}
