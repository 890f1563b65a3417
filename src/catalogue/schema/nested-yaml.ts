import type { CST } from 'yaml';

/** More levels than anybody writes. */
const DEEPEST = 200;

/**
 * Whether a part of a YAML file nests deeper than a document can be made of it. The package makes documents by recursion
 * and catches the end of the stack; but where that comes in the first use of a pattern, it ends the process.
 */
export function nestsDeep(part: CST.Token): boolean {
  const waiting: { readonly token: CST.Token | null | undefined; readonly depth: number }[] = [
    { token: part, depth: 0 },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { token, depth } = next;
    if (depth > DEEPEST) return true;
    if (token == null) continue;
    if (token.type === 'document') waiting.push({ token: token.value, depth });
    else if ('items' in token)
      for (const { key, value } of token.items)
        waiting.push({ token: key, depth: depth + 1 }, { token: value, depth: depth + 1 });
  }
  return false;
}
