/** Stands for the server of `mcp` in the action, which has no use for one. */
export function serve(): Promise<never> {
  return Promise.reject(new Error('The GitHub Action does not serve coding agents.'));
}
