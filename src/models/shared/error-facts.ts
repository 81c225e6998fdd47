/** What a provider said about a failure, whatever shape it said it in. */
export interface ErrorFacts {
  readonly message: string;
  /** Its own codes and types, separated by spaces. */
  readonly codes: string;
  readonly status?: number;
}

/** Reads the body of an error response: JSON of any of the usual shapes, else plain text or a web page. */
export function readErrorBody(body: string): ErrorFacts {
  return toErrorFacts(parseJson(body)) ?? { message: withoutTags(body), codes: '' };
}

/** Reads an error object, such as a frame in the middle of a stream; undefined when it is none. */
export function toErrorFacts(value: unknown): ErrorFacts | undefined {
  if (Array.isArray(value)) return toErrorFacts(value[0]);
  if (!isRecord(value)) return undefined;
  const nested = nestedError(value);
  if (typeof nested === 'string') return { message: nested, codes: codesOf(value) };
  if (isRecord(nested)) {
    const facts = factsOf(nested);
    if (facts !== undefined) {
      const status = facts.status ?? statusOf(value);
      const codes = `${facts.codes} ${codesOf(value)}`.trim();
      return { ...facts, codes, ...(status !== undefined && { status }) };
    }
  }
  return factsOf(value);
}

function nestedError(value: Readonly<Record<string, unknown>>): unknown {
  const { error, errors, response, data } = value;
  if (error !== undefined && error !== null) return error;
  if (Array.isArray(errors)) return errors[0];
  if (isRecord(response)) return response['error'];
  return isRecord(data) ? data['error'] : undefined;
}

function factsOf(value: Readonly<Record<string, unknown>>): ErrorFacts | undefined {
  const message = [value['message'], value['detail'], value['msg'], value['error_msg']].find(
    (text) => typeof text === 'string' && text !== '',
  );
  if (typeof message !== 'string') return undefined;
  const status = statusOf(value);
  // Google keeps the kind of quota and the time to wait in here.
  const details = value['details'] === undefined ? '' : ` ${JSON.stringify(value['details'])}`;
  const codes = `${codesOf(value)}${details}`;
  return { message, codes, ...(status !== undefined && { status }) };
}

function statusOf(value: Readonly<Record<string, unknown>>): number | undefined {
  return [value['statusCode'], value['status_code'], value['status'], value['code']]
    .map(Number)
    .find((number) => Number.isInteger(number) && number >= 400 && number <= 599);
}

function codesOf(value: Readonly<Record<string, unknown>>): string {
  return [value['code'], value['type'], value['status'], value['param']]
    .filter((code) => typeof code === 'string' || typeof code === 'number')
    .join(' ');
}

function withoutTags(text: string): string {
  return text
    .slice(0, 20_000)
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
