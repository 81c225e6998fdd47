import { cliChatTexts } from './cli-chat.ts';

/** Everything that the command line says. */
export const cliTexts = {
  ...cliChatTexts,
} as const;
