/** What `doctor` finds, each with what to do about it. */
export const cliDoctorTexts = {
  'cli.doctor.node': {
    en: 'Echo Agent {version} on Node.js {node}',
    zh: 'Echo Agent {version}，Node.js {node}',
  },
  'cli.doctor.no_folder': {
    en: 'There is no data folder yet: {path} is made at the first start.',
    zh: '数据目录尚不存在：首次启动时会创建 {path}。',
  },
  'cli.doctor.not_folder': {
    en: '{path} should be the data folder but is a file. Move it away, or set `dataDir`.',
    zh: '{path} 应为数据目录，但它是一个文件。请移走该文件，或设置 `dataDir`。',
  },
  'cli.doctor.unreadable': {
    en: 'The data folder {path} cannot be read. Check whose it is: `ls -ld {path}`.',
    zh: '无法读取数据目录 {path}，请检查其归属：`ls -ld {path}`。',
  },
  'cli.doctor.private': {
    en: 'The data folder {path} can be used by you only',
    zh: '数据目录 {path} 仅本人可用',
  },
  'cli.doctor.foreign': {
    en: '{path} belongs to another user. Give it back to yourself: `sudo chown "$USER" {path}`.',
    zh: '{path} 属于其他用户。请改回本人所有：`sudo chown "$USER" {path}`。',
  },
  'cli.doctor.shared': {
    en: 'Other users can use {path}. Close it: `chmod {mode} {path}`.',
    zh: '其他用户可以使用 {path}。请关闭权限：`chmod {mode} {path}`。',
  },
  'cli.doctor.not_running': { en: 'No runtime is running right now', zh: '目前没有运行时在运行' },
  'cli.doctor.running': {
    en: 'A runtime is running (process {pid})',
    zh: '运行时正在运行（进程 {pid}）',
  },
  'cli.doctor.no_database': { en: 'There is no database yet', zh: '尚无数据库' },
  'cli.doctor.database': { en: 'The database can be read', zh: '数据库可正常读取' },
  'cli.doctor.unknown': {
    en: 'For {count} replies nobody can say whether they arrived; they are not sent again. `echo-agent status` names them.',
    zh: '有 {count} 条回复无法确认是否送达，不会重发。运行 `echo-agent status` 查看。',
  },
  'cli.doctor.audit': {
    en: 'The audit is whole: {count} records, each bound to the one before',
    zh: '审计日志完整：共 {count} 条记录，逐条相连',
  },
  'cli.doctor.audit_broken': {
    en: 'The audit {path} is not what was written: from line {line} on it cannot be trusted. Keep a copy, and find out who can write there.',
    zh: '审计日志 {path} 与写入时不一致：自第 {line} 行起不可信。请保留副本，并查明谁能写入该文件。',
  },
  'cli.doctor.audit_unreadable': {
    en: 'The audit {path} cannot be read. Check whose it is: `ls -l {path}`.',
    zh: '无法读取审计日志 {path}，请检查其归属：`ls -l {path}`。',
  },
  'cli.doctor.audit_aside': {
    en: 'A damaged audit was set aside as {path}. Look at how it ends, then move it out of the data folder.',
    zh: '一份损坏的审计日志已另存为 {path}。请查看其末尾，然后将其移出数据目录。',
  },
  'cli.doctor.told': { en: '{text}', zh: '{text}' },
  'cli.doctor.reachable': { en: '{model} can be reached', zh: '可以连接到 {model}' },
  'cli.doctor.unreachable': {
    en: '{model} cannot be reached: {reason}. Check the key, the address and the network; `echo-agent setup` sets them anew.',
    zh: '无法连接到 {model}：{reason}。请检查密钥、地址和网络；可用 `echo-agent setup` 重新设置。',
  },
  'cli.doctor.plugin': { en: 'Plug-in {name} can be loaded', zh: '插件 {name} 可以加载' },
  'cli.doctor.mcp_connected': {
    en: 'MCP server {server} is connected',
    zh: 'MCP 服务器 {server} 已连接',
  },
  'cli.doctor.mcp_not_tried': {
    en: 'MCP servers are only tried by a runtime: `echo-agent mcp list` starts one and says how they stand',
    zh: 'MCP 服务器只有在运行时中才会连接：运行 `echo-agent mcp list` 可启动并查看其状态',
  },
  'cli.doctor.executor': { en: 'Commands can run ({name})', zh: '可以运行命令（{name}）' },
  'cli.doctor.executor_not_ready': {
    en: 'Commands cannot run ({name}): {reason}',
    zh: '无法运行命令（{name}）：{reason}',
  },
  'cli.doctor.network_denied': {
    en: 'Tools cannot reach the network (execution.networkPolicy: deny)',
    zh: '工具不能访问网络（execution.networkPolicy: deny）',
  },
  'cli.doctor.network_open': {
    en: 'Tools may reach the network (execution.networkPolicy: {policy}). Close it: `echo-agent setup --network-policy deny --yes`.',
    zh: '工具可以访问网络（execution.networkPolicy: {policy}）。可运行 `echo-agent setup --network-policy deny --yes` 关闭。',
  },
  'cli.doctor.unsandboxed': {
    en: 'Commands run without a sandbox, with your own rights; each one is asked about unless the guard knows that it only reads. Close it: set `tools.exec.enabled: false`.',
    zh: '命令以你的权限运行，没有沙箱隔离；除安全检查认定为只读的命令外，每条都会先询问。可设置 `tools.exec.enabled: false` 关闭。',
  },
  'cli.doctor.wide_workspace': {
    en: 'The workspace {path} holds your whole home folder or more. Choose a narrower one: `echo-agent setup --workspace FOLDER --yes`.',
    zh: '工作区 {path} 包含整个主目录甚至更多内容。请选择更小的范围：`echo-agent setup --workspace 目录 --yes`。',
  },
} as const;
