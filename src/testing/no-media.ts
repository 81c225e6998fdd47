import type { MediaToolDeps } from '../toolkit/index.ts';

/** For tests that only look at the tools: no model sees, draws or speaks. */
export const noMedia: MediaToolDeps = {
  router: {
    // biome-ignore lint/correctness/useYield: nothing comes of it
    async *stream() {
      throw new Error('no models here');
    },
  },
  hasVisionRoute: false,
  image: { problem: 'no pictures here' },
  speech: { problem: 'no speech here' },
  voice: 'alloy',
};
