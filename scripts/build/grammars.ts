import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { transformSync } from 'esbuild';
import { GRAMMARS } from '../../src/grammar/index.js';

/** The parser, the grammars that are used, and their licence; their package holds four times as many. */
export function writeGrammars(folder: string): void {
  const source = dirname(createRequire(import.meta.url).resolve('@vscode/tree-sitter-wasm'));
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(source, '../LICENSE'), join(folder, 'LICENSE'));
  const grammars = new Set(Object.values(GRAMMARS).map((name) => `tree-sitter-${name}`));
  // A fifth of the size, and unpacked in a hundredth of a second when a file of the language is to be edited.
  for (const name of ['tree-sitter', ...grammars])
    writeFileSync(
      join(folder, `${name}.wasm.br`),
      brotliCompressSync(readFileSync(join(source, `${name}.wasm`))),
    );
  // Its makers leave it to whoever ships it to make it small.
  const parser = readFileSync(join(source, 'tree-sitter.js'), 'utf8');
  const { code } = transformSync(withoutImport(parser), { minify: true, target: 'node20.19' });
  writeFileSync(join(folder, 'tree-sitter.js'), code);
  // Below a package of modules Node would take it for one.
  writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }\n');
}

/** A single executable has no file that could import anything. */
function withoutImport(parser: string): string {
  const code = parser.replace(/await import\(("[\w/]+")\)/g, 'process.getBuiltinModule($1)');
  if (code === parser) throw new Error('the parser no longer imports what it needs on demand');
  return code;
}
