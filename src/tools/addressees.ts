import type { Call } from './call.ts';

/** Where the message of a call goes; undefined for a tool that sends none. */
export function addresseesOf({
  tool,
  input,
  caller,
}: Pick<Call, 'tool' | 'input' | 'caller'>): 'own_chat' | 'others' | undefined {
  if (!tool.capabilities.includes('message.send')) return undefined;
  try {
    return tool.addressees?.(input, caller) === 'own_chat' ? 'own_chat' : 'others';
  } catch {
    return 'others';
  }
}
