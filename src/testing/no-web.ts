import { createPublicFetch } from '../security/public-fetch.ts';
import type { WebToolDeps } from '../toolkit/index.ts';

/** For tests that only look at the built-in tools: whatever would leave this machine fails. */
export const noWeb: WebToolDeps = {
  publicFetch: createPublicFetch({ resolve: () => Promise.reject(new Error('no network here')) }),
  fetch: () => Promise.reject(new Error('no network here')),
  search: { maxResults: 8, hasKey: false },
};
