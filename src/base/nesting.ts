/** Whether a value that was read from JSON is nested deeper than `most`. Never looks deeper than that. */
export function isNestedDeeper(value: unknown, most: number): boolean {
  if (most < 0) return true;
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((item) => isNestedDeeper(item, most - 1));
}
