/** A tool as its server lists it, and what we made of it. */
export interface McpToolView {
  /** The server's own name of it. */
  readonly tool: string;
  /** Our name of it; undefined when it has none here. */
  readonly name?: string | undefined;
  /**
   * `ready` when it can be called while the server is connected; `changed` and `new` wait for a person; `left_out` by
   * `include` or `exclude`; `refused` is not right, or has a name that is taken.
   */
  readonly state: 'ready' | 'changed' | 'new' | 'left_out' | 'refused';
  readonly reason?: string | undefined;
  /** Of what a person agrees to: description, schemas and annotations. */
  readonly hash?: string | undefined;
  /** The server's own words. */
  readonly description?: string | undefined;
}

/** How a configured MCP server stands. */
export interface McpServerView {
  readonly name: string;
  readonly transport: 'stdio' | 'http';
  readonly state: 'disabled' | 'starting' | 'connected' | 'failed' | 'needs_login';
  /** Why it is not connected. */
  readonly reason?: string | undefined;
  readonly protocolVersion?: string | undefined;
  /** What it calls itself. */
  readonly serverName?: string | undefined;
  readonly tools: readonly McpToolView[];
}
