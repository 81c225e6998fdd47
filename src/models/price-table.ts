import type { Usage } from '../protocol/usage.ts';
import data from './prices.json' with { type: 'json' };
import type { Price } from './shared/settings.ts';

/** US dollars per million tokens, and what they become for long requests. */
interface ListPrice extends Omit<Price, 'cacheRead' | 'cacheWrite'> {
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
  /** For requests of more than `above` input tokens, for all of their tokens. */
  readonly long?: Omit<ListPrice, 'long'> & { readonly above: number };
}

interface PriceList {
  readonly source: string;
  readonly checked: string;
  readonly models: Readonly<Record<string, ListPrice>>;
}

const LISTS: Readonly<Record<string, PriceList>> = data;

/** A date, version or region that providers hang on a model's name. */
const NAME_TAIL = /^(?:[-@:](?:\d{4}-?\d{2}-?\d{2}|\d{3,4}|latest|v\d.*))+$/;

/** The list price of a model at a provider; undefined when there is none. */
export function listPrice(provider: string, model: string): ListPrice | undefined {
  const list = Object.hasOwn(LISTS, provider) ? LISTS[provider] : undefined;
  if (list === undefined) return undefined;
  if (Object.hasOwn(list.models, model)) return list.models[model];
  const known = Object.keys(list.models).find(
    (name) => model.startsWith(name) && NAME_TAIL.test(model.slice(name.length)),
  );
  return known === undefined ? undefined : list.models[known];
}

/** What a call cost, in US dollars. */
export function costOf(price: ListPrice | Price, usage: Usage): number {
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = usage;
  const long = 'long' in price ? price.long : undefined;
  const rate = long !== undefined && inputTokens > long.above ? long : price;
  const fresh = Math.max(0, inputTokens - cacheReadTokens - cacheWriteTokens);
  const perMillion =
    fresh * rate.input +
    cacheReadTokens * (rate.cacheRead ?? rate.input) +
    cacheWriteTokens * (rate.cacheWrite ?? rate.input) +
    outputTokens * rate.output;
  return perMillion / 1_000_000;
}
