import { z } from 'zod';
import { ModuleName } from '../fields.ts';

const Plugin = z.strictObject({
  module: ModuleName.describe(
    'The module to load: a path that begins with `./`, `../`, `/` or `~/`, or the name of a package.',
  ),
  enabled: z.boolean().default(true).describe('`false` keeps the entry but loads nothing.'),
  options: z
    .record(z.string(), z.unknown())
    .default({})
    .describe('Handed to the plug-in as it is. References to variables and files work in secrets.'),
});

export const PluginSettings = z.array(Plugin);
export type PluginSettings = z.output<typeof PluginSettings>;
