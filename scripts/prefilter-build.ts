/**
 * Assembles the prefilter's SIMD search and writes it as a TypeScript module.
 *
 *   tsx scripts/prefilter-build.ts           writes src/analysis/prefilter/generated/teddy.ts
 *   tsx scripts/prefilter-build.ts --check   fails if the committed file is not what the source gives
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import wabt from 'wabt';

const folder = new URL('../src/analysis/prefilter/', import.meta.url);
const source = fileURLToPath(new URL('teddy.wat', folder));
const target = fileURLToPath(new URL('generated/teddy.ts', folder));

/** The text of the generated module. */
export async function teddyModuleText(): Promise<string> {
  const assembler = await wabt();
  const parsed = assembler.parseWat(source, readFileSync(source, 'utf8'), { simd: true });
  try {
    parsed.validate();
    const { buffer } = parsed.toBinary({});
    return [
      '// Generated from teddy.wat by `npm run build:prefilter`; do not edit.',
      `/** ${buffer.length} bytes of WebAssembly, as base64. */`,
      'export const TEDDY_MODULE =',
      `  '${Buffer.from(buffer).toString('base64')}';`,
      '',
    ].join('\n');
  } finally {
    parsed.destroy();
  }
}

async function main(check: boolean): Promise<number> {
  const text = await teddyModuleText();
  if (!check) {
    writeFileSync(target, text);
    return 0;
  }
  if (readFileSync(target, 'utf8').replaceAll('\r\n', '\n') === text) return 0;
  process.stderr.write(`${target} is not what teddy.wat gives.\nRun: npm run build:prefilter\n`);
  return 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exitCode = await main(process.argv.includes('--check'));
