import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import {
  CodeLensRequest,
  type Diagnostic,
  DidChangeWatchedFilesNotification,
  DidSaveTextDocumentNotification,
  DocumentDiagnosticRequest,
  FileChangeType,
  WorkspaceDiagnosticRequest,
} from 'vscode-languageserver/node';
import { builtBin } from '../cli/bin.js';
import { edgeSunset, folderOf } from '../cli/command-line.js';
import { HOST, REVIEW_CALL, SAFE_CALL, SAFE_CALL_AFTER } from '../migrate/project.js';
import { applied, CAPABILITIES, Client, type Started, uriOf } from './client.js';
import { LANGUAGE_FILES } from './languages.js';

const main = builtBin();
const ALL = { start: { line: 0, character: 0 }, end: { line: 1000, character: 0 } };
const NOW = '2026-11-21';

const clients: Client[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) await client.stop();
});

async function started(folder: string | readonly string[], more: Partial<Started> = {}): Promise<Client> {
  const folders = typeof folder === 'string' ? [folder] : folder;
  const client = await Client.start({ main: main(), folders, flags: ['--now', NOW], ...more });
  clients.push(client);
  return client;
}

const codesOf = (diagnostics: readonly Diagnostic[]) => diagnostics.map(({ code }) => code);
const none = (diagnostics: readonly Diagnostic[]) => diagnostics.length === 0;

