import type { FileToWrite } from './plan.js';

/** A text put before another one that stands in a file of ours. */
interface Registration {
  readonly path: string;
  readonly before: string;
  readonly line: string;
}

/** The files that a thing of one kind needs. What a person has to write is marked with the word below. */
export interface FileKind {
  files(name: string): readonly FileToWrite[];
  register?(name: string): readonly Registration[];
  readonly next: string;
}

/** A test looks for it everywhere; put together here, so that this file does not hold it. */
const GAP = ['FILL', 'IN'].join('-');

export const KINDS: Readonly<Record<string, FileKind>> = {
  entry: {
    files: (name) => [
      {
        path: `src/catalogue/entries/${name}.yaml`,
        text: `area: ${GAP} the area of the API, such as dns
schedule: vendor-2026
entries:
  - id: ${name}
    title: ${GAP} what is dead, in a few words
    endOfLife: "${GAP} the UTC day, YYYY-MM-DD"
    summary: ${GAP} what is dead, in one sentence without a date
    replacement: ${GAP} what to use instead, in one sentence
    symptoms:
      - { status: 410, message: ${GAP} what a caller sees today }
    endpoints:
      - path: /${GAP}/{zone_id}
        methods: [GET]
    automation: manual
    sources:
      - ${GAP} the page that says so
    match:
      - language: typescript
        code: |
          // ${GAP} a call that is dead
        at: ${GAP} the text that a finding points at
      - language: python
        code: |
          # ${GAP} the same in another language
    noMatch:
      - language: typescript
        code: |
          // ${GAP} a call that looks alike and works
        why: ${GAP} why it works
`,
      },
    ],
    next: 'Fill it in (keys: docs/catalogue-files.md), then: npm run catalogue:build',
  },
  codemod: {
    files: (name) => [
      {
        path: `codemods/${name}/index.ts`,
        text: `import type { Codemod, Site, Surroundings, Verdict } from '../../src/migrate/model.js';

/** ${GAP} which calls it rewrites, and what it refuses to touch. */
export const ${camelCase(name)}: Codemod = {
  id: '${name}',
  entries: ['${name}'],
  ties: 'site',
  classify,
  checklist: [],
};

/** ${GAP} the edits at one place with what can be claimed of them; null leaves the place to the default. */
function classify(_site: Site, _around: Surroundings): Verdict | null {
  return null;
}
`,
      },
      {
        path: `codemods/${name}/README.md`,
        text: `# ${name}

${GAP} what it rewrites, at which level, and what stays for a person.
`,
      },
      {
        path: `codemods/${name}/cases/first.case`,
        text: `=== ${GAP} what the case shows
level: review
run: node main.mjs
scenarios: fresh, full
=== before main.mjs
// ${GAP} a program that uses the retired calls
`,
      },
      {
        path: `codemods/${name}/mutants.json`,
        text: json([{ name: `${GAP} a mistake`, file: 'index.ts', find: '', replace: '' }]),
      },
    ],
    register: (name) => [
      {
        path: 'codemods/index.ts',
        before: '\nexport const CODEMODS',
        line: `import { ${camelCase(name)} } from './${name}/index.js';\n`,
      },
      { path: 'codemods/index.ts', before: '];', line: `  ${camelCase(name)},\n` },
    ],
    next: `Fill it in, set 'codemod' and 'automation' in its entry, then: npm run catalogue:build. 'npm run prove -- --only <name> --accept' takes what comes out as what is expected; read it first.`,
  },
  reader: {
    files: (name) => [
      {
        path: `src/read/${name}/index.ts`,
        text: `import type { Program, Reader, Reading, Root, SourceFile } from '../reader.js';

/** ${GAP} what the reader understands, and what it leaves to the text tier. */
export const ${camelCase(name)}Reader: Reader = {
  id: '${name}',
  languages: ['${name}'],
  read: (_file: SourceFile, _roots: readonly Root[] | 'all', _program: Program): Reading => ({
    usages: [],
    undetermined: [],
    tier: 'text',
    degraded: '${GAP} nothing is read yet',
  }),
};
`,
      },
      {
        path: `test/read/${name}.test.ts`,
        text: `import { describe, expect, it } from 'vitest';
import { analyze } from '../../src/analysis/index.js';

describe('the reader of ${name}', () => {
  it.each([
    // ${GAP} [file name, code, entry] of calls that are dead
  ])('finds %s', async (path, code, entry) => {
    const { findings } = await analyze(code, { path });
    expect(findings.map((finding) => finding.entry)).toEqual([entry]);
  });

  it.each([
    // ${GAP} [file name, code] of code that looks alike and is fine
  ])('leaves %s alone', async (path, code) => {
    expect((await analyze(code, { path })).findings).toEqual([]);
  });
});
`,
      },
    ],
    register: (name) => [
      {
        path: 'src/read/registry.ts',
        before: '];\n\n/** Reads everything that has no reader',
        line: `  {\n    languages: ['${name}'],\n    load: async () => (await import('./${name}/index.js')).${camelCase(name)}Reader,\n  },\n`,
      },
    ],
    next: 'Fill them in, and name its files in src/read/languages.ts.',
  },
  format: {
    files: (name) => [
      {
        path: `src/report/formats/${name}.ts`,
        text: `import type { Report } from '../findings/model.js';
import type { RenderContext, WholeFormat } from './index.js';

/** ${GAP} who reads this format, and what it must never let through. */
export const ${camelCase(name)}Format = {
  kind: 'whole',
  name: '${name}',
  summary: '${GAP} what it is for',
  *render(_report: Report, _context: RenderContext): Iterable<string> {
    yield '${GAP}\\n';
  },
} as const satisfies WholeFormat;
`,
      },
      {
        path: `test/report/${name}.test.ts`,
        text: `import { expect, it } from 'vitest';
import { finding, rendered, report } from './sample.js';

it('${name} holds a finding', () => {
  // ${GAP} what a reader of the format sees
  expect(rendered('${name}', report([finding()]))).toBe('');
});
`,
      },
    ],
    register: (name) => [
      {
        path: 'src/report/formats/index.ts',
        before: 'import type { Report, ReportFinding',
        line: `import { ${camelCase(name)}Format } from './${name}.js';\n`,
      },
      {
        path: 'src/report/formats/index.ts',
        before: '] as const satisfies readonly Format[]',
        line: `, ${camelCase(name)}Format`,
      },
    ],
    next: 'Fill them in, name the format in docs/scan.md, and say in test/report/hostile.test.ts what valid output is.',
  },
};

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function camelCase(name: string): string {
  return name.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
