/** Stands for the servers of `mcp` and `lsp` in the action, which has no use for one. */
export function serve(): Promise<never> {
  return Promise.reject(new Error('The GitHub Action serves no coding agents and no editors.'));
}

export { serve as serveAnalysis, serve as serveEditor };