describe('problems', () => {
  it('are those of a scan, in every language, before a file is open', async () => {
    const cwd = folderOf({ ...LANGUAGE_FILES, 'fine.py': 'print("firewall/rules")\n' });
    const client = await started(cwd);
    const { stdout } = await edgeSunset(['scan', '--format', 'json', '--now', NOW], { cwd, env: {} });
    const expected = JSON.parse(stdout).findings as { path: string; line: number; column: number }[];
    expect(new Set(expected.map(({ path }) => path))).toEqual(new Set(Object.keys(LANGUAGE_FILES)));
    for (const path of Object.keys(LANGUAGE_FILES)) {
      const problems = await client.problems(join(cwd, path));
      const places = problems.map(({ range: { start } }) => ({
        path,
        line: start.line + 1,
        column: start.character + 1,
      }));
      expect(places).toEqual(
        expected.filter((one) => one.path === path).map(({ line, column }) => ({ path, line, column })),
      );
      const [first] = problems;
      expect(first).toMatchObject({ source: 'edge-sunset', severity: 1, code: 'firewall-rules', tags: [2] });
      expect(first?.message).toContain('reached end of life on 2025-01-15');
      expect(first?.message).toContain('Instead: ');
      expect(first?.codeDescription?.href).toContain('firewall-rules');
    }
  });

  it('follow what is typed, in every language, and hovers say since when and why', async () => {
    const cwd = folderOf(LANGUAGE_FILES);
    const client = await started(cwd);
    for (const path of Object.keys(LANGUAGE_FILES)) {
      const file = join(cwd, path);
      await client.open(file);
      const [first] = await client.problems(file);
      const page = await client.hover(file, first?.range.start ?? ALL.start);
      const { value } = (page?.contents ?? { value: '' }) as { value: string };
      expect(value).toContain('End of life: 2025-01-15, retired 675 days ago');
      expect(value).toMatch(path.endsWith('.tf') ? /Confidence: exact/ : /Evidence: the URL names the host/);
      expect(await client.hover(file, ALL.start)).toBeNull();
      const isTerraform = path.endsWith('.tf');
      const [old, other] = isTerraform
        ? ['cloudflare_firewall_rule', 'cloudflare_ruleset']
        : ['firewall/rules', 'rulesets'];
      await client.replace(file, old, other);
      await client.problems(file, none);
      await client.replace(file, other, old);
      await client.problems(file);
      await client.close(file);
    }
  });

  it('of files that import an edited one are brought up to date when nobody types', async () => {
    const cwd = folderOf({
      'package.json': '{ "type": "module" }',
      'path.js': `export const path = '/zones/1/firewall/rules';\n`,
      'send.js': `import { path } from './path.js';\nawait fetch('${HOST}' + path);\n`,
    });
    const client = await started(cwd);
    const [send, path] = [join(cwd, 'send.js'), join(cwd, 'path.js')];
    await client.problems(path);
    await client.open(send);
    await client.open(path);
    await client.replace(path, 'firewall/rules', 'rulesets');
    await client.problems(path, none);
    await client.replace(path, 'rulesets', 'rate_limits');
    expect(codesOf(await client.problems(path))).toEqual(['rate-limits']);
  });

  it('are known of documents that were never saved', async () => {
    const cwd = folderOf({});
    const client = await started(cwd);
    const file = join(cwd, 'new.js');
    await client.open(file, SAFE_CALL);
    expect(codesOf(await client.problems(file))).toEqual(['script-monitor']);
    await client.open(
      'draft',
      `import requests\nrequests.get("${HOST}/zones/1/rate_limits")\n`,
      'python',
      'untitled:Draft-1',
    );
    const draft = await client.until(
      () =>
        client.heard.find(({ params }) => (params as { uri?: string } | null)?.uri === 'untitled:Draft-1') ??
        null,
    );
    expect(draft.params).toMatchObject({ diagnostics: [{ code: 'rate-limits' }] });
  });

  it('of a file outside of all folders are known once it is open', async () => {
    const cwd = folderOf({ 'own/a.js': '', 'other/b.js': SAFE_CALL });
    const client = await started(join(cwd, 'own'));
    await client.open(join(cwd, 'other/b.js'));
    expect(codesOf(await client.problems(join(cwd, 'other/b.js')))).toEqual(['script-monitor']);
  });

  it('move with a file, go with it, and obey .gitignore', async () => {
    const cwd = folderOf({ 'a.js': SAFE_CALL, 'b.js': SAFE_CALL, 'c.js': SAFE_CALL, '.git/HEAD': '' });
    const client = await started(cwd);
    const [a, b, c, d] = ['a.js', 'b.js', 'c.js', 'd.js'].map((name) => join(cwd, name));
    for (const file of [a, b, c]) await client.problems(file ?? '');
    const tell = (file: string, type: FileChangeType) =>
      client.connection.sendNotification(DidChangeWatchedFilesNotification.type, {
        changes: [{ uri: uriOf(file), type }],
      });
    renameSync(a ?? '', d ?? '');
    await tell(a ?? '', FileChangeType.Deleted);
    await tell(d ?? '', FileChangeType.Created);
    await client.problems(d ?? '');
    await client.problems(a ?? '', none);
    rmSync(b ?? '');
    await tell(b ?? '', FileChangeType.Deleted);
    await client.problems(b ?? '', none);
    const ignore = join(cwd, '.gitignore');
    writeFileSync(ignore, 'c.js\n');
    await client.open(ignore);
    await client.connection.sendNotification(DidSaveTextDocumentNotification.type, {
      textDocument: { uri: uriOf(ignore) },
    });
    await client.problems(c ?? '', none);
    await client.open(c ?? '');
    expect(await client.hover(c ?? '', { line: 0, character: 75 })).toBeNull();
  });

  it('are answered to editors that ask, once and then only if something changed', async () => {
    const cwd = folderOf({ 'a.js': SAFE_CALL, 'b.js': REVIEW_CALL });
    const file = join(cwd, 'a.js');
    const client = await started(cwd, {
      capabilities: {
        textDocument: { diagnostic: {} },
        workspace: { diagnostics: { refreshSupport: true } },
      },
    });
    await client.open(file);
    const textDocument = { uri: uriOf(file) };
    const report = await client.connection.sendRequest(DocumentDiagnosticRequest.type, { textDocument });
    expect(report).toMatchObject({ kind: 'full', items: [{ code: 'script-monitor' }] });
    const { resultId = '' } = report as { resultId?: string };
    const again = await client.connection.sendRequest(DocumentDiagnosticRequest.type, {
      textDocument,
      previousResultId: resultId,
    });
    expect(again).toEqual({ kind: 'unchanged', resultId });
    await client.replace(file, 'script_monitor', 'page_shield');
    const later = await client.connection.sendRequest(DocumentDiagnosticRequest.type, { textDocument });
    expect(later).toMatchObject({ kind: 'full', items: [] });
    const all = await client.connection.sendRequest(WorkspaceDiagnosticRequest.type, {
      previousResultIds: [{ uri: uriOf(file), value: resultId }],
    });
    expect(all.items).toEqual([
      expect.objectContaining({ uri: uriOf(join(cwd, 'b.js')), kind: 'full' }),
      expect.objectContaining({ uri: uriOf(file), kind: 'full', items: [] }),
    ]);
  });

  it('stand at the columns of the editor, in UTF-8 as in UTF-16', async () => {
    const cwd = folderOf({ 'a.js': `/* 😀é */ ${SAFE_CALL}` });
    const file = join(cwd, 'a.js');
    const wide = await started(cwd);
    const [utf16] = await wide.problems(file);
    const narrow = await started(cwd, {
      capabilities: { ...CAPABILITIES, general: { positionEncodings: ['utf-8', 'utf-16'] } },
    });
    await narrow.open(file);
    const [utf8] = await narrow.problems(file);
    expect(utf8?.range.start.character).toBe((utf16?.range.start.character ?? 0) + 3);
    await narrow.replace(file, 'script_monitor', 'page_shield');
    await narrow.problems(file, none);
  });

  it('of rule expressions are about grammar, types and names', async () => {
    const rule = (expression: string) =>
      `await fetch('${HOST}/zones/1/rulesets/2/rules', { method: 'POST', body: JSON.stringify({ action: 'block', expression: '${expression}' }) });\n`;
    const cwd = folderOf({
      'a.js': rule('http.host eq "a.example"'),
      'b.js': "console.log('http.host eq');\n",
    });
    const [file, other] = [join(cwd, 'a.js'), join(cwd, 'b.js')];
    const client = await started(cwd);
    await client.open(file);
    await client.open(other);
    await client.replace(file, 'eq "a.example"', 'gt 5 and ip.src eq "x"');
    const [wrong] = await client.problems(file);
    expect(wrong).toMatchObject({ source: 'edge-sunset', range: { start: { line: 0 } } });
    expect(wrong?.message).toMatch(/expression/);
    const position = wrong?.range.start ?? ALL.start;
    const action = (await client.actions(file, { start: position, end: position })).find(({ command }) =>
      command?.command.endsWith('checkExpression'),
    );
    expect(
      await client.command(action?.command?.command ?? '', ...(action?.command?.arguments ?? [])),
    ).toMatch(/strict|not valid/);
    await client.replace(file, 'gt 5 and ip.src eq "x"', 'eq "a.example"');
    await client.problems(file, none);
    expect(await client.actions(other, ALL)).toEqual([]);
  });
});

