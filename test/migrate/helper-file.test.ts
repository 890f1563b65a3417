import { basename } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { PARTS } from '../../codemods/firewall-rules/generated/helper.js';
import { firewallRules } from '../../codemods/firewall-rules/index.js';
import { assemble } from '../../codemods/helpers/assemble.js';
import { HOST, type Project, projectOf } from './project.js';

const ADDRESSES = ['FILTERS', 'FIREWALL_RULES'];
const wrappers = PARTS.filter(({ isOffered }) => isOffered)
  .map(({ name }) => name)
  .filter((name) => /^[a-z]/.test(name));

/** What programs ask for, in combinations that between them have each line with and without the others. */
const ASKED: readonly (readonly string[])[] = [
  ['create'],
  ['delete'],
  ['list'],
  ['filters-list'],
  ['filters-check'],
  ['list', 'query'],
  ['create', 'many'],
  ['create', 'paused'],
  ['create', 'ref', 'many'],
  ['create', 'order'],
  ['create', 'skip', 'many', 'paused'],
  ['create', 'filter-id', 'filters-create'],
  ['create', 'filter-fields', 'request'],
  ['create', 'delete'],
  ['list', 'create', 'delete'],
  ['list', 'delete-all', 'length'],
  ['get', 'replace', 'filters-change'],
  ['list', 'move', 'move-all'],
  ['filters-list', 'filters-delete-all', 'delete'],
];

