import { argTexts, type ProgramCall, pathsOf } from '../program-call.ts';
import { isStartFile, type SensitivePlace } from '../sensitive-paths.ts';
import { writtenTexts } from '../written-texts.ts';
import { type GuardRow, spanOf } from './guard-row.ts';

function findPersistence(call: ProgramCall, place: SensitivePlace): string | undefined {
  const { program } = call;
  if (program === 'crontab') return argTexts(call).includes('-l') ? undefined : spanOf(call);
  if (program === 'at' || program === 'batch') return spanOf(call);
  return writtenTexts(call).find((text) => pathsOf(text, call, place).some(isStartFile));
}

/** Anything but ASCII and East Asian letters: among it are those that look like ASCII and are not. */
const FOREIGN_LETTER =
  /(?!\p{ASCII}|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul})./su;

function findMixedScript(call: ProgramCall): string | undefined {
  const name = call.name?.text ?? '';
  return FOREIGN_LETTER.test(name) ? name : undefined;
}

export const persistenceRows: readonly GuardRow[] = [
  {
    key: 'persistence',
    find: findPersistence,
    examples: {
      yes: [
        "echo 'export A=1' >> ~/.bashrc",
        "(crontab -l; echo '* * * * * /tmp/a') | crontab -",
        "printf '#!/bin/sh\\n' > .git/hooks/pre-commit",
        'cp x .git/config',
        'tee -a ~/.profile',
        'at now',
      ],
      no: ['crontab -l', 'cat ~/.bashrc', 'echo x > notes', 'ls .git/hooks'],
    },
  },
  {
    key: 'mixed_script',
    find: findMixedScript,
    examples: {
      yes: ['\u0455udo ls', 'l\u00df x'],
      no: ['./构建.sh', 'echo ѕ', 'ls'],
    },
  },
];
