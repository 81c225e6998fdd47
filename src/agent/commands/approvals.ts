import { AgentError } from '../../base/errors.ts';
import { type Approval, ApprovalScope } from '../../protocol/approval.ts';
import { describeError, translate } from '../../protocol/catalogue.ts';
import type { Command, CommandCall, CommandDeps, CommandReply } from './command.ts';

const list: Command = {
  name: 'approvals',
  help: 'command.help.approvals',
  async run(deps, call) {
    const owner = deps.isOwner(call.principal);
    const pending = await deps.gate.pending(owner ? {} : { sessionKey: call.sessionKey });
    if (pending.length === 0) return { text: translate(call.language, 'command.no_approvals') };
    return { text: pending.map((approval) => describe(call, approval)).join('\n') };
  },
};

const approve: Command = {
  name: 'approve',
  help: 'command.help.approve',
  run(deps, call) {
    const [id = '', wanted = 'once'] = call.argument.split(/\s+/);
    const scope = ApprovalScope.safeParse(wanted);
    if (!scope.success) {
      return Promise.resolve({ text: translate(call.language, 'command.help.approve') });
    }
    return decide(deps, call, { id, verdict: 'approved', scope: scope.data });
  },
};

const deny: Command = {
  name: 'deny',
  help: 'command.help.deny',
  run(deps, call) {
    const [id = '', ...words] = call.argument.split(/\s+/);
    const comment = words.join(' ');
    return decide(deps, call, {
      id,
      verdict: 'denied',
      scope: 'once',
      ...(comment !== '' && { comment }),
    });
  },
};

export const approvalCommands: readonly Command[] = [list, approve, deny];

async function decide(
  deps: CommandDeps,
  call: CommandCall,
  decision: {
    id: string;
    verdict: 'approved' | 'denied';
    scope: ApprovalScope;
    comment?: string;
  },
): Promise<CommandReply> {
  try {
    const approval = await deps.gate.decide({ ...decision, by: call.principal });
    const text = approval.state === 'denied' ? 'command.denied' : 'command.approved';
    return { text: translate(call.language, text, { summary: approval.summary }) };
  } catch (thrown) {
    return { text: describeError(AgentError.from(thrown), call.language) };
  }
}

function describe({ language }: CommandCall, approval: Approval): string {
  const { id, tool, risk, summary, reason } = approval;
  return translate(language, 'command.approval', { id, tool, risk, summary, reason });
}
