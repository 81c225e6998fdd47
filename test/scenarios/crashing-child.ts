// A runtime in a process of its own whose model takes it down at the word "crash": `crashing-child.ts HOME`.
import { flushCompileCache } from 'node:module';
import { createRuntime } from '../../src/app/create-runtime.ts';
import { loadSettings } from '../../src/app/load-settings.ts';
import { systemClock } from '../../src/base/clock.ts';
import { createEnvironment } from '../../src/config/environment.ts';
import { textOf } from '../../src/protocol/content.ts';
import { createScriptedRouter, does, says } from '../../src/testing/scripted-router.ts';

const [home = '', ...messages] = process.argv.slice(2);

const settings = await loadSettings({
  cwd: home,
  home,
  environment: createEnvironment({}),
  overrides: {},
});
const { client, close } = await createRuntime(settings, {
  socket: false,
  router: createScriptedRouter({
    clock: systemClock,
    script: ({ messages: history }) =>
      JSON.stringify(history.at(-1)).includes('crash')
        ? does(() => process.kill(process.pid, 'SIGKILL'))
        : says('Another chat is answered.'),
  }),
});

// Nothing is written at the end of a process that is killed.
flushCompileCache();

for (const chatId of ['crashing', 'other']) {
  await client.attach(chatId, async ({ replyTo, content }) => {
    process.stdout.write(`${JSON.stringify({ chatId, replyTo, text: textOf(content) })}\n`);
  });
}
for (const text of messages) {
  const chatId = text === 'crash' ? 'crashing' : 'other';
  await client.submit({ chatId, text, language: 'en', canAsk: false, assumeYes: false });
}
process.stdin.resume().once('end', () => void close().then(() => process.exit(0)));
