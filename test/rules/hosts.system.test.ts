import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ROOT } from '../../scripts/build/bundle.js';
import { output, projectWith, removeFolders } from '../package/packed.js';

/** The plugin as its users have it: packed and installed, in ESLint, in oxlint, in an editor's server. */

const CALL =
  'await fetch(`https://api.cloudflare.com/client/v4/zones/${zone}/firewall/rules`, { method: "POST" });\n';
const LOCKED =
  'await fetch(`https://api.cloudflare.com/client/v4/zones/${zone}/dns_records`, { method: "POST", body: JSON.stringify({ type: "A", locked: false }) });\n';
const UPLOAD =
  'await fetch(`https://api.cloudflare.com/client/v4/accounts/${account}/images/v1/direct_upload`, { method: "POST" });\n';
const TUNNEL =
  'await fetch(`https://api.cloudflare.com/client/v4/accounts/${account}/tunnels`, { method: "POST" });\n';
const FIXED = LOCKED.replace(', locked: false', '');
const CONFIG = `
import { defineConfig } from 'eslint/config';
import edgeSunset from 'edge-sunset/eslint';
import * as namespace from 'edge-sunset/eslint';

export default defineConfig([
  { extends: [edgeSunset.configs.recommended], plugins: { 'edge-sunset': namespace } },
  { settings: { edgeSunset: { today: '2026-11-21' } } },
]);
`;

let project = '';

beforeAll(() => {
  project = projectWith(
    inject('tarball'),
    'eslint@10.15.0',
    'typescript@6.0.3',
    'jiti@2.6.1',
    'oxlint@1.94.0',
  );
  writeFileSync(join(project, 'eslint.config.js'), CONFIG);
  mkdirSync(join(project, 'src'));
});

afterAll(removeFolders);

function write(name: string, text: string): string {
  const file = join(project, name);
  writeFileSync(file, text);
  return file;
}

/** Runs a linter, which fails by its exit code where it reports something. */
function lintOutput(program: string, ...argv: string[]): string {
  try {
    return execFileSync(join(project, 'node_modules/.bin', program), argv, {
      cwd: project,
      encoding: 'utf8',
      stdio: 'pipe',
    });
  } catch (error) {
    return String((error as { stdout?: string }).stdout ?? '');
  }
}

interface EslintFile {
  readonly filePath: string;
  readonly messages: readonly { readonly ruleId: string; readonly message: string; readonly line: number }[];
}

function eslintJson(...argv: string[]): readonly EslintFile[] {
  return JSON.parse(lintOutput('eslint', '--format', 'json', ...argv)) as readonly EslintFile[];
}

const rulesIn = (files: readonly EslintFile[]) =>
  files.flatMap(({ messages }) => messages.map(({ ruleId }) => ruleId));

describe('eslint on the command line', () => {
  it('reports, and repairs what is right by itself', () => {
    write('src/fix.js', LOCKED + CALL);
    expect(rulesIn(eslintJson('src/fix.js'))).toEqual([
      'edge-sunset/no-dns-locked',
      'edge-sunset/no-firewall-rules',
    ]);
    expect(rulesIn(eslintJson('--fix', 'src/fix.js'))).toEqual(['edge-sunset/no-firewall-rules']);
    expect(readFileSync(join(project, 'src/fix.js'), 'utf8')).toBe(FIXED + CALL);
  });

  it('gives the same from its cache', () => {
    write('src/cached.js', CALL);
    const first = eslintJson('--cache', '--cache-location', '.eslintcache', 'src/cached.js');
    expect(eslintJson('--cache', '--cache-location', '.eslintcache', 'src/cached.js')).toEqual(first);
    expect(rulesIn(first)).toEqual(['edge-sunset/no-firewall-rules']);
  });

  it('suppresses in bulk by rule, and notices one more', () => {
    write('src/bulk.js', CALL);
    lintOutput('eslint', '--suppress-all', 'src/bulk.js');
    const suppressions = readFileSync(join(project, 'eslint-suppressions.json'), 'utf8');
    expect(JSON.parse(suppressions)).toMatchObject({
      'src/bulk.js': { 'edge-sunset/no-firewall-rules': { count: 1 } },
    });
    expect(rulesIn(eslintJson('src/bulk.js'))).toEqual([]);
    write('src/bulk.js', CALL + CALL);
    expect(rulesIn(eslintJson('src/bulk.js'))).toHaveLength(2);
  });

  it('follows imports from disk, and works without a parser', () => {
    write('src/base.js', "export const BASE = 'https://api.cloudflare.com/client/v4';\n");
    const file =
      "import { BASE } from './base.js';\nawait fetch(`${BASE}/accounts/${id}/tunnels/${tunnel}`, { method: 'DELETE' });\n";
    write('src/imports.js', file);
    expect(rulesIn(eslintJson('src/imports.js'))).toEqual(['edge-sunset/no-legacy-tunnels']);
    const parsers = ['oxc-parser', '@oxc-parser'].map((name) => join(project, 'node_modules', name));
    for (const parser of parsers) renameSync(parser, `${parser}-away`);
    try {
      write('src/plain.js', CALL);
      expect(rulesIn(eslintJson('src/plain.js'))).toEqual(['edge-sunset/no-firewall-rules']);
      expect(rulesIn(eslintJson('src/imports.js'))).toEqual([]);
    } finally {
      for (const parser of parsers) renameSync(`${parser}-away`, parser);
    }
  });
});

