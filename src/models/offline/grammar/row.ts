import type { Language } from '../../../protocol/language.ts';
import type { Fields, IntentKind } from '../intent.ts';

/**
 * One way to say one thing. A pattern is words in order, matched without regard to case and to full-width
 * forms, from the first to the last word of a request:
 *
 * - `[the]` may be there, `(read|open)` must be one of these; groups hold several words and nest;
 * - `{path:file}` fills the field `path` with what the slot `file` accepts;
 * - English words stand apart, Chinese ones may stand together.
 */
export interface GrammarRow {
  readonly kind: IntentKind;
  readonly language: Language;
  readonly pattern: string;
  /** Fields that the pattern itself settles. */
  readonly preset?: Fields;
  /** A question by itself; other rows are not matched by a line that ends with a question mark. */
  readonly asks?: true;
  /** Only the second step of two, working on the result of the first. */
  readonly follows?: true;
  /** Whole messages, and the fields of the (last) intent that each must give. */
  readonly examples: readonly (readonly [
    message: string,
    fields?: Readonly<Record<string, string | number | boolean>>,
  ])[];
}
