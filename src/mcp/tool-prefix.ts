/** How the names of all tools of a server begin. */
export function mcpPrefixOf(server: string): string {
  return `mcp_${slugOf(server)}_`;
}

/** What is left of a text in a name that every provider takes. */
export function slugOf(text: string): string {
  const slug = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
  return slug === '' ? 'tool' : slug;
}
