import { readEnvironment } from '../config/environment.ts';

/** The sentence for a Node that cannot run us. It knows no catalogue: that needs packages which may not load. */
export function tooOld(version: string): string {
  const { get } = readEnvironment();
  const locale = get('LC_ALL') || get('LC_MESSAGES') || get('LANG') || '';
  return /^zh/i.test(locale)
    ? `Echo Agent 需要 Node.js 22.19 或更新的版本（推荐 24），当前是 ${version}：请升级 Node.js 后重试。`
    : `Echo Agent needs Node.js 22.19 or newer (24 is best), and this is ${version}: update Node.js and try again.`;
}
