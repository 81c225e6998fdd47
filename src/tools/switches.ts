import type { Capability } from '../protocol/tool-call.ts';
import type { Tool } from './tool.ts';

/** What configuration switches off as a whole; such tools are not registered. */
export interface ToolSwitches {
  readonly execEnabled: boolean;
  readonly codeExecEnabled: boolean;
  readonly webEnabled: boolean;
}

interface Switch {
  readonly key: keyof ToolSwitches;
  readonly setting: string;
  readonly capabilities: readonly Capability[];
}

/** Code can run commands, so that it goes with them. */
export const SWITCHES: readonly Switch[] = [
  {
    key: 'execEnabled',
    setting: 'tools.exec.enabled',
    capabilities: ['process.exec', 'process.manage', 'code.exec'],
  },
  { key: 'codeExecEnabled', setting: 'tools.codeExec.enabled', capabilities: ['code.exec'] },
  { key: 'webEnabled', setting: 'tools.web.enabled', capabilities: ['network.outbound'] },
];

/** The setting that switches the tool off, e.g. `tools.exec.enabled: false`. */
export function switchedOffBy({ capabilities }: Tool, switches: ToolSwitches): string | undefined {
  const off = SWITCHES.find(
    (each) => !switches[each.key] && each.capabilities.some((one) => capabilities.includes(one)),
  );
  return off && `${off.setting}: false`;
}
