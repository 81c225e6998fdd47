/** What one server may cost everybody else. */
export const LIMITS = {
  /** Of one message, over whatever transport: more is read past and never kept. */
  messageBytes: 10_000_000,
  /** Messages taken from one server in one second; then it has to wait. */
  messagesPerSecond: 2_000,
  tools: 500,
  pages: 50,
  /** From the start of a server until it has said what it is: some are fetched from a registry first. */
  connectMs: 60_000,
  /** How long one that speaks only the older protocol may leave the question for the newer one unanswered. */
  probeMs: 5_000,
} as const;
