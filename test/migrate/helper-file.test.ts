import { basename } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { PARTS } from '../../codemods/firewall-rules/generated/helper.js';
import { assemble } from '../../codemods/helpers/assemble.js';

const ADDRESSES = ['FILTERS', 'FIREWALL_RULES'];
const wrappers = PARTS.flatMap(({ offers }) => offers).filter((name) => /^[a-z]/.test(name));

/** The strictest a project asks for. */
const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  strict: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noImplicitOverride: true,
  noPropertyAccessFromIndexSignature: false,
  noImplicitReturns: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  skipLibCheck: true,
  noEmit: true,
  types: ['node'],
};

describe('the file that is brought in', () => {
  it('asks nothing of a strict project, whatever parts it has', () => {
    const texts = new Map([
      ['all', assemble(PARTS, 'typescript')],
      ...wrappers.map((name) => [name, assemble(PARTS, 'typescript', [...ADDRESSES, name])] as const),
      ['unused', 'const left = 1;\nexport const right = 2;\n'],
    ]);
    expect(errorsIn(texts)).toEqual(["unused: 'left' is declared but its value is never read."]);
  });

  it('takes what it needs of the platform in the words of its module system', () => {
    const names = ['FIREWALL_RULES', 'requestOverRulesets'];
    expect(assemble(PARTS, 'esm', names)).toContain("import * as https from 'node:https';");
    const required = assemble(PARTS, 'commonjs', names);
    expect(required).toContain("const https = require('node:https');");
    expect(required).toContain("const { Readable, Writable } = require('node:stream');");
    expect(assemble(PARTS, 'esm', ['FIREWALL_RULES', 'fetchOverRulesets'])).not.toContain('node:');
  });
});

/** All files in one program, for the types of the platform take long to read. */
function errorsIn(texts: ReadonlyMap<string, string>): string[] {
  const host = ts.createCompilerHost(OPTIONS);
  const named = new Map([...texts].map(([name, text]) => [`${process.cwd()}/${name}.mts`, text]));
  const { getSourceFile, fileExists } = host;
  host.fileExists = (path) => named.has(path) || fileExists.call(host, path);
  host.getSourceFile = (path, version, ...rest) => {
    const text = named.get(path);
    return text === undefined
      ? getSourceFile.call(host, path, version, ...rest)
      : ts.createSourceFile(path, text, version);
  };
  const program = ts.createProgram([...named.keys()], OPTIONS, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(
      ({ file, messageText }) =>
        `${basename(file?.fileName ?? '', '.mts')}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
}
