/** Where a text stops being JSON. The words of the engine are left out: they quote the text, which may hold secrets. */
export function jsonFault(error: unknown): string {
  const place = /\bat position \d+(?: \(line \d+ column \d+\))?/.exec(String(error))?.[0];
  return place === undefined ? 'not JSON' : `not JSON (${place})`;
}
