/** One measured figure. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** What was asked for; figures are printed and never asserted. */
  readonly asked: string;
}

/** Measures one or more figures; named so that it can be run alone. */
export interface Row {
  readonly name: string;
  /** Left out unless it is asked for by name. */
  readonly slow?: boolean;
  measure(): Promise<readonly Figure[]>;
}
