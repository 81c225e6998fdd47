import { translate } from '../../protocol/catalogue.ts';
import type { ContentBlock } from '../../protocol/content.ts';
import type { Language } from '../../protocol/language.ts';

/** A message in words. A file is named by its place in the workspace: whoever sits here has it already. */
export function toWords(content: readonly ContentBlock[], language: Language): string {
  return content
    .map((block) => {
      if (block.type === 'text') return block.text;
      const { name = '?', mediaType: type } = block;
      return translate(language, 'cli.chat.file', { name, type });
    })
    .join('\n');
}
