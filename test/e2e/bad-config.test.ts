import { writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createProcessHome, PATIENCE } from '../tools/process-home.ts';

interface BadConfig {
  readonly name: string;
  readonly file?: string | Uint8Array;
  readonly args?: readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
  /** What the one sentence says. */
  readonly told: readonly string[];
}

const CASES: readonly BadConfig[] = [
  {
    name: 'malformed YAML',
    file: 'agent:\n  name: [Echo\n',
    told: ['echo-agent.yaml:3:1', 'brackets must be closed'],
  },
  {
    name: 'a wrong type',
    file: 'agent:\n  caps:\n    modelCalls: many\n',
    told: ['echo-agent.yaml:3:', '`agent.caps.modelCalls` must be a number'],
  },
  {
    name: 'an unknown key',
    file: 'execution:\n  networkPolcy: deny\n',
    told: ['echo-agent.yaml:2:3', 'Did you mean `execution.networkPolicy`?'],
  },
  {
    name: 'bytes that are no text',
    file: Uint8Array.of(0xff, 0xfe, 0x00, 0x80),
    told: ['echo-agent.yaml is not UTF-8 text', 'Save it as UTF-8'],
  },
  {
    name: 'a file of -c that is not there',
    args: ['-c', 'nowhere.yaml'],
    told: ['no configuration file nowhere.yaml', '`-c`'],
  },
  { name: 'a folder given by -c', args: ['-c', '.'], told: ['is a folder', 'has to be a file'] },
  {
    name: 'a variable with an unknown key',
    variables: { ECHO_AGENT_AGENT__NAM: 'Eve' },
    told: ['ECHO_AGENT_AGENT__NAM', 'Did you mean `ECHO_AGENT_AGENT__NAME`?'],
  },
  {
    name: 'a flag with a wrong value, in Chinese',
    args: ['--lang', 'zh', '--set', 'agent.caps.modelCalls=x'],
    told: ['--set', '`agent.caps.modelCalls`', '数字'],
  },
];

describe('F1 a configuration that cannot be used', PATIENCE, () => {
  test.each(CASES)('with $name is one sentence, exit code 2, and nothing is begun', async (bad) => {
    const { file, args = [], variables = {}, told } = bad;
    const home = createProcessHome();
    if (file !== undefined) writeFileSync(home.configFile, file);

    const end = await home.run([...args, 'run', 'list the files'], { variables });

    expect(end).toMatchObject({ exitCode: 2, stdout: '' });
    expect(end.stderr.trimEnd().split('\n')).toHaveLength(1);
    for (const words of told) expect(end.stderr).toContain(words);
    expect(end.stderr).not.toMatch(/ {4}at |Error:/);
    await expect(home.read(async () => 'a database')).rejects.toMatchObject({ code: 'not_found' });
  });

  test('names every mistake at once, each in its place', async () => {
    const home = createProcessHome();
    writeFileSync(home.configFile, 'agent:\n  nme: Eve\nlog:\n  level: loud\n');

    const end = await home.run(['config', 'check']);

    expect(end.exitCode).toBe(1);
    expect(`${end.stdout}${end.stderr}`).toMatch(/yaml:2:3[\s\S]*agent\.name[\s\S]*yaml:4:/);
  });

  test('is read once it is mended, and what was stored before is still there', async () => {
    const home = createProcessHome();
    await home.run(['run', '--yes', '--session', 'diary', 'write hello to note.txt']);

    writeFileSync(home.configFile, 'agent: [\n');
    const broken = await home.run(['sessions', 'list']);
    writeFileSync(home.configFile, 'agent:\n  name: Eve\n');
    const mended = await home.run(['sessions', 'list']);

    expect(broken).toMatchObject({ exitCode: 2, stdout: '' });
    expect(mended.exitCode).toBe(0);
    expect(mended.stdout).toContain('cli:diary');
  });
});
