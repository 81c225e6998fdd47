import type { PatternKey } from './pattern-key.ts';

/** What the agent can do instead of what was refused; read by the model. */
export const ALTERNATIVES: Readonly<Partial<Record<PatternKey, string>>> = {
  root_delete:
    'Remove single files inside the workspace, or write down which paths should go and why, and let the person remove them.',
  block_device_write: 'Write to a regular file in the workspace instead.',
  make_filesystem: 'Describe the steps for the person to run.',
  power_off: 'Tell the person that a restart is needed and why.',
  fork_bomb: 'Start one process with a time limit instead.',
  credential_path:
    'Work without the secret: ask the person to run the step that needs it, or to put a value of their choice into the workspace.',
  runtime_files: 'Ask the person to change the configuration with `echo-agent config`.',
  network_denied:
    'Use what is already on this machine: files of the workspace, installed packages, local documentation. Say what you would have fetched, so that the person can fetch it or allow the network.',
  recursive_delete: 'List what would go first, or remove named files one by one.',
  inline_interpreter: 'Write the program to a file in the workspace and run the file.',
  pipe_to_shell: 'Save the script to a file, show it to the person, and run the file.',
  unreadable_command:
    'Split it into simple commands without substitutions, loops or here-documents, and use the file tools to write files.',
};
