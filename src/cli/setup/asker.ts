export interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly hint?: string;
}

/** How the wizard asks. Each answer is undefined when the person leaves. */
export interface Asker {
  select<Value extends string>(
    question: string,
    choices: readonly Choice<Value>[],
  ): Promise<Value | undefined>;
  /** `initial` is taken when nothing is typed. `refuse` says what is wrong with an answer. */
  text(
    question: string,
    options: { readonly initial?: string; refuse?(answer: string): string | undefined },
  ): Promise<string | undefined>;
  /** Never shown, not even as it is typed. */
  secret(question: string): Promise<string | undefined>;
  confirm(question: string): Promise<boolean | undefined>;
}
