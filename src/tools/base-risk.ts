import { type Capability, type Risk, stricterRisk } from '../protocol/tool-call.ts';
import type { Tool } from './tool.ts';

/** How bad each capability can be, whatever a tool says of itself. */
const RISK_OF: Readonly<Record<Capability, Risk>> = {
  'fs.read': 'read_only',
  'fs.write': 'write',
  'process.exec': 'exec',
  'process.manage': 'exec',
  'code.exec': 'exec',
  'network.outbound': 'read_only',
  'message.send': 'write',
  'message.ask': 'read_only',
  'memory.read': 'read_only',
  'memory.write': 'write',
  'knowledge.read': 'read_only',
  'knowledge.write': 'write',
  // The to-do list is a note within the conversation, as a question is: it changes nothing outside of it.
  'task.write': 'read_only',
  'workflow.write': 'write',
  'scheduler.write': 'dangerous',
  'skill.read': 'read_only',
  'skill.write': 'dangerous',
  'skill.install': 'dangerous',
  'media.read': 'read_only',
  'media.generate': 'write',
  'mcp.call': 'write',
  // An order changes nothing: what its worker then does is rated call by call, with the rights of whoever gave it.
  'agent.delegate': 'read_only',
  'session.read': 'read_only',
};

/** Unknown is `write`. A message within the conversation changes nothing outside of it. */
export function baseRisk({ capabilities, riskLevel }: Tool, inOwnChat = false): Risk {
  const own = riskLevel ?? 'write';
  const riskOf = (capability: Capability) =>
    inOwnChat && capability === 'message.send' ? 'read_only' : RISK_OF[capability];
  return capabilities.reduce((risk, each) => stricterRisk(risk, riskOf(each)), own);
}
