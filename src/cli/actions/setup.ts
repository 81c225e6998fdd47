import { resolve } from 'node:path';
import { updateConfigFile } from '../../config/update-config-file.ts';
import { findPreset, OFFLINE } from '../../models/presets.ts';
import type { MessageId } from '../../protocol/catalogue.ts';
import type { CliFlags } from '../cli-deps.ts';
import type { Cli } from '../commands/command-line.ts';
import { EXIT } from '../exit-codes.ts';
import { changesFor, type KeyPlace, type SetupAnswers, type SetupFlags } from '../setup/answers.ts';
import { askAnswers } from '../setup/ask-answers.ts';
import { createClackAsker } from '../setup/clack-asker.ts';
import { type KeyFile, keepKey } from '../setup/key-file.ts';
import { previewEdit } from '../setup/preview-edit.ts';
import { usageError } from '../usage-error.ts';
import { type Begun, begin, print } from './begin.ts';
import { fileEditing, fileInUse } from './config-file.ts';
import { confirm } from './confirm.ts';

export async function setUp(cli: Cli, global: CliFlags, flags: SetupFlags): Promise<void> {
  const begun = await begin(cli, global);
  const kept: KeyFile[] = [];
  const given = answersIn(cli, begun, flags);
  const answers = await collectAnswers(cli, begun, { given, flags, kept });
  const written =
    answers !== undefined && (await write(cli, begun, { answers, yes: flags.yes ?? false }));
  if (!written) await Promise.all(kept.map(({ remove }) => remove()));
  if (answers === undefined) {
    print(cli, begun.say('cli.setup.left'));
    cli.setExitCode(EXIT.failed);
  }
}

/** A runtime reads its configuration when it starts. */
async function nextStep({ deps }: Cli, { settings }: Begun): Promise<MessageId> {
  const running = await deps.app.connect(settings);
  await running?.close();
  return running === undefined ? 'cli.setup.next' : 'cli.setup.restart';
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

/** The usual variable of a provider that needs a key, when it is not set and no other place of a key was named. */
function missingKey({ deps }: Cli, { provider = OFFLINE, key, baseUrl }: SetupAnswers) {
  const { keyVariables = [], local = false } = findPreset(provider) ?? {};
  if (local || baseUrl !== undefined || (key !== undefined && key.kind === 'file'))
    return undefined;
  const isSet = (name: string) => (deps.environment.get(name) ?? '').trim() !== '';
  const named = key === undefined ? keyVariables : [...keyVariables, key.name];
  return named.some(isSet) ? undefined : keyVariables[0];
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
  const variable = missingKey(cli, answers);
  if (variable !== undefined) print(cli, say('cli.setup.key_missing', { variable }));
  print(cli, say(await nextStep(cli, begun)));
  return true;
}
