import { z } from 'zod';
import { ChannelTools } from './schema/tools.ts';

/** What configuration has to know of one kind of adapter, without knowing any of them. */
export interface AdapterSections {
  /** The settings schema of each adapter by its type: an object schema, preferably strict. */
  readonly schemas: Readonly<Record<string, z.ZodType>>;
  /** Names that need no `type`, such as the presets of providers: offered as suggestions. */
  readonly names: readonly string[];
  /**
   * The type of a section that does not say one, by its name or by what else it says. `section` is as people wrote it
   * and not checked yet. Undefined if neither is known.
   */
  typeOf(name: string, section: Readonly<Record<string, unknown>>): string | undefined;
}

export interface ConfigSections {
  readonly providers: AdapterSections;
  readonly channels: AdapterSections;
}

export const ADAPTER_KINDS = ['providers', 'channels'] as const;
export type AdapterKind = (typeof ADAPTER_KINDS)[number];

/** Keys that every section has. An adapter that wants one of them puts it in its own schema too. */
const CommonSettings = z.strictObject({
  type: z.string().min(1).optional().describe('Which adapter this is. Known names need none.'),
  enabled: z.boolean().default(true).describe('`false` keeps the section but does not use it.'),
});
const ChannelSettings = CommonSettings.extend({
  tools: ChannelTools.optional().describe('Which tools are seen from this channel.'),
});

export const COMMON_SETTINGS = {
  providers: CommonSettings,
  channels: ChannelSettings,
} as const satisfies Record<AdapterKind, z.ZodType>;

/** What an entry of `providers` or `channels` may be called: no slash, since models are `provider/model`. */
export const AdapterName = /^[a-z0-9][a-z0-9._-]{0,63}$/i;
