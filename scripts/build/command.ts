import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';

/**
 * The command line, as few CommonJS files: Node starts one in half the time it takes to load the same code as
 * modules. `main.js` answers `--version` and `--help` by itself; `process.js` and `catalogue.js` hold all that a
 * scan without a candidate needs, `analysis.js` the readers and the match. Inside one file what is imported on demand is set
 * up on demand. Every other command is a module beside, loaded when it is asked for.
 */
interface Part {
  readonly source: string;
  /** Whether what is shared stands outside. */
  readonly shares: boolean;
  /** Other parts that it imports on demand. */
  readonly parts: readonly string[];
  /** Commands it holds itself. */
  readonly commands: readonly string[];
}

/** Large texts: files beside, once in the package, read when the text is first used. */
export const TEXTS: Readonly<Record<string, string>> = {
  'src/catalogue/generated/catalogue.ts': 'catalogue-table',
  'src/catalogue/generated/sdk.ts': 'sdk-table',
  'src/catalogue/generated/samples.ts': 'sample-table',
  'src/catalogue/generated/companions.ts': 'companion-table',
  'codemods/direct/generated/templates.ts': 'template-table',
  'codemods/rate-limits/generated/templates.ts': 'limit-template-table',
};

/**
 * Packages, and modules of Node that load a dozen others, that few runs need although their code is everywhere: loaded
 * when one of their names is first used.
 */
const PACKAGES = /^(?:yaml|jsonc-parser|node:(?:crypto|net|zlib|child_process))$/;

/** Source to part: held once, so that what is derived from it is derived once. */
const SHARED: Readonly<Record<string, string>> = { 'src/catalogue/index.ts': './catalogue.js' };

const PARTS: Readonly<Record<string, Part>> = {
  main: {
    source: 'src/cli/main.ts',
    shares: false,
    parts: ['process', 'compiled-code'],
    commands: [],
  },
  'compiled-code': { source: 'src/cli/start/compiled-code.ts', shares: false, parts: [], commands: [] },
  process: {
    source: 'src/cli/run/process.ts',
    shares: true,
    parts: ['analysis', 'rewriting'],
    commands: ['scan', 'completions'],
  },
  // Edits are made on the trees of the analysis, so it holds an analysis of its own: one parse serves both.
  rewriting: { source: 'src/cli/run/rewriting.ts', shares: true, parts: [], commands: [] },
  analysis: { source: 'src/analysis/analyzer.ts', shares: true, parts: [], commands: [] },
  catalogue: { source: 'src/catalogue/index.ts', shares: false, parts: [], commands: [] },
};

const TABLE = 'src/cli/run/commands.ts';

/**
 * The modules that the table of commands imports on demand, by the names that the build gives them; without those that a
 * part holds.
 */
export function commandsOf(root: string): ReadonlyMap<string, string> {
  const table = readFileSync(join(root, TABLE), 'utf8');
  const paths = [...table.matchAll(/\bimport\('([./\w-]+)'\)/g)].map(([, path = '']) => path);
  const modules = paths.map(
    (path) => [basename(path, '.js'), sourceOf(root, dirname(join(root, TABLE)), path)] as const,
  );
  const held = new Set(Object.values(PARTS).flatMap(({ source, commands }) => [source, ...commands]));
  return new Map(modules.filter(([name, source]) => !held.has(name) && !held.has(source)));
}

export async function bundleCommand(
  root: string,
  outdir: string,
  external: readonly string[],
  shared: BuildOptions,
): Promise<void> {
  const made = async (name: string, source: string, plugins: Plugin[]) => {
    const { outputFiles } = await build({
      ...shared,
      write: false,
      absWorkingDir: root,
      entryPoints: [source],
      outfile: join(outdir, `cli/${name}.js`),
      format: 'cjs',
      external: [...external],
      define: { 'import.meta.url': '__filename' },
      plugins,
    });
    for (const { path, text } of outputFiles) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, inAscii(name === 'main' ? text : importsElsewhere(text)));
    }
  };
  for (const [source, name] of Object.entries(TEXTS)) await made(name, source, []);
  for (const [name, part] of Object.entries(PARTS))
    await made(name, part.source, [whenUsed(root), countersThatAreUsed, elsewhere(part, root)]);
  writeFileSync(join(root, outdir, 'cli/package.json'), '{ "type": "commonjs" }\n');
  writeFileSync(join(root, outdir, 'cli/import.js'), 'module.exports = (path) => import(path);\n');
}

