/**
 * Helper modules are written as one readable source, and brought into a user's package as one file with as much of it
 * as the package needs: the declarations that can be reached from the names it imports, and of these the lines that
 * its calls ask for. `npm run helpers:build` keeps the declarations beside the codemod.
 */
import type { HelperWanted, ModuleSystem } from '../../src/migrate/model.js';
import { withFeatures } from './parts.js';

/** A declaration; imports are taken out. */
export interface Part {
  readonly name: string;
  /** Whether programs may import it. */
  readonly isOffered: boolean;
  /** What its file says of all that is in it, before the first declaration. */
  readonly heading?: string;
  /** What its file takes from modules of the platform: `{ Readable }`, `* as https`. */
  readonly platform?: Readonly<Record<string, string>>;
  readonly typescript: string;
  readonly plain: string;
}

/** One module that offers the names. */
export function assemble(
  parts: readonly Part[],
  language: 'typescript' | ModuleSystem,
  { names, features }: HelperWanted = {},
): string {
  const offered = parts.filter(({ isOffered }) => isOffered).map(({ name }) => name);
  const exported = offered.filter((name) => names?.includes(name) ?? true);
  const asked = features === undefined ? null : new Set(features);
  const texts = new Map(
    parts.map((part) => [
      part.name,
      withFeatures(language === 'typescript' ? part.typescript : part.plain, asked),
    ]),
  );
  const needed = reachable(exported, texts);
  const used = parts.filter(({ name }) => needed.has(name));
  const headings = new Set<string>();
  const body = used.map(({ name, heading = '' }) => {
    const isExported = exported.includes(name) && language !== 'commonjs';
    const text = texts.get(name) ?? '';
    const first = heading === '' || headings.has(heading) ? '' : `${heading}\n\n`;
    headings.add(heading);
    return first + (isExported ? text.replace(DECLARATION, 'export $&') : text);
  });
  const text = [...importsOf(used, language), ...body].join('\n\n');
  if (language !== 'commonjs') return `${text}\n`;
  return `${text}\n\nmodule.exports = { ${[...exported].sort().join(', ')} };\n`;
}

/** The line with which a declaration begins, below what is said of it. */
const DECLARATION = /^(?:async |abstract )?(?:function|const|class|interface|type) /m;

function importsOf(parts: readonly Part[], language: 'typescript' | ModuleSystem): readonly string[] {
  const modules = new Map(parts.flatMap(({ platform = {} }) => Object.entries(platform)));
  return [...modules].map(([module, names]) =>
    language === 'commonjs'
      ? `const ${names.replace(/^\* as /, '')} = require('${module}');`
      : `import ${names} from '${module}';`,
  );
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
