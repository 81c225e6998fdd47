import type { Clock } from '../base/clock.ts';
import type { Environment } from './environment.ts';
import type { ConfigSections } from './sections.ts';

/** What it takes to change a configuration file. */
export interface FileEditing {
  /** The file that the person named with `-c`; one that was only found may hold less. */
  readonly file?: string | undefined;
  readonly cwd: string;
  readonly home: string;
  /** Answers references in secrets; its `ECHO_AGENT_…` variables play no part in what a file may hold. */
  readonly env: Environment;
  readonly sections: ConfigSections;
  readonly clock: Pick<Clock, 'now'>;
  /** The file that messages speak of, when the one that is changed stands for another. */
  readonly standsFor?: string;
}

export interface FileEdit {
  /** The file that was changed, where a link leads to it. */
  readonly path: string;
  readonly changed: boolean;
  /** The file as it was; missing when there was none, or nothing changed. */
  readonly backup?: string;
}
