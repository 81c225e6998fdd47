import { z } from 'zod';

export const Freshness = z.enum(['day', 'week', 'month', 'year']);
export type Freshness = z.infer<typeof Freshness>;

export interface SearchQuery {
  readonly query: string;
  readonly count: number;
  /** Only what appeared since then. */
  readonly freshness?: Freshness | undefined;
}

export interface SearchHit {
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
  /** As the provider writes it. */
  readonly date?: string | undefined;
}

export interface SearchAccess {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
}

/** One search service: what it is asked, and how its answer is read. Knows its wire and nothing else. */
export interface SearchProvider {
  /** Absent where everybody runs their own. */
  readonly baseUrl?: string;
  readonly needsKey: boolean;
  /** Where a key is to be had, or what has to be set up. */
  readonly help: string;
  /** What a refusal (401, 403) means beside a wrong key. */
  readonly refusal?: string;
  request(query: SearchQuery, access: SearchAccess): SearchRequest;
  /** Throws a `ZodError` for an answer of another form, a `SearchRefused` for one that says no. */
  read(answer: unknown): readonly SearchHit[];
}

export interface SearchRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON; absent: GET. */
  readonly body?: unknown;
}

/** A provider that answers 200 and says no. */
export class SearchRefused extends Error {}

export function urlOf(
  { baseUrl }: SearchAccess,
  path: string,
  parameters: Readonly<Record<string, string | undefined>> = {},
): URL {
  const url = new URL(`${baseUrl}${path}`);
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url;
}

export function bearer({ apiKey }: SearchAccess): Readonly<Record<string, string>> {
  return apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
}

/** A field that may be missing, empty or null. */
export const Text = z
  .string()
  .nullish()
  .transform((text) => text ?? '');
