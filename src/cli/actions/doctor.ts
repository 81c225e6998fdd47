import { checkConfig } from '../../config/load-config.ts';
import { translate } from '../../protocol/catalogue.ts';
import type { Language } from '../../protocol/language.ts';
import type { CliFlags } from '../cli-deps.ts';
import type { Cli } from '../commands/command-line.ts';
import type { Check } from '../doctor/check.ts';
import { checkAudit } from '../doctor/check-audit.ts';
import { checkFiles } from '../doctor/check-files.ts';
import { checkMcp } from '../doctor/check-mcp.ts';
import { checkRuntime, checkSettings } from '../doctor/check-settings.ts';
import { checkStorage } from '../doctor/check-storage.ts';
import { EXIT } from '../exit-codes.ts';
import { toJson } from '../terminal/json-line.ts';
import { neutralise } from '../terminal/neutralise.ts';
import type { Style } from '../terminal/style.ts';
import { begin, print, styleOf } from './begin.ts';

export async function doctor(
  cli: Cli,
  flags: CliFlags,
  { online = false, json }: { readonly online?: boolean; readonly json?: boolean },
): Promise<void> {
  const { checks, language } = await examine(cli, flags, online);
  const style = styleOf(cli.deps, 'stdout');
  for (const check of checks) {
    print(cli, json ? toJson(factsOf(check, language)) : lineOf(check, language, style));
  }
  if (checks.some(({ level }) => level === 'wrong')) cli.setExitCode(EXIT.failed);
}

async function examine(
  cli: Cli,
  flags: CliFlags,
  online: boolean,
): Promise<{ checks: readonly Check[]; language: Language }> {
  const { app, version, home } = cli.deps;
  const node: Check = {
    level: 'fine',
    id: 'cli.doctor.node',
    values: { version, node: process.version },
  };
  const configuration = await examineConfig(cli, flags);
  if (configuration.some(({ level }) => level === 'wrong')) {
    return { checks: [node, ...configuration], language: flags.language ?? cli.language };
  }

  const { settings, language } = await begin(cli, flags);
  const checks = [
    node,
    ...configuration,
    ...(await checkFiles({ ...settings, uid: process.getuid?.() })),
    ...(await checkStorage(app, settings)),
    ...(await checkAudit(settings.dataDir)),
    ...checkRuntime(await app.runtimeFacts(settings, { online, language })),
    ...(await checkMcp(app, settings, language)),
    ...checkSettings(settings, home),
  ];
  return { checks, language };
}

async function examineConfig({ deps }: Cli, flags: CliFlags): Promise<Check[]> {
  const { sources, sections } = await deps.app.configAccess(flags);
  const { files, problems, warnings } = await checkConfig(sources, sections);
  const file = files.find(({ found }) => found)?.path;
  return [
    ...problems.map(({ id, values }): Check => ({ level: 'wrong', id, values })),
    // A warning works; one about who can read a secret is to be mended all the same.
    ...warnings.map(
      ({ id, values }): Check => ({ level: isExposure(id) ? 'wrong' : 'open', id, values }),
    ),
    ...(problems.length + warnings.length > 0 ? [] : [configFine(file)]),
  ];
}

function isExposure(id: string): boolean {
  return id.endsWith('able_by_others');
}

function configFine(file: string | undefined): Check {
  return file === undefined
    ? { level: 'fine', id: 'cli.config.no_file' }
    : { level: 'fine', id: 'cli.config.fine', values: { file } };
}

function lineOf({ level, id, values }: Check, language: Language, style: Style): string {
  const text = neutralise(translate(language, id, values));
  if (level === 'fine') return `${style.green('✓')} ${text}`;
  return level === 'open' ? `${style.yellow('!')} ${text}` : `${style.red('✗')} ${text}`;
}

function factsOf({ level, id, values }: Check, language: Language) {
  return { level, id, text: translate(language, id, values) };
}
