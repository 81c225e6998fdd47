import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import type { AgentError } from '../src/base/errors.ts';
import type { ConfigSources, Overrides } from '../src/config/config-sources.ts';
import { createEnvironment } from '../src/config/environment.ts';
import { Duration, FilePath, Secret } from '../src/config/fields.ts';
import type { ConfigSections } from '../src/config/sections.ts';
import { createManualClock } from '../src/testing/manual-clock.ts';

/** Two adapters and three presets, as `app` would hand them in. */
export const sections: ConfigSections = {
  providers: {
    schemas: {
      direct: z.strictObject({
        apiKey: Secret.optional(),
        apiKeys: z.array(Secret).min(1).optional(),
        baseUrl: z.url().optional(),
        headers: z.record(z.string().min(1), Secret).default({}),
        idleTimeout: Duration.optional(),
        models: z
          .record(
            z.string().min(1),
            z.strictObject({ contextWindow: z.int().positive().optional() }),
          )
          .default({}),
        rate: z.union([z.literal('auto'), z.int().positive()]).default('auto'),
      }),
      relayed: z.strictObject({
        type: z.literal('relayed'),
        certificate: FilePath.default('~/relay.pem'),
        preset: z.string().optional(),
        // A secret that its schema forgot to mark.
        password: z.string().optional(),
      }),
    },
    names: ['openai', 'deepseek', 'offline'],
    typeOf: (name, section) => {
      if (['openai', 'deepseek', 'offline'].includes(name)) return 'direct';
      return section['preset'] === 'relay' ? 'relayed' : undefined;
    },
  },
  channels: { schemas: {}, names: [], typeOf: () => undefined },
};

export interface Given {
  readonly file?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly overrides?: Overrides;
}

/** A current folder and a home folder that exist for one test. */
export function createConfigBed() {
  const root = mkdtempSync(join(tmpdir(), 'config-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const cwd = join(root, 'project');
  const home = join(root, 'home');
  mkdirSync(cwd);
  mkdirSync(home);
  const file = join(cwd, 'echo-agent.yaml');

  return {
    root,
    cwd,
    home,
    /** `echo-agent.yaml` in the current folder. */
    file,
    sections,

    write(text: string | Uint8Array, path = file, mode = 0o600): string {
      mkdirSync(join(path, '..'), { recursive: true });
      writeFileSync(path, text);
      chmodSync(path, mode);
      return path;
    },

    read: (path = file) => readFileSync(path, 'utf8'),

    sources({ env = {}, ...given }: Given = {}): ConfigSources {
      return { cwd, home, env: createEnvironment(env), ...given };
    },

    editing: (env: Given['env'] = {}) => ({
      cwd,
      home,
      sections,
      env: createEnvironment(env),
      clock: createManualClock(Date.UTC(2026, 10, 30, 8, 0, 0)).clock,
    }),
  };
}

/** What a promise was rejected with. */
export async function failureOf(promise: Promise<unknown>): Promise<AgentError> {
  return promise.then(
    () => {
      throw new Error('It was expected to fail.');
    },
    (thrown: AgentError) => thrown,
  );
}

/** A reference as it is written in a file: to a variable, or `file:/path`. */
export function reference(name: string): string {
  return `\${${name}}`;
}