describe('a typed configuration', () => {
  it('is accepted by the compiler, and by ESLint', () => {
    // The loader of such files hands out copies of namespaces, so that only the default import is the plugin.
    write(
      'eslint.config.ts',
      CONFIG.replace(/^import \* as namespace.*\n/m, '').replace(': namespace', ': edgeSunset'),
    );
    write(
      'tsconfig.json',
      JSON.stringify({
        compilerOptions: {
          module: 'nodenext',
          target: 'es2023',
          strict: true,
          noEmit: true,
          skipLibCheck: false,
          types: [],
        },
        files: ['eslint.config.ts'],
      }),
    );
    expect(
      output(project, process.execPath, join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', project),
    ).toBe('');
    write('src/typed.js', CALL);
    expect(rulesIn(eslintJson('--config', 'eslint.config.ts', 'src/typed.js'))).toEqual([
      'edge-sunset/no-firewall-rules',
    ]);
  });
});

describe('oxlint', () => {
  it('loads the preset and finds the same', () => {
    write(
      '.oxlintrc.json',
      JSON.stringify({
        extends: ['./node_modules/edge-sunset/presets/oxlint.json'],
        categories: { correctness: 'off' },
      }),
    );
    const codes = {
      call: CALL,
      none: 'export const none = 1;\n',
      locked: LOCKED,
      tunnel: TUNNEL,
      again: CALL,
    };
    const files = Object.entries(codes).map(([name, code]) => {
      write(`src/ox-${name}.js`, code);
      return `src/ox-${name}.js`;
    });
    // All in one run and one after another, for such a host tells files apart in its own way.
    const { diagnostics } = JSON.parse(
      lintOutput('oxlint', '--threads=1', '--format', 'json', ...files),
    ) as OxlintReport;
    const withoutDays = (text: string) => text.replace(/, \d+ days ago/g, '');
    const found = diagnostics.map(({ filename, code, message }) => [
      basename(filename),
      code,
      withoutDays(message),
    ]);
    const expected = eslintJson(...files).flatMap(({ filePath, messages }) =>
      messages.map(({ ruleId, message }) => [
        basename(filePath),
        `edge-sunset(${ruleId.replace('edge-sunset/', '')})`,
        withoutDays(message),
      ]),
    );
    expect(found.sort()).toEqual(expected.sort());
    expect(found).toHaveLength(4);
  });
});

interface OxlintReport {
  readonly diagnostics: readonly {
    readonly filename: string;
    readonly code: string;
    readonly message: string;
  }[];
}

/** The server behind the ESLint extension of VS Code, spoken to as an editor does. */
class Server {
  /** What the server asked the editor to change. */
  readonly edits: unknown[] = [];
  readonly #process: ChildProcess;
  readonly #waiting = new Map<number, (result: unknown) => void>();
  #buffer = Buffer.alloc(0);
  #last = 0;

  constructor(cwd: string) {
    const program = join(ROOT, 'node_modules/vscode-langservers-extracted/bin/vscode-eslint-language-server');
    this.#process = spawn(process.execPath, [program, '--stdio'], { cwd, stdio: ['pipe', 'pipe', 'ignore'] });
    this.#process.stdout?.on('data', (chunk: Buffer) => this.#read(chunk));
  }

  request(method: string, params: unknown): Promise<unknown> {
    const id = ++this.#last;
    this.#send({ id, method, params });
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  notify(method: string, params: unknown): void {
    this.#send({ method, params });
  }

  stop(): void {
    this.#process.kill();
  }

  #send(message: object): void {
    const text = JSON.stringify({ jsonrpc: '2.0', ...message });
    this.#process.stdin?.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  }

  #read(chunk: Buffer): void {
    this.#buffer = Buffer.concat([this.#buffer, chunk]);
    for (;;) {
      const head = this.#buffer.indexOf('\r\n\r\n');
      const length = Number(
        /Content-Length: (\d+)/.exec(this.#buffer.toString('utf8', 0, Math.max(0, head)))?.[1],
      );
      if (head < 0 || this.#buffer.length < head + 4 + length) return;
      this.#receive(JSON.parse(this.#buffer.toString('utf8', head + 4, head + 4 + length)) as Message);
      this.#buffer = this.#buffer.subarray(head + 4 + length);
    }
  }

  #receive({ id, method, params, result }: Message): void {
    if (method === undefined) {
      if (id !== undefined) this.#waiting.get(id)?.(result);
    } else if (id !== undefined) this.#send({ id, result: this.#answer(method, params) });
  }

  /** What an editor answers when the server asks it. */
  #answer(method: string, params: unknown): unknown {
    if (method === 'workspace/applyEdit') {
      this.edits.push(params);
      return { applied: true };
    }
    if (method !== 'workspace/configuration') return null;
    const settings = {
      validate: 'on',
      run: 'onType',
      nodePath: null,
      workingDirectory: { mode: 'location' },
      codeAction: {
        disableRuleComment: { enable: true, location: 'separateLine' },
        showDocumentation: { enable: true },
      },
      codeActionOnSave: { mode: 'all' },
      rulesCustomizations: [],
      problems: { shortenToSingleLine: false },
      options: {},
      quiet: false,
      onIgnoredFiles: 'off',
      experimental: {},
    };
    return (params as { readonly items: readonly unknown[] }).items.map(() => settings);
  }
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
}

interface Diagnostic {
  readonly range: object;
  readonly code: string;
  readonly codeDescription: { readonly href: string };
  readonly message: string;
}

interface Action {
  readonly title: string;
  readonly command?: { readonly command: string; readonly arguments: readonly unknown[] };
  readonly edit?: object;
}

describe('an editor', () => {
  let server: Server;
  beforeAll(() => {
    server = new Server(project);
  });
  afterAll(() => server.stop());

  it('shows the report with its place and its page, and offers the suggestion', async () => {
    const uri = pathToFileURL(write('src/editor.js', UPLOAD)).href;
    const folder = { uri: pathToFileURL(project).href, name: 'project' };
    await server.request('initialize', {
      processId: process.pid,
      rootUri: folder.uri,
      workspaceFolders: [folder],
      capabilities: {
        workspace: { configuration: true, workspaceFolders: true, applyEdit: true },
        textDocument: {
          diagnostic: {},
          codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix'] } } },
        },
      },
    });
    server.notify('initialized', {});
    server.notify('textDocument/didOpen', {
      textDocument: { uri, languageId: 'javascript', version: 1, text: UPLOAD },
    });
    const pulled = (await server.request('textDocument/diagnostic', { textDocument: { uri } })) as {
      readonly items: readonly Diagnostic[];
    };
    const [diagnostic] = pulled.items;
    expect(diagnostic).toMatchObject({
      code: 'edge-sunset/no-images-v1-direct-upload',
      range: { start: { line: 0, character: 77 }, end: { line: 0, character: 93 } },
      codeDescription: { href: expect.stringMatching(/\/docs\/rules\/no-images-v1-direct-upload\.md$/) },
    });
    expect(diagnostic?.message).toContain(
      "'POST /accounts/{account_identifier}/images/v1/direct_upload' reached end of life on 2022-07-01, 1604 days ago.",
    );

    const actions = (await server.request('textDocument/codeAction', {
      textDocument: { uri },
      range: diagnostic?.range,
      context: { diagnostics: [diagnostic], only: ['quickfix'] },
    })) as readonly Action[];
    const action = actions.find(({ title }) => title.startsWith("Replace 'v1' with 'v2'"));
    expect(action?.title).toBe(
      "Replace 'v1' with 'v2' (check the request body). (edge-sunset/no-images-v1-direct-upload)",
    );
    await server.request('workspace/executeCommand', action?.command);
    expect(JSON.stringify(server.edits)).toContain('"newText":"v2"');
  });
});