/** One other sign, in a regular expression, doubles what V8 holds of the file, and Node takes three times as long to read it. */
function inAscii(code: string): string {
  return code.replace(/[^\0-\x7f]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Code that is kept compiled may not import by itself (`src/cli/start/compiled-code.ts`). */
function importsElsewhere(code: string): string {
  return code.replace(
    /\bimport\(("(?:[\w-]+|node:\w+|\.\.\/commands\/[\w-]+\.js)")\)/g,
    'require("./import.js")($1)',
  );
}

const REQUIRED = 'required-part';
const USED = 'when-used';

/** A module of texts whose file is read when one of them is, and packages that are loaded so. */
function whenUsed(root: string): Plugin {
  return {
    name: 'when-used',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: PACKAGES }, ({ path, kind }) =>
        kind === 'import-statement' ? { path, namespace: USED } : undefined,
      );
      onResolve({ filter: /\/generated\/\w+\.js$/ }, ({ path, resolveDir }) => {
        const source = sourceOf(root, resolveDir, path);
        return source in TEXTS ? { path: source, namespace: USED } : undefined;
      });
      onResolve({ filter: /./, namespace: USED }, ({ path }) => ({ path, external: true }));
      onLoad({ filter: /./, namespace: USED }, ({ path }) => ({
        contents: PACKAGES.test(path)
          ? gettersOf(Object.keys(createRequire(import.meta.url)(path)), path)
          : gettersOf(textsIn(readFileSync(join(root, path), 'utf8')), `./${TEXTS[path]}.js`),
        loader: 'js',
      }));
    },
  };
}

/** The client of GitLab counts its requests with two of the modules of a package that speaks to a dozen data bases. */
const countersThatAreUsed: Plugin = {
  name: 'counters-that-are-used',
  setup({ onLoad }) {
    onLoad({ filter: /rate-limiter-flexible[\\/]index\.js$/ }, () => ({
      contents: ['RateLimiterMemory', 'RateLimiterQueue']
        .map((name) => `exports.${name} = require('./lib/${name}');`)
        .join('\n'),
    }));
  },
};

function textsIn(source: string): readonly string[] {
  return [...source.matchAll(/^export const (\w+)/gm)].map(([, name = '']) => name);
}

/** A module whose names are those of another one, which is loaded when the first of them is used. */
function gettersOf(names: readonly string[], path: string): string {
  const getters = names.map((name) => `get ${name}() { return require('${path}').${name}; }`);
  return `module.exports = { ${getters.join(', ')} };`;
}

/** The path of an import below the root. */
function sourceOf(root: string, folder: string, path: string): string {
  return relative(root, join(folder, path)).replaceAll('\\', '/').replace(/\.js$/, '.ts');
}

/** Imports on demand of what another file holds: of another part by `require`, of a command as a module. */
function elsewhere({ shares, parts, commands }: Part, root: string): Plugin {
  return {
    name: 'elsewhere',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\.\.?\// }, ({ path, kind, namespace, importer, resolveDir }) => {
        if (namespace === REQUIRED) return { path, external: true };
        const shared = shares ? SHARED[sourceOf(root, resolveDir, path)] : undefined;
        if (shared !== undefined) return { path: shared, external: true };
        if (kind !== 'dynamic-import') return undefined;
        const source = sourceOf(root, resolveDir, path);
        const part = parts.find((name) => PARTS[name]?.source === source);
        if (part !== undefined) return { path: `./${part}.js`, namespace: REQUIRED };
        if (!importer.endsWith(join(TABLE)) || commands.includes(basename(path, '.js'))) return undefined;
        return { path: `../commands/${basename(path)}`, external: true };
      });
      onLoad({ filter: /./, namespace: REQUIRED }, ({ path }) => ({
        contents: `module.exports = require(${JSON.stringify(path)});`,
        loader: 'js',
      }));
    },
  };
}
