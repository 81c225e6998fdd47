// A runtime in a process of its own, made to be killed: `child.ts DATA_FOLDER SINK_URL [deduplicates]`.
import { flushCompileCache } from 'node:module';
import { createRuntime } from '../../src/app/create-runtime.ts';
import { loadSettings } from '../../src/app/load-settings.ts';
import { createEnvironment } from '../../src/config/environment.ts';
import { createChildRouter, createChildTarget, createChildTools } from './child-parts.ts';
import { createSnare, layInStorage } from './child-snare.ts';
import { POINTS, type Point } from './points.ts';

const [dataDir = '', sinkUrl = '', option, point, nth] = process.argv.slice(2);
const snare = createSnare();
if (isPoint(point)) snare.set({ point, nth: Number(nth) });
const parts = { sinkUrl, snare };

const settings = await loadSettings({
  cwd: dataDir,
  home: dataDir,
  environment: createEnvironment({}),
  overrides: { values: { dataDir, 'agent.timeZone': 'UTC' } },
});
const runtime = await createRuntime(settings, {
  router: createChildRouter(parts),
  tools: createChildTools(parts),
  // What the owner's door lets in is answered through channel `cli`.
  targets: { cli: createChildTarget(parts, option === 'deduplicates') },
  wrapStorage: (opened) => layInStorage(snare, opened),
});

function isPoint(text: string | undefined): text is Point {
  return POINTS.some((known) => known === text);
}

// Nothing is written at the end of a process that is killed.
flushCompileCache();

process.on('message', (message: { readonly trap: Parameters<typeof snare.set>[0] } | 'end') => {
  if (message === 'end') {
    void runtime.close().then(() => process.exit(0));
    return;
  }
  snare.set(message.trap);
  process.send?.('set');
});
// Nobody is left to kill us.
process.on('disconnect', () => process.exit(1));
process.send?.('ready');
