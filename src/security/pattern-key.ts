/**
 * Everything the guard can name, with what it does about it. The keys are stable: policies, allowances and the audit
 * speak of them, and `guard.<key>` in the catalogue explains each to people.
 */
export const PATTERN_KEYS = {
  root_delete: 'deny',
  block_device_write: 'deny',
  make_filesystem: 'deny',
  power_off: 'deny',
  fork_bomb: 'deny',
  credential_path: 'deny',
  runtime_files: 'deny',
  network_denied: 'deny',
  recursive_delete: 'ask',
  world_writable: 'ask',
  root_owner: 'ask',
  service_control: 'ask',
  broad_kill: 'ask',
  pipe_to_shell: 'ask',
  inline_interpreter: 'ask',
  credential_write: 'ask',
  home_sweep: 'ask',
  destructive_sql: 'ask',
  exec_vector: 'ask',
  write_then_run: 'ask',
  persistence: 'ask',
  network_restricted: 'ask',
  dynamic_command: 'ask',
  hidden_characters: 'ask',
  mixed_script: 'ask',
  unreadable_command: 'ask',
  unguarded_code: 'ask',
  guard_failed: 'ask',
  file_delete: 'allow',
  package_install: 'allow',
  network_access: 'allow',
  read_only_command: 'allow',
  none: 'allow',
} as const satisfies Record<string, 'allow' | 'ask' | 'deny'>;

export type PatternKey = keyof typeof PATTERN_KEYS;