describe('actions', () => {
  const textOf = (uri: string) => readFileSync(fileURLToPath(uri), 'utf8');

  it('apply what migrate writes', async () => {
    const cwd = folderOf({ 'a.js': SAFE_CALL + REVIEW_CALL });
    const file = join(cwd, 'a.js');
    const client = await started(cwd);
    await client.open(file);
    const actions = await client.actions(file, {
      start: { line: 0, character: 0 },
      end: { line: 0, character: 99 },
    });
    const safe = actions.find(({ isPreferred }) => isPreferred);
    expect(safe).toMatchObject({ title: 'Rewrite this call (script-monitor)', kind: 'quickfix' });
    expect(safe?.edit?.changeAnnotations).toBeUndefined();
    const [text] = applied(safe?.edit, textOf).values();
    expect(text).toBe(SAFE_CALL_AFTER + REVIEW_CALL);
    const [all] = await client.actions(file, ALL, 'source.fixAll');
    expect([...applied(all?.edit, textOf).values()]).toEqual([text]);
    await edgeSunset(['migrate', '--write', '--no-markers', '--allow-dirty'], { cwd });
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it('use the text in the editor, not the one on disk', async () => {
    const cwd = folderOf({ 'a.js': '\n' });
    const file = join(cwd, 'a.js');
    const client = await started(cwd);
    await client.open(file);
    await client.replace(file, '\n', `// new\n${SAFE_CALL}`);
    const [action] = await client.actions(file, ALL);
    expect([...applied(action?.edit, () => `// new\n${SAFE_CALL}`).values()]).toEqual([
      `// new\n${SAFE_CALL_AFTER}`,
    ]);
  });

  it('ask for confirmation where a person has to look', async () => {
    const cwd = folderOf({ 'a.js': REVIEW_CALL });
    const file = join(cwd, 'a.js');
    const client = await started(cwd);
    await client.open(file);
    const [review] = await client.actions(file, ALL);
    expect(review?.title).toBe('Rewrite, to be reviewed: this call (minify)');
    expect(Object.values(review?.edit?.changeAnnotations ?? {})).toMatchObject([{ needsConfirmation: true }]);
    expect([...applied(review?.edit, textOf).values()]).toEqual(['']);
    const plain = await started(cwd, { capabilities: {} });
    await plain.open(file);
    const [changed] = await plain.actions(file, ALL);
    expect(changed?.edit).toEqual({ changes: { [uriOf(file)]: [expect.objectContaining({ newText: '' })] } });
    await client.command('edgeSunset.migrate');
    const asked = client.heard.find(({ method }) => method === 'workspace/applyEdit');
    expect(asked?.params).toMatchObject({
      edit: { changeAnnotations: { review: { needsConfirmation: true } } },
    });
  });

  it('migrate calls that belong together across files, new ones too', async () => {
    const cwd = folderOf({
      'package.json': '{ "type": "module" }',
      'client.js': `export async function call(method, path, body) {\n  const response = await fetch('${HOST}' + path, { method, headers: { Authorization: \`Bearer \${process.env.CLOUDFLARE_API_TOKEN}\` }, body: body && JSON.stringify(body) });\n  return (await response.json()).result;\n}\n`,
      'remove.js': `import { call } from './client.js';\nexport const remove = (id) => call('DELETE', \`/zones/\${process.env.ZONE}/firewall/rules/\${id}\`);\n`,
      'clean.js': `import { call } from './client.js';\nimport { remove } from './remove.js';\nconst rules = await call('GET', \`/zones/\${process.env.ZONE}/firewall/rules\`);\nfor (const rule of rules) if (rule.paused) await remove(rule.id);\n`,
    });
    const client = await started(cwd);
    const file = join(cwd, 'clean.js');
    await client.open(file);
    const actions = await client.actions(file, ALL);
    const whole = actions.find(({ title }) => / in \d files /.test(title));
    const texts = applied(whole?.edit, textOf);
    const changed = ['clean.js', 'customRules.js', 'remove.js'].map((name) => uriOf(join(cwd, name)));
    expect([...texts.keys()].sort()).toEqual(changed);
    await edgeSunset(['migrate', '--write', '--level', 'review', '--no-markers', '--allow-dirty'], { cwd });
    for (const [uri, text] of texts) expect(textOf(uri)).toBe(text);
  });

  it('suppress a finding with a reason and a last day, in every language', async () => {
    const cwd = folderOf(LANGUAGE_FILES);
    const client = await started(cwd);
    for (const path of Object.keys(LANGUAGE_FILES)) {
      const file = join(cwd, path);
      await client.open(file);
      const suppress = (await client.actions(file, ALL)).find(({ title }) => title.startsWith('Suppress'));
      const [text = ''] = applied(suppress?.edit, textOf).values();
      expect(text).toContain('firewall-rules until 2027-02-19 -- not migrated yet');
      await client.replace(file, LANGUAGE_FILES[path] ?? '', text);
      await client.problems(file, none);
    }
  });

  it('open the brief, where there is a finding', async () => {
    const cwd = folderOf({ 'a.py': LANGUAGE_FILES['python/list.py'] ?? '' });
    const file = join(cwd, 'a.py');
    const client = await started(cwd);
    await client.open(file);
    const brief = (await client.actions(file, ALL)).find(
      ({ command }) => command?.command === 'edgeSunset.brief',
    );
    expect(await client.command('edgeSunset.brief', ...(brief?.command?.arguments ?? []))).toContain(
      'http_request_firewall_custom',
    );
    expect(await client.command('edgeSunset.brief', uriOf(file), 0)).toBeNull();
    const told = client.heard.find(({ params }) => JSON.stringify(params ?? '').includes('Written to '));
    const [, page = ''] = /Written to ([^"]+)/.exec(JSON.stringify(told?.params)) ?? [];
    expect(readFileSync(page, 'utf8')).toContain('http_request_firewall_custom');
    await client.connection.sendRequest('shutdown');
    await client.connection.sendNotification('exit');
    await client.ended();
    expect(existsSync(page)).toBe(false);
  });
});

describe('settings', () => {
  it('have the keys of the configuration file, for each folder, and win over it', async () => {
    const cwd = folderOf({
      'one/a.js': SAFE_CALL + REVIEW_CALL,
      'one/edge-sunset.config.json': '{ "skip": ["minify"] }',
      'two/b.js': SAFE_CALL + REVIEW_CALL,
    });
    let settings: Record<string, unknown> = {};
    const client = await started([join(cwd, 'one'), join(cwd, 'two')], { settings: () => settings });
    const [a, b] = [join(cwd, 'one/a.js'), join(cwd, 'two/b.js')];
    expect(codesOf(await client.problems(a))).toEqual(['script-monitor']);
    expect(codesOf(await client.problems(b))).toEqual(['script-monitor', 'minify']);
    settings = { skip: ['script-monitor'] };
    const change = () =>
      client.connection.sendNotification('workspace/didChangeConfiguration', { settings: null });
    await change();
    expect(codesOf(await client.problems(a, (all) => all[0]?.code === 'minify'))).toEqual(['minify']);
    settings = { skp: [] };
    await change();
    const told = await client.until(
      () => client.heard.find(({ method }) => method === 'window/showMessage') ?? null,
    );
    expect(JSON.stringify(told.params)).toContain('edgeSunset.skp');
  });

  it('leave scripts to the ESLint plugin where it is configured', async () => {
    const files = { 'a.js': SAFE_CALL, 'b.py': LANGUAGE_FILES['python/list.py'] ?? '' };
    const cwd = folderOf({ ...files, 'eslint.config.js': "import edgeSunset from 'edge-sunset/eslint';\n" });
    const client = await started(cwd);
    await client.problems(join(cwd, 'b.py'));
    await client.open(join(cwd, 'a.js'));
    expect(await client.hover(join(cwd, 'a.js'), { line: 0, character: 75 })).not.toBeNull();
    expect(
      client.heard.some(({ params }) => (params as { uri?: string } | null)?.uri?.endsWith('a.js')),
    ).toBe(false);
    const always = await started(cwd, { settings: () => ({ eslint: 'ignore' }) });
    await always.problems(join(cwd, 'a.js'));
  });

  it('show since when a call is retired above the line, for who wants it', async () => {
    const cwd = folderOf({ 'a.js': SAFE_CALL });
    const lenses = async (codeLens: boolean) => {
      const client = await started(cwd, { settings: () => ({ codeLens }) });
      await client.open(join(cwd, 'a.js'));
      await client.problems(join(cwd, 'a.js'));
      return client.connection.sendRequest(CodeLensRequest.type, {
        textDocument: { uri: uriOf(join(cwd, 'a.js')) },
      });
    };
    expect(await lenses(true)).toMatchObject([
      { command: { title: 'script-monitor: retired since 2022-10-11' } },
    ]);
    expect(await lenses(false)).toEqual([]);
  });
});

describe('the server', () => {
  it('lists findings for a tree of entries and dates', async () => {
    const cwd = folderOf({ 'a.js': SAFE_CALL });
    const client = await started(cwd);
    await client.problems(join(cwd, 'a.js'));
    expect(await client.connection.sendRequest('edgeSunset/findings')).toMatchObject([
      { uri: uriOf(join(cwd, 'a.js')), entry: 'script-monitor', endOfLife: '2022-10-11' },
    ]);
  });

  it('shows the progress of a scan, and stops it when asked', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 600 }, (_, index) => [`src/${index}.js`, SAFE_CALL]),
    );
    const cwd = folderOf(files);
    const client = await started(cwd, {
      capabilities: { ...CAPABILITIES, window: { workDoneProgress: true } },
    });
    const created = await client.until(
      () => client.heard.find(({ method }) => method === 'window/workDoneProgress/create') ?? null,
    );
    await client.connection.sendNotification('window/workDoneProgress/cancel', created.params);
    await client.until(
      () =>
        client.heard.find(
          ({ params }) => (params as { value?: { kind: string } } | null)?.value?.kind === 'end',
        ) ?? null,
    );
    await client.command('edgeSunset.scan');
    await client.problems(join(cwd, 'src/599.js'));
  });

  it('survives hostile files, and goes on to answer', async () => {
    const cwd = folderOf({
      'nested.js': `${'['.repeat(20_000)}'${HOST}/zones/1/rate_limits'${']'.repeat(20_000)}`,
      'long.js': `const x = '${'a'.repeat(3_000_000)} rate_limits';`,
      'binary.js': new Uint8Array([0, 1, 2, 255, 254, ...Buffer.from(SAFE_CALL)]),
      'half.js': Buffer.concat([Buffer.from([0xc3, 0x28, 0xf0, 0x9f]), Buffer.from(`\n${SAFE_CALL}`)]),
      'fine.js': SAFE_CALL,
    });
    mkdirSync(join(cwd, 'folder.js'));
    const client = await started(cwd);
    await client.problems(join(cwd, 'fine.js'));
    for (const name of ['nested.js', 'long.js', 'half.js']) await client.open(join(cwd, name));
    await client.open(join(cwd, 'folder.js'), SAFE_CALL);
    await client.open(join(cwd, 'fine.js'));
    expect(await client.hover(join(cwd, 'fine.js'), { line: 0, character: 75 })).not.toBeNull();
  });

  it('ends with its client, however that ends', async () => {
    const cwd = folderOf({ 'a.js': SAFE_CALL });
    const polite = await started(cwd);
    await polite.connection.sendRequest('shutdown');
    await polite.connection.sendNotification('exit');
    expect(await polite.ended()).toBe(0);
    const gone = await started(cwd);
    gone.process.stdin?.destroy();
    expect(await gone.ended()).toBe(1);
  });

  it('goes on after a message that is none, or ends', async () => {
    const cwd = folderOf({ 'a.js': SAFE_CALL });
    const client = await started(cwd);
    const send = (body: string) =>
      client.process.stdin?.write(`Content-Length: ${body.length}\r\n\r\n${body}`);
    send('{ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": null }');
    send('{ "jsonrpc": "2.0", "id": 77, "method": "textDocument/hover", "params": { "textDocument": {} } }');
    send('[]');
    await expect(client.connection.sendRequest('no/such/method')).rejects.toThrow();
    await client.open(join(cwd, 'a.js'));
    await client.problems(join(cwd, 'a.js'));
    client.process.stdin?.write('Content-Length: none\r\n\r\n{');
    client.process.stdin?.end();
    expect(await client.ended()).toBe(1);
  });
});
