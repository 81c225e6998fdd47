import { AgentError } from '../base/errors.ts';
import type { MessageId, MessageValues } from '../protocol/catalogue.ts';

/** What was typed makes no sense; the text says what would. */
export function usageError(messageId: MessageId, values: MessageValues = {}): AgentError {
  return new AgentError('invalid_input', 'The command line is not valid.', { messageId, values });
}
