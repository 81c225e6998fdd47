import { describe, expect, test } from 'vitest';
import { createEnvironment } from '../config/environment.ts';
import { loadSettings } from './load-settings.ts';

function load(...set: string[]) {
  const environment = createEnvironment({});
  return loadSettings({ cwd: '/nowhere', home: '/home/nobody', environment, overrides: { set } });
}

describe('tools of a channel', () => {
  test('T20 are said in its section, which needs nothing else', async () => {
    const { config } = await load(
      'channels.cli.tools.profile=minimal',
      'channels.cli.tools.deny=["exec"]',
    );

    expect(config.channels['cli']).toEqual({
      type: 'cli',
      enabled: true,
      settings: {},
      tools: { profile: 'minimal', deny: ['exec'] },
    });
  });

  test.each([
    ['channels.cli.tools.profil=minimal', 'channels.cli.tools.profile'],
    ['channels.cli.tools.profile=huge', 'channels.cli.tools.profile'],
    ['providers.offline.tools.profile=full', 'providers.offline.tools'],
  ])('%s is refused by its place', async (set, place) => {
    await expect(load(set)).rejects.toMatchObject({
      code: 'invalid_config',
      message: expect.stringContaining(place),
    });
  });
});
