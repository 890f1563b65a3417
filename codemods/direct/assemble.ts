/**
 * New modules are written as readable templates. A program gets the declarations that can be reached from the names
 * it imports, and of these the lines that its calls ask for.
 */
import { withFeatures } from './features.js';

/** A declaration of a template; imports are taken out. */
export interface Part {
  readonly name: string;
  /** Whether programs may import it. */
  readonly isOffered: boolean;
  readonly typescript: string;
  readonly plain: string;
}

/** The declarations behind some names, in the order of the templates. */
export function assemble(
  parts: readonly Part[],
  isTyped: boolean,
  names: ReadonlySet<string>,
  features: ReadonlySet<string>,
): readonly { readonly name: string; readonly isExported: boolean; readonly text: string }[] {
  const texts = new Map(
    parts.map((part) => [part.name, withFeatures(isTyped ? part.typescript : part.plain, features)]),
  );
  const needed = reachable([...names], texts);
  return parts.flatMap(({ name, isOffered }) => {
    const text = texts.get(name) ?? '';
    if (!needed.has(name) || text === '') return [];
    return [{ name, isExported: isOffered && names.has(name), text }];
  });
}

/** Names of declarations that are mentioned by others from which on; no two have the same. */
function reachable(names: readonly string[], texts: ReadonlyMap<string, string>): ReadonlySet<string> {
  const found = new Set<string>();
  const pending = [...names];
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    const code = (texts.get(name) ?? '').replace(SAID, (said) =>
      [...said.matchAll(/\$\{([^}]*)\}/g)].join(' '),
    );
    for (const [word] of code.matchAll(/[\w$]+/g)) if (texts.has(word)) pending.push(word);
  }
  return found;
}

/** Comments and texts; what a template puts in stays. */
const SAID = /\/\*\*[\s\S]*?\*\/|^\s*\/\/.*$|'[^'\n]*'|`[^`]*`/gm;
