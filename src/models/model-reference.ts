/** `provider/model`, taken apart. The model's own name may hold more slashes. */
export interface ModelReference {
  readonly provider: string;
  readonly model: string;
}

/** Undefined when there is no provider in front. */
export function parseModelReference(text: string): ModelReference | undefined {
  const slash = text.indexOf('/');
  if (slash <= 0 || slash === text.length - 1) return undefined;
  return { provider: text.slice(0, slash), model: text.slice(slash + 1) };
}
