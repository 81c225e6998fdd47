import { describeError } from '../../protocol/catalogue.ts';
import type { Language } from '../../protocol/language.ts';
import type { PluginsStatus } from '../runtime-client.ts';
import type { PluginsReport } from './open-plugins.ts';

/** The report as people read it. */
export function tellPlugins(report: PluginsReport, language: Language): PluginsStatus {
  const { loaded, problems } = report;
  return { loaded, problems: problems.map((problem) => describeError(problem, language)) };
}
