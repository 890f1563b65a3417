/**
 * Helper modules are written in parts, one duty each, and brought into a user's package as one file with the parts
 * that the package uses. `npm run helpers:build` keeps the texts of the parts beside the codemod.
 */
import type { ModuleSystem } from '../../src/migrate/model.js';

/** Imports taken out; `export` stands before the public names alone. */
export interface Part {
  readonly name: string;
  /** Parts that it imports. */
  readonly needs: readonly string[];
  readonly offers: readonly string[];
  /** What it takes from modules of the platform: `{ Readable }`, `* as https`. */
  readonly platform?: Readonly<Record<string, string>>;
  readonly typescript: string;
  readonly plain: string;
}

/** One module that offers the names; without names all that there are. `parts` come before those that need them. */
export function assemble(
  parts: readonly Part[],
  language: 'typescript' | ModuleSystem,
  names: readonly string[] | null = null,
): string {
  const offered = parts.flatMap(({ offers }) => offers);
  const wanted = new Set(names ?? offered);
  const needed = needing(
    parts,
    parts.filter(({ offers }) => offers.some((name) => wanted.has(name))).map(({ name }) => name),
  );
  const used = parts.filter(({ name }) => needed.has(name));
  const text = [
    ...importsOf(used, language),
    ...used.map((part) => (language === 'typescript' ? part.typescript : part.plain)),
  ].join('\n\n');
  if (language !== 'commonjs') return `${text}\n`;
  const exported = used.flatMap(({ offers }) => offers).sort();
  return `${text.replace(/^export /gm, '')}\n\nmodule.exports = { ${exported.join(', ')} };\n`;
}

function importsOf(parts: readonly Part[], language: 'typescript' | ModuleSystem): readonly string[] {
  return parts.flatMap(({ platform = {} }) =>
    Object.entries(platform).map(([module, names]) =>
      language === 'commonjs'
        ? `const ${names.replace(/^\* as /, '')} = require('${module}');`
        : `import ${names} from '${module}';`,
    ),
  );
}

function needing(parts: readonly Part[], names: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const pending = [...names];
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    pending.push(...(parts.find((part) => part.name === name)?.needs ?? []));
  }
  return found;
}
