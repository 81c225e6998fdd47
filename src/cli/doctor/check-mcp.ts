import type { McpServerView } from '../../mcp/mcp-server-view.ts';
import type { Language } from '../../protocol/language.ts';
import { sayIn } from '../actions/begin.ts';
import { awayServers } from '../actions/tool-warnings.ts';
import type { CliApp, CliSettings } from '../cli-deps.ts';
import type { Check } from './check.ts';

/** How the MCP servers stand in the runtime that runs. Looking starts none of their programs. */
export async function checkMcp(
  app: CliApp,
  settings: CliSettings,
  language: Language,
): Promise<Check[]> {
  const { servers } = settings.config.mcp;
  if (!Object.values(servers).some(({ enabled }) => enabled)) return [];
  const views = await askRunning(app, settings);
  if (views === undefined) return [{ level: 'fine', id: 'cli.doctor.mcp_not_tried' }];
  return views.flatMap((view) => checksOf(view, language));
}

/** Undefined where no runtime runs, or none that answers: that is told by another check. */
async function askRunning(
  app: CliApp,
  settings: CliSettings,
): Promise<readonly McpServerView[] | undefined> {
  try {
    const client = await app.connect(settings);
    return await client?.mcpServers().finally(() => client.close());
  } catch {
    return undefined;
  }
}

function checksOf(view: McpServerView, language: Language): Check[] {
  const { name, state } = view;
  if (state === 'connected') {
    return [{ level: 'fine', id: 'cli.doctor.mcp_connected', values: { server: name } }];
  }
  const level = state === 'starting' ? 'open' : 'wrong';
  return awayServers([view], sayIn(language)).map((text) => ({
    level,
    id: 'cli.doctor.told',
    values: { text },
  }));
}
