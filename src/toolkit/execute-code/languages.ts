import type { Clock } from '../../base/clock.ts';
import type { Executor } from '../../executors/executor.ts';

export const LANGUAGES = ['python', 'javascript', 'bash'] as const;
export type Language = (typeof LANGUAGES)[number];

export interface LanguagesDeps {
  readonly executor: Executor;
  readonly clock: Clock;
  readonly nodePath: string;
}

export interface Languages {
  /** Those that the executor can run now. */
  present(): Promise<readonly Language[]>;
}

/** Says the name of each that is there. */
const PROBE = `
command -v python3 >/dev/null && echo python
test -x "$ECHO_AGENT_NODE" && echo javascript
test -n "$BASH_VERSION" && echo bash
true`;

const ASK_AGAIN_MS = 60_000;

/** Asks where the code will run, not where we run; after a minute anew. */
export function createLanguages({ executor, clock, nodePath }: LanguagesDeps): Languages {
  let asked: { readonly at: number; readonly answer: Promise<readonly Language[]> } | undefined;

  async function ask(): Promise<readonly Language[]> {
    const result = await executor.execute(
      {
        command: PROBE,
        cwd: '/',
        env: { ECHO_AGENT_NODE: nodePath },
        timeoutMs: 5_000,
        maxOutputBytes: 1_000,
      },
      new AbortController().signal,
    );
    const said = result.stdout.head.split('\n');
    return LANGUAGES.filter((language) => said.includes(language));
  }

  async function present(): Promise<readonly Language[]> {
    const now = clock.monotonic();
    if (asked === undefined || now - asked.at >= ASK_AGAIN_MS) asked = { at: now, answer: ask() };
    return asked.answer;
  }

  return { present };
}
