import type { ModelErrorCode } from '../model-provider.ts';
import type { ErrorFacts } from './error-facts.ts';

interface Rule {
  readonly code: ModelErrorCode;
  readonly says: RegExp;
  readonly unless?: RegExp;
  /** Only for these; absent means any, an error in a stream included. */
  readonly statuses?: readonly number[];
}

const BAD_INPUT = [400, 413, 422];

/** The first that fits decides; what none fits is decided by the status alone. */
const RULES: readonly Rule[] = [
  {
    code: 'context_overflow',
    says: /context[_ ]length|context[_ ]window|context[_ ]size|context_limit|prompt is too long|(input|prompt|request|message)s? (is |are |was )?too (long|large)|too many (input )?tokens|input token count|range of input length|exceeds? the (maximum|max|limit).{0,40}(input|prompt|context|token)|输入.{0,12}(超过|过长)|上下文.{0,12}(超过|超出|过长)/,
    unless: /rate[_ ]limit|per[_ ]min|per day|tpm\b/,
    statuses: BAD_INPUT,
  },
  { code: 'context_overflow', says: /context_length_exceeded|exceed_context_size/ },
  {
    code: 'content_filter',
    says: /content[_ ]?(filter|policy|management)|data_inspection_failed|safety[_ ]?(block|filter)|moderation|flagged|prohibited_content|敏感|违规/,
    unless: /rate[_ ]limit/,
  },
  {
    code: 'quota',
    says: /insufficient[_ ](quota|balance|credit|funds)|(balance|credits?|quota) (is |are )?(too low|insufficient|exhausted|not enough)|billing|credit balance|arrear|overdue|exceeded_current_quota|payment required|perday|余额|欠费|额度/,
    unless: /retrydelay|per[_ ]?minute/,
  },
  {
    code: 'auth',
    says: /api[_ ]?key (is )?(not valid|invalid)|invalid[_ ](api[_ ]?key|x-api-key|token)|api_key_invalid|incorrect api key|authentication_error|unauthenticated|unauthorized/,
  },
  { code: 'rate_limited', says: /rate[_ ]?limit|resource_exhausted|too many requests|throttl/ },
  { code: 'overloaded', says: /overload|server[_ ](is )?busy|temporarily unavailable|capacity/ },
  { code: 'timeout', says: /deadline_exceeded|timed?[_ ]?out/ },
];

const BY_STATUS: Readonly<Record<number, ModelErrorCode>> = {
  401: 'auth',
  402: 'quota',
  403: 'auth',
  408: 'timeout',
  409: 'overloaded',
  413: 'context_overflow',
  425: 'overloaded',
  429: 'rate_limited',
};

/** What kind of failure a provider's words and status mean. */
export function classify({ message, codes, status }: ErrorFacts): ModelErrorCode {
  const text = `${codes} ${message}`.toLowerCase();
  const rule = RULES.find(
    ({ says, unless, statuses }) =>
      says.test(text) &&
      !unless?.test(text) &&
      (statuses === undefined || status === undefined || statuses.includes(status)),
  );
  if (status === undefined) return rule?.code ?? wordsAlone(text);
  const byStatus = statusCode(status);
  return rule !== undefined && mayRefine(byStatus, rule.code) ? rule.code : byStatus;
}

function statusCode(status: number): ModelErrorCode {
  return BY_STATUS[status] ?? (status >= 500 ? 'overloaded' : 'bad_request');
}

/** An error frame without a status: said to be our fault, or else the server's. */
function wordsAlone(text: string): ModelErrorCode {
  return /invalid|bad_request|not_found|not supported|unsupported/.test(text)
    ? 'bad_request'
    : 'overloaded';
}

/** Words sharpen a status of refusal; they never turn a server's failure into one of ours. */
function mayRefine(byStatus: ModelErrorCode, byWords: ModelErrorCode): boolean {
  if (byStatus === 'overloaded') return byWords === 'timeout' || byWords === 'rate_limited';
  if (byStatus === 'rate_limited') return byWords === 'quota';
  if (byStatus === 'auth') return byWords === 'quota' || byWords === 'content_filter';
  return byStatus === 'bad_request' || byStatus === 'context_overflow';
}
