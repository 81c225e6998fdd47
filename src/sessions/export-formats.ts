/** `jsonl`: a line for the session, then one a message. `markdown`: for reading. */
export const EXPORT_FORMATS = ['markdown', 'jsonl'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
