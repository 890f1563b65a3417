import { basename } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { PARTS } from '../../codemods/firewall-rules/generated/helper.js';
import { assemble } from '../../codemods/helpers/assemble.js';
import { HOST, type Project, projectOf } from './project.js';

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
      ...ADDRESSES.map((name) => [name, assemble(PARTS, 'typescript', [name, 'fetchOverRulesets'])] as const),
      ['rules-of-sdk', assemble(PARTS, 'typescript', ['firewallRulesOf'])],
      ['unused', 'const left = 1;\nexport const right = 2;\n'],
    ]);
    expect(errorsIn(texts)).toEqual(["unused: 'left' is declared but its value is never read."]);
  });

  it('leaves out the collection that nothing calls', () => {
    const rules = assemble(PARTS, 'esm', ['FIREWALL_RULES', 'fetchOverRulesets']);
    expect(rules).toContain("collections.set('firewall-rules'");
    expect(rules).not.toContain("collections.set('filters'");
    const filters = assemble(PARTS, 'esm', ['filtersOf']);
    expect(filters).toContain("collections.set('filters'");
    expect(filters).not.toContain("collections.set('firewall-rules'");
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

describe('a helper that is there', () => {
  const HELPER = 'edge-sunset-firewall-rules.mjs';
  const rules = (name: string, what: string) =>
    `export const ${name} = (zone) => fetch(\`${HOST}/zones/\${zone}/${what}\`);\n`;
  const migrate = (project: Project) => project.run('migrate', '--write', '--level', 'review', '.');
  /** As a formatter of another taste writes it. */
  const reformatted = (text: string) => {
    const end = text.indexOf(' */\n') + 4;
    const body = text
      .slice(end)
      .replaceAll(';\n', '\n')
      .replace(/'([^'\n]*)'/g, '"$1"');
    return text.slice(0, end) + body.replace(/^( +)/gm, '$1$1').replaceAll(') {\n', ')\n{\n');
  };

  it('is still ours behind a formatter, and is not written back and forth', async () => {
    const project = projectOf({ 'a.mjs': rules('list', 'firewall/rules') });
    await migrate(project);
    const formatted = reformatted(project.read(HELPER));
    expect(formatted).not.toBe(project.read(HELPER));
    project.write(HELPER, formatted);
    project.write('b.mjs', rules('more', 'firewall/rules'));
    await migrate(project);
    expect(project.read('b.mjs')).toContain('FIREWALL_RULES');
    expect(project.read(HELPER)).toBe(formatted);
    // What it lacks is brought in.
    project.write('c.mjs', rules('filters', 'filters'));
    await migrate(project);
    expect(project.read(HELPER)).toContain('export const FILTERS');
  });

  it('belongs to who has edited it', async () => {
    const project = projectOf({ 'a.mjs': rules('list', 'firewall/rules') });
    await migrate(project);
    const edited = project.read(HELPER).replace("'PATCH'", "'PUT'");
    expect(edited).not.toBe(project.read(HELPER));
    project.write(HELPER, edited);
    project.write('c.mjs', rules('filters', 'filters'));
    const { stdout } = await migrate(project);
    expect(project.read(HELPER)).toBe(edited);
    expect(stdout).toContain('does not offer FILTERS');
  });
});
