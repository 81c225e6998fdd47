import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createCliApp } from '../cli/cli-app.ts';
import { createEnvironment } from '../config/environment.ts';
import { type CliStageOptions, createCliStage } from './cli-stage.ts';

/** A home folder of its own, with the real configuration, storage and runtime behind the command line. */
export function createCliHome() {
  const home = mkdtempSync(join(tmpdir(), 'echo-home-'));
  const cwd = join(home, 'project');
  mkdirSync(cwd);

  return {
    home,
    cwd,
    /** The configuration file of the person. */
    file: join(home, '.echo-agent', 'echo-agent.yaml'),
    dataDir: join(home, '.echo-agent'),
    write(path: string, text: string, mode = 0o600) {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      writeFileSync(path, text, { mode });
    },
    read: (path: string) => readFileSync(path, 'utf8'),
    list: (path: string) => readdirSync(path).sort(),
    stage(options: CliStageOptions = {}) {
      const variables = { NO_COLOR: '1', LANG: 'en_US.UTF-8', ...options.variables };
      const app = createCliApp({ cwd, home, environment: createEnvironment(variables) });
      return createCliStage({ ...options, variables, cwd, home, app: { ...app, ...options.app } });
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}

export type CliHome = ReturnType<typeof createCliHome>;
