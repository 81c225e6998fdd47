import type { z } from 'zod';
import { AnthropicSettings } from './anthropic/settings.ts';
import { GoogleSettings } from './google/settings.ts';
import { OfflineSettings } from './offline/settings.ts';
import { OpenAiSettings } from './openai/settings.ts';
import { OpenAiCompatibleSettings } from './openai-compatible/settings.ts';

/** The settings of each adapter, without its SDK: what configuration has to know. */
export const providerSettings = {
  anthropic: AnthropicSettings,
  google: GoogleSettings,
  offline: OfflineSettings,
  openai: OpenAiSettings,
  'openai-compatible': OpenAiCompatibleSettings,
} satisfies Record<string, z.ZodType>;
