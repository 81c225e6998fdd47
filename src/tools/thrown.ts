import { types } from 'node:util';

/**
 * What a tool threw, so that it can be looked at: a proxy, or an error whose words are code, may throw again or say
 * something else at the next look.
 */
export function tamed(thrown: unknown): unknown {
  try {
    if (typeof thrown !== 'object' || thrown === null) return thrown;
    return types.isProxy(thrown) || hasHiddenCode(thrown) ? new Error(wordsOnce(thrown)) : thrown;
  } catch {
    return new Error('It threw something that cannot be read.');
  }
}

function hasHiddenCode(thrown: object): boolean {
  return ['name', 'message', 'cause', 'code'].some((field) => {
    const own = Object.getOwnPropertyDescriptor(thrown, field);
    return own !== undefined && !('value' in own);
  });
}

function wordsOnce(thrown: object): string {
  const { message } = thrown as { readonly message?: unknown };
  return typeof message === 'string' ? message : 'It threw something that cannot be read.';
}
