import { CODEMODS } from '../../codemods/index.js';

/**
 * The jscodeshift transforms, by path: one for each codemod, and one under the name of each of its entries, which is the
 * name that reports use.
 */
export function transforms(): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  // jscodeshift knows no other languages.
  for (const { id, entries } of CODEMODS.filter(({ language }) => language === undefined)) {
    for (const entry of entries) files.set(`codemods/${entry}.cjs`, transformText(entry, id, [entry]));
    files.set(`codemods/${id}.cjs`, transformText(id, id, entries));
  }
  return files;
}

function transformText(name: string, codemod: string, entries: readonly string[]): string {
  return `// npx jscodeshift -t node_modules/edge-sunset/codemods/${name}.cjs src
'use strict';

const { transformOf } = require('../dist/codemods/transform.cjs');

module.exports = transformOf('${codemod}', [${entries.map((entry) => `'${entry}'`).join(', ')}]);
`;
}
