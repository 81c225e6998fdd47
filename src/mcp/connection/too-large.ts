import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { LIMITS } from './limits.ts';

type Id = string | number;

/** Ours, in the range that the protocol leaves to implementations. */
export const TOO_LARGE = -32_099;
export const CUT_OFF = -32_098;

/** What a call hears whose answer was read past. */
export function tooLarge(id: Id): JSONRPCMessage {
  const most = LIMITS.messageBytes / 1_000_000;
  return failure(id, TOO_LARGE, `The answer was larger than ${most} MB and was not kept.`);
}

/** What a call hears whose answer ended before it was whole. */
export function cutOff(id: Id): JSONRPCMessage {
  return failure(id, CUT_OFF, 'The connection ended before the answer was whole.');
}

function failure(id: Id, code: number, message: string): JSONRPCMessage {
  return { jsonrpc: '2.0', id, error: { code, message } };
}

/** The call that a message over the limit answers, from its first and last bytes: libraries write the id at either end. */
export function idOf(head: string, tail: string): Id | undefined {
  const written = FIRST.exec(head)?.[1] ?? LAST.exec(tail)?.[1];
  return written === undefined ? undefined : (JSON.parse(written) as Id);
}

const ID = String.raw`"id"\s*:\s*(\d{1,15}|"[\w:.-]{1,80}")`;
const FIRST = new RegExp(String.raw`^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?${ID}\s*,`);
const LAST = new RegExp(String.raw`,\s*${ID}\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$`);
