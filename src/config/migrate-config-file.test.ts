import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createConfigBed, failureOf } from '../../test/config-bed.ts';
import { describeError } from '../protocol/catalogue.ts';
import { loadConfig } from './load-config.ts';
import { migrateConfigFile } from './migrate-config-file.ts';

const LEGACY = `# kept from last year
agent:
  max_concurrent_turns: 2 # few
execution: { network_policy: deny }
tools:
  also_allow: [web_search]
  exec:
    max_output_bytes: 5000
providers:
  openai:
    api_key: sk-1
    headers: { x_team: a }
  my_own:
    type: direct
    models: { my_model: { context_window: 9 } }
models:
  routes: { long_context: [my_own/my_model] }
`;

describe('F3 a file of the generation before', () => {
  test('is refused with the right key and the command that changes it', async () => {
    const { sources, sections, write } = createConfigBed();
    write(LEGACY);

    const error = await failureOf(loadConfig(sources(), sections));

    expect(describeError(error, 'en')).toContain(
      'echo-agent.yaml:4:14: there is no key `execution.network_policy`. It is `execution.networkPolicy` now; `echo-agent config migrate` changes the file for you.',
    );
    expect(describeError(error, 'zh')).toContain('echo-agent config migrate');
  });

  test('is rewritten in place, names that people chose excepted, and kept as it was', async () => {
    const { sources, sections, write, read, file, editing } = createConfigBed();
    write(LEGACY);

    const { renamed, backup } = await migrateConfigFile(file, editing());

    expect(renamed).toEqual([
      { from: 'agent.max_concurrent_turns', to: 'agent.maxConcurrentTurns' },
      { from: 'execution.network_policy', to: 'execution.networkPolicy' },
      { from: 'tools.also_allow', to: 'tools.alsoAllow' },
      { from: 'tools.exec.max_output_bytes', to: 'tools.exec.maxOutputBytes' },
      { from: 'providers.openai.api_key', to: 'providers.openai.apiKey' },
      {
        from: 'providers.my_own.models.my_model.context_window',
        to: 'providers.my_own.models.my_model.contextWindow',
      },
    ]);
    expect(read()).toBe(
      LEGACY.replace('max_concurrent_turns', 'maxConcurrentTurns')
        .replace('network_policy', 'networkPolicy')
        .replace('also_allow: [web_search]', 'alsoAllow: [ web_search ]')
        .replace('max_output_bytes', 'maxOutputBytes')
        .replace('api_key', 'apiKey')
        .replace('context_window', 'contextWindow')
        .replace('[my_own/my_model]', '[ my_own/my_model ]'),
    );
    expect(read(backup)).toBe(LEGACY);
    expect((await loadConfig(sources(), sections)).config.tools.alsoAllow).toEqual(['web_search']);
  });

  test('a second run changes nothing', async () => {
    const { write, read, file, editing, cwd } = createConfigBed();
    write(LEGACY);
    await migrateConfigFile(file, editing());
    const [once, files] = [read(), readdirSync(cwd)];

    const second = await migrateConfigFile(file, editing());

    expect(second).toEqual({ path: file, changed: false, renamed: [] });
    expect([read(), readdirSync(cwd)]).toEqual([once, files]);
  });

  test('a key that stands there in both ways, or is gone, has to be settled by hand first', async () => {
    const { write, read, file, editing } = createConfigBed();
    const text = 'execution: { network_policy: deny, networkPolicy: allow }\nagent: { mood: 1 }\n';
    write(text);

    const error = await failureOf(migrateConfigFile(file, editing()));

    expect(error.details['problems']).toMatchObject([
      { id: 'config.unknown_key_twice', path: 'execution.network_policy' },
      { path: 'agent.mood' },
    ]);
    expect(read()).toBe(text);
  });

  test('a file that is not there is an error', async () => {
    const { file, editing } = createConfigBed();

    const error = await failureOf(migrateConfigFile(file, editing()));

    expect(error).toMatchObject({ code: 'invalid_config', messageId: 'config.file_missing' });
  });
});
