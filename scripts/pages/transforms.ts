import { CODEMODS } from '../../codemods/index.js';

/** The jscodeshift transform of each codemod, by path. */
export function transforms(): ReadonlyMap<string, string> {
  return new Map(
    // jscodeshift knows no other languages.
    CODEMODS.filter(({ language }) => language === undefined).map(({ id, entries }) => [
      `codemods/${id}.cjs`,
      [
        `// npx jscodeshift -t node_modules/edge-sunset/codemods/${id}.cjs src`,
        "'use strict';",
        '',
        "const { transformOf } = require('../dist/codemods/transform.cjs');",
        '',
        `module.exports = transformOf('${id}', [${entries.map((entry) => `'${entry}'`).join(', ')}]);`,
        '',
      ].join('\n'),
    ]),
  );
}
