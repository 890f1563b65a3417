/**
 * Where the parser and the grammars come from: in a build from compressed files beside the bundles, in a single executable from
 * its assets, in a checkout from the package that they are a part of.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';

/** The name of the parser itself; those of grammars are `tree-sitter-python` and the like. */
export const PARSER = 'tree-sitter';

const PACKED = '.wasm.br';

export function grammarFile(name: string): Uint8Array {
  const asset = assetNamed(`${name}${PACKED}`);
  if (asset !== null) return brotliDecompressSync(asset);
  const folder = grammarFolder();
  const packed = join(folder, `${name}${PACKED}`);
  return existsSync(packed)
    ? brotliDecompressSync(readFileSync(packed))
    : readFileSync(join(folder, `${name}.wasm`));
}

/** What the JavaScript of the parser exports. */
export function parserPackage(): unknown {
  const code = assetNamed(`${PARSER}.js`);
  if (code === null) return require(join(grammarFolder(), `${PARSER}.js`));
  const { compileFunction } = process.getBuiltinModule('node:vm');
  const module = { exports: {} };
  const parameters = ['module', 'exports', 'require', '__filename', '__dirname'];
  const builtin = (name: string) => process.getBuiltinModule(name);
  compileFunction(new TextDecoder().decode(code), parameters)(module, module.exports, builtin, '/', '/');
  return module.exports;
}

/** Null outside of a single executable. */
function assetNamed(name: string): Uint8Array | null {
  const sea = process.getBuiltinModule('node:sea');
  return sea?.isSea() === true ? new Uint8Array(sea.getAsset(name)) : null;
}

const require = createRequire(import.meta.url);

function grammarFolder(): string {
  const here = dirname(
    import.meta.url.startsWith('file:') ? fileURLToPath(import.meta.url) : import.meta.url,
  );
  const built = ['grammars', '../grammars']
    .map((folder) => join(here, folder))
    .find((folder) => existsSync(folder));
  return built ?? dirname(require.resolve('@vscode/tree-sitter-wasm'));
}
