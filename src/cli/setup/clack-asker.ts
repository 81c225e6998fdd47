import type { Readable, Writable } from 'node:stream';
import type { CliStreams } from '../cli-deps.ts';
import type { Asker } from './asker.ts';

/** Asks at a terminal. */
export async function createClackAsker({
  stdin,
  stdout,
}: Pick<CliStreams, 'stdin' | 'stdout'>): Promise<Asker> {
  const clack = await import('@clack/prompts');
  const io = { input: stdin as Readable, output: stdout as Writable };
  /** Undefined when the person pressed Ctrl-C. */
  const answered = <Value>(answer: Value) =>
    typeof answer === 'symbol' ? undefined : (answer as Exclude<Value, symbol>);

  return {
    async select(message, choices) {
      const options = choices.map(({ value, label, hint }) => ({
        value: value as string,
        label,
        ...(hint !== undefined && { hint }),
      }));
      const answer = answered(await clack.select({ message, options, ...io }));
      return choices.find(({ value }) => value === answer)?.value;
    },

    async text(message, { initial = '', refuse }) {
      const answer = await clack.text({
        message,
        placeholder: initial,
        defaultValue: initial,
        validate: (value) => refuse?.(value || initial),
        ...io,
      });
      return answered(answer);
    },

    secret: async (message) => answered(await clack.password({ message, mask: ' ', ...io })),

    confirm: async (message) =>
      answered(await clack.confirm({ message, initialValue: true, ...io })),
  };
}
