import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export interface Aimock {
  readonly url: string;
  stop(): Promise<void>;
}

const require = createRequire(import.meta.url);
const CLI = join(dirname(require.resolve('@copilotkit/aimock')), 'cli.js');
const FIXTURES = join(import.meta.dirname, '../fixtures/models/aimock.json');

/** Starts aimock as a process of its own, on a free port of the loopback. */
export async function startAimock(fixtures = FIXTURES): Promise<Aimock> {
  const args = [CLI, '--port', '0', '--fixtures', fixtures, '--log-level', 'info'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const found = /http:\/\/127\.0\.0\.1:[1-9]\d*/.exec(output);
      if (found) resolve(found[0]);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new Error(`aimock ended with ${code}: ${output}`)));
  });

  return {
    url,

    async stop() {
      child.removeAllListeners('exit');
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill();
      await gone;
    },
  };
}