/** As a package gets it whose `fetch` is asked for these. */
function askedFor(features: readonly string[]): string {
  const names = [
    ...(features.some((one) => !one.startsWith('filters-')) ? ['FIREWALL_RULES'] : []),
    ...(features.some((one) => one.startsWith('filters-')) ? ['FILTERS'] : []),
    'fetchOverRulesets',
  ];
  return firewallRules.helper?.source({ names, features }) ?? '';
}

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
      ...wrappers.map(
        (name) => [name, assemble(PARTS, 'typescript', { names: [...ADDRESSES, name] })] as const,
      ),
      ...ADDRESSES.map(
        (name) => [name, assemble(PARTS, 'typescript', { names: [name, 'fetchOverRulesets'] })] as const,
      ),
      ['rules-of-sdk', assemble(PARTS, 'typescript', { names: ['firewallRulesOf'] })],
      ...ASKED.map((features) => [features.join('-'), askedFor(features)] as const),
      ['unused', 'const left = 1;\nexport const right = 2;\n'],
    ]);
    expect(errorsIn(texts)).toEqual(["unused: 'left' is declared but its value is never read."]);
  }, 120_000);

  it('leaves out what no call asks for, and refuses it', () => {
    const rules = askedFor(['create']);
    expect(rules).toContain("'POST firewall-rules': createRules");
    expect(rules).not.toMatch(/GET firewall|'(?:PUT|DELETE)|listFilters|placeOf|withoutLength/);
    expect(rules).toContain("throw notHere('rules with paused')");
    expect(askedFor(['create', 'paused'])).not.toContain("notHere('rules with paused')");
    const filters = askedFor(['filters-list']);
    expect(filters).toContain("'GET filters': listFilters");
    expect(filters).not.toMatch(/firewall-rules'|createRules|inTurn/);
  });

  it('holds less than a person would have to read of the whole', () => {
    const names = ['FIREWALL_RULES', 'fetchOverRulesets'];
    const lines = (...features: string[]) =>
      (firewallRules.helper?.plain?.('esm', { names, features }) ?? '').split('\n').length;
    expect(lines('create')).toBeLessThan(265);
    expect(lines('delete')).toBeLessThan(175);
    expect(lines('list', 'create', 'delete')).toBeLessThan(440);
  });

  it('says nothing of features, whatever is asked for', () => {
    for (const text of [assemble(PARTS, 'typescript'), ...ASKED.map(askedFor)]) {
      expect(text).not.toMatch(/\/\/[?!]|\uE000/);
      expect(text).not.toContain('\n\n\n');
    }
  });

  it('takes what it needs of the platform in the words of its module system', () => {
    const names = ['FIREWALL_RULES', 'requestOverRulesets'];
    expect(assemble(PARTS, 'esm', { names })).toContain("import * as https from 'node:https';");
    const required = assemble(PARTS, 'commonjs', { names });
    expect(required).toContain("const https = require('node:https');");
    expect(required).toContain("const { Readable, Writable } = require('node:stream');");
    expect(assemble(PARTS, 'esm', { names: ['FIREWALL_RULES', 'fetchOverRulesets'] })).not.toContain('node:');
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

  it('keeps what earlier calls asked for, and grows with later ones', async () => {
    const project = projectOf({ 'a.mjs': rules('list', 'firewall/rules') });
    await migrate(project);
    expect(project.read(HELPER)).toContain(' * Holds: list\n');
    const post =
      "{ method: 'POST', body: JSON.stringify([{ action: 'block', filter: { expression: 'ssl' } }]) }";
    project.write(
      'b.mjs',
      `export const block = (zone) => fetch(\`${HOST}/zones/\${zone}/firewall/rules\`, ${post});\n`,
    );
    await migrate(project);
    expect(project.read(HELPER)).toContain(' * Holds: create, list\n');
    expect(project.read(HELPER)).toContain("'GET firewall-rules': listRules");
    expect(project.read(HELPER)).toContain("'POST firewall-rules': createRules");
    // One of which nothing is known holds everything.
    project.write(HELPER, project.read(HELPER).replace(/ \* Holds: .*\n/, ''));
    project.write('c.mjs', rules('more', 'firewall/rules'));
    await migrate(project);
    expect(project.read(HELPER)).not.toContain('Holds:');
    expect(project.read(HELPER)).toContain("'PATCH firewall-rules'");
  });

  it('that was edited must have been written for what a new call asks', async () => {
    const project = projectOf({ 'a.mjs': rules('list', 'firewall/rules') });
    await migrate(project);
    project.write(HELPER, `${project.read(HELPER)}// Looked at.\nexport const version = 1;\n`);
    project.write('b.mjs', rules('more', 'firewall/rules'));
    project.write(
      'c.mjs',
      `export const drop = (zone, id) => fetch(\`${HOST}/zones/\${zone}/firewall/rules/\${id}\`, { method: 'DELETE' });\n`,
    );
    const { stdout } = await migrate(project);
    expect(stdout).toContain('was edited and was written for fewer calls');
    expect(project.read('c.mjs')).toContain('firewall/rules');
  });

  it('has the quotes, the semicolons and the indentation of the files around it', async () => {
    const project = projectOf({
      'a.mjs': `const host = "${HOST}"\nexport function list(zone) {\n\treturn fetch(\`\${host}/zones/\${zone}/firewall/rules\`)\n}\n`,
    });
    await migrate(project);
    const text = project.read(HELPER);
    expect(text).toContain('\nexport const FIREWALL_RULES = "rulesets/firewall-rules"\n');
    expect(text.replace(/\/\*[\s\S]*?\*\/|`[^`]*`/g, '')).not.toMatch(/'|;$/m);
    expect(text).toContain('\n\tconst found = ADDRESS.exec(url)\n');
    // Another run leaves it as it is.
    project.write(
      'b.mjs',
      `export const again = (zone) => fetch(\`${HOST}/zones/\${zone}/firewall/rules\`)\n`,
    );
    await migrate(project);
    expect(project.read(HELPER)).toBe(text);
  });

  it('belongs to who has edited it', async () => {
    const project = projectOf({ 'a.mjs': rules('list', 'firewall/rules') });
    await migrate(project);
    const edited = project.read(HELPER).replace("'GET'", "'POST'");
    expect(edited).not.toBe(project.read(HELPER));
    project.write(HELPER, edited);
    project.write('c.mjs', rules('filters', 'filters'));
    const { stdout } = await migrate(project);
    expect(project.read(HELPER)).toBe(edited);
    expect(stdout).toContain('does not offer FILTERS');
  });
});
