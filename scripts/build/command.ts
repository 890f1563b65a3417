import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
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
  /** What is imported on demand and stands in another part, by the end of its path. */
  readonly parts: Readonly<Record<string, string>>;
  /** Commands it holds itself. */
  readonly commands: readonly string[];
}

/** Source to part: held once, so that what is derived from it is derived once. */
const SHARED: Readonly<Record<string, string>> = { 'src/catalogue/index.ts': './catalogue.js' };

const PARTS: Readonly<Record<string, Part>> = {
  main: { source: 'src/cli/main.ts', shares: false, parts: { './process.js': './process.js' }, commands: [] },
  process: {
    source: 'src/cli/process.ts',
    shares: true,
    parts: { '../analysis/analyzer.js': './analysis.js', './migrate.js': './migrate.js' },
    commands: ['scan'],
  },
  // Edits are made on the trees of the analysis, so it holds an analysis of its own: one parse serves both.
  migrate: { source: 'src/cli/migrate.ts', shares: true, parts: {}, commands: [] },
  analysis: { source: 'src/analysis/analyzer.ts', shares: true, parts: {}, commands: [] },
  catalogue: { source: 'src/catalogue/index.ts', shares: false, parts: {}, commands: [] },
};

const TABLE = 'src/cli/commands.ts';

/** The modules that the table of commands imports on demand; they lie beside it, as in the build. */
export function commandsOf(root: string): readonly string[] {
  const table = readFileSync(join(root, TABLE), 'utf8');
  return [...table.matchAll(/\bimport\('\.\/([\w-]+)\.js'\)/g)].map(([, name = '']) => name);
}

export async function bundleCommand(
  root: string,
  outdir: string,
  external: readonly string[],
  shared: BuildOptions,
): Promise<void> {
  for (const [name, part] of Object.entries(PARTS)) {
    await build({
      ...shared,
      absWorkingDir: root,
      entryPoints: [part.source],
      outfile: join(outdir, `cli/${name}.js`),
      format: 'cjs',
      external: [...external],
      define: { 'import.meta.url': '__filename' },
      plugins: [elsewhere(part, root)],
    });
  }
  writeFileSync(join(root, outdir, 'cli/package.json'), '{ "type": "commonjs" }\n');
}

const REQUIRED = 'required-part';

/** Imports on demand of what another file holds: of another part by `require`, of a command as a module. */
function elsewhere({ shares, parts, commands }: Part, root: string): Plugin {
  return {
    name: 'elsewhere',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\.\.?\// }, ({ path, kind, namespace, importer, resolveDir }) => {
        if (namespace === REQUIRED) return { path, external: true };
        const source = relative(root, join(resolveDir, path)).replaceAll('\\', '/').replace(/\.js$/, '.ts');
        const shared = shares ? SHARED[source] : undefined;
        if (shared !== undefined) return { path: shared, external: true };
        if (kind !== 'dynamic-import') return undefined;
        const part = parts[path];
        if (part !== undefined) return { path: part, namespace: REQUIRED };
        const own = !importer.endsWith(join(TABLE)) || commands.some((name) => path === `./${name}.js`);
        return own ? undefined : { path: `../commands/${path.slice(2)}`, external: true };
      });
      onLoad({ filter: /./, namespace: REQUIRED }, ({ path }) => ({
        contents: `module.exports = require(${JSON.stringify(path)});`,
        loader: 'js',
      }));
    },
  };
}
