/** What people read about MCP servers. */
export const mcpTexts = {
  'mcp.no_servers': {
    en: 'No MCP server is configured; `mcp.servers` in the configuration is where they go.',
    zh: '没有配置任何 MCP 服务器，请在配置的 `mcp.servers` 中添加。',
  },
  'mcp.unknown_server': {
    en: 'There is no MCP server {name}. There are: {known}.',
    zh: '没有名为 {name} 的 MCP 服务器。现有：{known}。',
  },
  'mcp.server_starting': {
    en: 'The MCP server {name} is still starting, so {tool} is not there yet. Try again in a moment; `echo-agent mcp list` shows how it stands.',
    zh: 'MCP 服务器 {name} 仍在启动，{tool} 暂不可用。请稍后再试；运行 `echo-agent mcp list` 可查看其状态。',
  },
  'mcp.server_failed': {
    en: 'The MCP server {name} is not connected, so {tool} cannot be called: {reason}',
    zh: 'MCP 服务器 {name} 未连接，无法调用 {tool}：{reason}',
  },
  'mcp.server_needs_login': {
    en: 'The MCP server {name} asks for a sign-in, so {tool} cannot be called. Run `echo-agent mcp login {name}`.',
    zh: 'MCP 服务器 {name} 需要登录，无法调用 {tool}。请运行 `echo-agent mcp login {name}`。',
  },
  'mcp.server_disabled': {
    en: 'The MCP server {name} is switched off, so {tool} cannot be called. Set `mcp.servers.{name}.enabled: true` to use it.',
    zh: 'MCP 服务器 {name} 已停用，无法调用 {tool}。要使用请设置 `mcp.servers.{name}.enabled: true`。',
  },
  'mcp.no_login': {
    en: '{name} needs no sign-in: only servers with a `url` and `oauth` enabled have one.',
    zh: '{name} 无需登录：只有配置了 `url` 并启用 `oauth` 的服务器才需要。',
  },
  'mcp.login_failed': { en: 'The sign-in failed: {why}.', zh: '登录失败：{why}。' },

  'cli.help.mcp': { en: 'Look after MCP servers.', zh: '管理 MCP 服务器。' },
  'cli.help.mcp.list': {
    en: 'List the MCP servers, how they stand, and their tools.',
    zh: '列出 MCP 服务器、其状态及工具。',
  },
  'cli.help.mcp.approve': {
    en: 'Show the tools of a server that are new or have changed, and agree to them.',
    zh: '查看某个服务器新增或变更的工具，并予以同意。',
  },
  'cli.help.mcp.login': { en: 'Sign in to a server with OAuth.', zh: '通过 OAuth 登录服务器。' },
  'cli.option.yes_agree': { en: 'agree without asking', zh: '不询问直接同意' },
  'cli.argument.mcp_server': { en: 'Name of the server.', zh: '服务器名称。' },

  'cli.mcp.state.disabled': { en: 'switched off', zh: '已停用' },
  'cli.mcp.state.starting': { en: 'starting', zh: '启动中' },
  'cli.mcp.state.connected': { en: 'connected', zh: '已连接' },
  'cli.mcp.state.failed': { en: 'not connected', zh: '未连接' },
  'cli.mcp.state.needs_login': { en: 'asks for a sign-in', zh: '需要登录' },
  'cli.mcp.away': { en: 'MCP server {server}: {state}', zh: 'MCP 服务器 {server}：{state}' },
  'cli.mcp.away_why': {
    en: 'MCP server {server}: {state}: {reason}',
    zh: 'MCP 服务器 {server}：{state}：{reason}',
  },
  'cli.mcp.tool.ready': { en: 'ready', zh: '可用' },
  'cli.mcp.tool.changed': { en: 'changed, waits for you', zh: '已变更，待同意' },
  'cli.mcp.tool.new': { en: 'new, waits for you', zh: '新增，待同意' },
  'cli.mcp.tool.left_out': { en: 'left out', zh: '未选用' },
  'cli.mcp.tool.refused': { en: 'kept out', zh: '未被接纳' },
  'cli.mcp.none_held': {
    en: 'Nothing of {server} waits for you.',
    zh: '{server} 没有待同意的工具。',
  },
  'cli.mcp.still_starting': {
    en: '{server} is still starting, so nobody can say yet what waits for you. Try again in a moment.',
    zh: '{server} 仍在启动，尚不知道有哪些工具待同意，请稍后再试。',
  },
  'cli.mcp.question': {
    en: 'Agree to these tools of {server} as they are now ({count})?',
    zh: '是否同意 {server} 的这些工具（{count} 个）的当前内容？',
  },
  'cli.mcp.agreed': { en: 'Agreed: {tools}.', zh: '已同意：{tools}。' },
  'cli.mcp.go_to': {
    en: 'Open this address in a browser and sign in:',
    zh: '请在浏览器中打开以下地址并登录：',
  },
  'cli.mcp.paste': {
    en: 'If the browser cannot get back here, paste the address at which it ends: ',
    zh: '如果浏览器无法返回此处，请粘贴它最终停留的地址：',
  },
  'cli.mcp.page': {
    en: 'You are signed in. You can close this page.',
    zh: '登录完成，可以关闭此页面。',
  },
  'cli.mcp.signed_in': { en: 'Signed in to {server}.', zh: '已登录 {server}。' },
} as const;
