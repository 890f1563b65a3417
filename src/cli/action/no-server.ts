/** Stands for the servers of `mcp` and `lsp` where everything is in one file. */
export function serve(): Promise<never> {
  return Promise.reject(new Error('This file serves no coding agents and no editors: install the package.'));
}

export { serve as serveAnalysis, serve as serveEditor };
