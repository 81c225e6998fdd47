import { z } from 'zod';
import { commonSettings, HttpUrl } from '../shared/settings.ts';

export const GoogleSettings = z.strictObject({
  ...commonSettings,
  baseUrl: HttpUrl.default('https://generativelanguage.googleapis.com/v1beta'),
});
export type GoogleSettings = z.output<typeof GoogleSettings>;
