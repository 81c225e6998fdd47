import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { updateConfigFile } from '../../config/update-config-file.ts';
import { findPreset, presets } from '../../models/presets.ts';
import { EXIT } from '../exit-codes.ts';
import {
  changesFor,
  type KeyPlace,
  NETWORK_POLICIES,
  OFFLINE,
  type SetupAnswers,
} from '../setup/answers.ts';
import { askAnswers } from '../setup/ask-answers.ts';
import { createClackAsker } from '../setup/clack-asker.ts';
import { type KeyFile, keepKey } from '../setup/key-file.ts';
import { previewEdit } from '../setup/preview-edit.ts';
import { usageError } from '../usage-error.ts';
import { type Begun, begin, type Cli, print } from './begin.ts';
import { fileEditing, fileInUse } from './config-file.ts';
import { confirm } from './confirm.ts';
import { newCommand } from './new-command.ts';

interface SetupFlags {
  readonly provider?: string;
  readonly model?: string;
  readonly keyVariable?: string;
  readonly keyFile?: string;
  readonly baseUrl?: string;
  readonly networkPolicy?: (typeof NETWORK_POLICIES)[number];
  readonly yes?: boolean;
}

/** `echo-agent setup`: connects a model, or stays offline; workspace; network policy. Keeps what is there. */
export function setupCommand(cli: Cli): Command {
  const { command, text } = newCommand(cli, 'setup', 'cli.help.setup');
  const providers = new Option('--provider <name>', text('cli.option.provider'));
  const network = new Option('--network-policy <policy>', text('cli.option.network_policy'));
  return command
    .addOption(providers.choices([OFFLINE, ...Object.keys(presets)]))
    .option('--model <name>', text('cli.option.model'))
    .option('--key-variable <name>', text('cli.option.key_variable'))
    .option('--key-file <file>', text('cli.option.key_file'))
    .option('--base-url <url>', text('cli.option.base_url'))
    .addOption(network.choices(NETWORK_POLICIES))
    .option('-y, --yes', text('cli.option.yes_setup'))
    .action(async (flags: SetupFlags, self: Command) => {
      const begun = await begin(cli, self);
      const kept: KeyFile[] = [];
      const answers = await collectAnswers(cli, begun, {
        given: answersIn(cli, begun, flags),
        flags,
        kept,
      });
      const written =
        answers !== undefined && (await write(cli, begun, { answers, yes: flags.yes ?? false }));
      if (!written) await Promise.all(kept.map(({ remove }) => remove()));
      if (answers === undefined) {
        print(cli, begun.say('cli.setup.left'));
        cli.setExitCode(EXIT.failed);
      }
    });
}

function answersIn({ deps }: Cli, { flags: global }: Begun, flags: SetupFlags): SetupAnswers {
  const { provider, model, networkPolicy } = flags;
  refuseLoose(flags);
  const key = keyIn(flags, deps.cwd);
  return {
    ...(provider !== undefined && { provider }),
    ...(model !== undefined && { model: withoutProvider(model, provider ?? '') }),
    ...(key !== undefined && { key }),
    ...(flags.baseUrl !== undefined && { baseUrl: flags.baseUrl }),
    ...(networkPolicy !== undefined && { networkPolicy }),
    ...(global.workspace !== undefined && { workspace: resolve(deps.cwd, global.workspace) }),
  };
}

/** What belongs to a provider needs one. */
function refuseLoose({ provider, model, keyVariable, keyFile, baseUrl }: SetupFlags): void {
  if (provider === undefined) {
    const loose = model ?? keyVariable ?? keyFile ?? baseUrl;
    if (loose !== undefined) throw usageError('cli.setup.no_provider');
  } else if (provider !== OFFLINE) {
    requireModel(provider, model);
  }
}

function keyIn({ keyVariable, keyFile }: SetupFlags, cwd: string): KeyPlace | undefined {
  if (keyFile !== undefined) return { kind: 'file', path: resolve(cwd, keyFile) };
  return keyVariable === undefined ? undefined : { kind: 'variable', name: keyVariable };
}

function requireModel(provider: string, model: string | undefined): void {
  if (model === undefined && findPreset(provider)?.defaultModel === undefined) {
    throw usageError('cli.setup.needs_model', { provider });
  }
}

function withoutProvider(model: string, provider: string): string {
  return model.startsWith(`${provider}/`) ? model.slice(provider.length + 1) : model;
}

/** From flags alone where nobody is to be asked. */
async function collectAnswers(
  { deps }: Cli,
  { say, settings }: Begun,
  { given, flags, kept }: { given: SetupAnswers; flags: SetupFlags; kept: KeyFile[] },
): Promise<SetupAnswers | undefined> {
  const { stdin, stdout } = deps.streams;
  const interactive = stdin.isTTY === true && stdout.isTTY === true && flags.yes !== true;
  if (!interactive) return given;
  return askAnswers(
    {
      asker: await createClackAsker({ stdin, stdout }),
      say,
      settings,
      getVariable: deps.environment.get,
      async keepKey(key, provider) {
        const file = await keepKey(key, provider, settings.dataDir);
        kept.push(file);
        return { kind: 'file', path: file.path };
      },
    },
    given,
  );
}

/** Shows what would change, asks, and writes. True when something was written. */
async function write(
  cli: Cli,
  begun: Begun,
  { answers, yes }: { answers: SetupAnswers; yes: boolean },
): Promise<boolean> {
  const { say, flags } = begun;
  const access = await cli.deps.app.configAccess(flags);
  const editing = fileEditing(cli, access);
  const file = await fileInUse(access);
  const changes = changesFor(answers);
  const id = cli.deps.ids.next('edit');
  const lines = changes.length === 0 ? [] : await previewEdit(file, changes, { editing, id });
  if (lines.length === 0) {
    print(cli, say('cli.setup.unchanged', { file }));
    return false;
  }
  print(cli, [say('cli.setup.diff', { file }), ...lines.map((line) => `  ${line}`)].join('\n'));
  const question = say('cli.setup.ask');
  if (!(await confirm(cli, begun, { question, assumed: yes }))) return false;
  const edit = await updateConfigFile(file, changes, editing);
  print(cli, say('cli.setup.written', { file: edit.path }));
  if (edit.backup !== undefined) print(cli, say('cli.setup.backup', { backup: edit.backup }));
  print(cli, say('cli.setup.next'));
  return true;
}
