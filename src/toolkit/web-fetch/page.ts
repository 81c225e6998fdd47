export interface PageSource {
  readonly html: string;
  /** Where it came from, after redirects: relative links start there. */
  readonly url: string;
  readonly wholePage: boolean;
}

export interface Page {
  readonly title?: string;
  readonly byline?: string;
  readonly published?: string;
  readonly text: string;
  /** Whether hardly any text was found where scripts would have made some. */
  readonly needsScripts?: boolean;
}
