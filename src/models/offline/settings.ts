import { z } from 'zod';

/** Nothing to set: no key, no address, one model. */
export const OfflineSettings = z.strictObject({});
