const LEAVE = new Set(['/quit', '/exit']);

/** Whether a line says that its writer leaves. */
export function isLeaving(line: string): boolean {
  return LEAVE.has(line.trim());
}
