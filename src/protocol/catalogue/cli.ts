import { cliChatTexts } from './cli-chat.ts';
import { cliCommandTexts } from './cli-commands.ts';
import { cliDoctorTexts } from './cli-doctor.ts';
import { cliHelpTexts } from './cli-help.ts';
import { cliSetupTexts } from './cli-setup.ts';

/** Everything that the command line says. */
export const cliTexts = {
  ...cliHelpTexts,
  ...cliCommandTexts,
  ...cliChatTexts,
  ...cliSetupTexts,
  ...cliDoctorTexts,
} as const;
