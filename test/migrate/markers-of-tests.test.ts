import { describe, expect, it } from 'vitest';
import type { Codemod } from '../../src/migrate/index.js';
import { HOST, planWith } from './project.js';

const MARK = /edge-sunset-todo ([a-z-]+) ((?:[0-9a-f]{8} )*[0-9a-f]{8}): Change this test/;

/** Rewrites code, and says nothing of tests. */
const OF_CODE: Codemod = {
  id: 'of-code',
  entries: ['firewall-rules', 'zone-analytics'],
  ties: 'site',
  classify: ({ finding: { at, context } }) =>
    context === 'test'
      ? null
      : {
          strategy: 'in-place',
          level: 'safe',
          reason: 'for a test',
          edits: [{ file: at.file, start: at.start, end: at.end, text: 'rulesets' }],
          differences: [],
        },
  checklist: [],
};

/** Calls that are rewritten: the tests have to follow them. */
const CODE = ['firewall/rules', 'analytics/dashboard']
  .map((path) => `await fetch('${HOST}/zones/1/${path}');\n`)
  .join('');

/** Lines of the file with each marker as the entry and the number of what it stands for. */
async function marks(path: string, text: string, code = CODE): Promise<readonly string[]> {
  const plan = await planWith({ [path]: text, 'code.mjs': code }, [OF_CODE]);
  const after = plan.files.find((file) => file.path === path)?.after ?? text;
  return after.split('\n').flatMap((line, index, lines) => {
    const [, entry, ids] = MARK.exec(line) ?? [];
    return ids === undefined ? [] : [`${entry} ${ids.split(' ').length} ${(lines[index + 1] ?? '').trim()}`];
  });
}

const call = (path: string) => `await fetch('${HOST}/zones/1/${path}');`;
const script = (...tests: readonly string[][]) =>
  tests.map((lines, index) => `it('${index}', async () => {\n  ${lines.join('\n  ')}\n});\n`).join('\n');

describe('a test that names a call twice', () => {
  const [rules, filters, report] = ['firewall/rules', 'filters/1', 'analytics/dashboard'].map(call);
  it('has one marker, at the first of them', async () => {
    const text = script([rules ?? '', 'again();', filters ?? '']);
    expect(await marks('a.test.mjs', text)).toEqual([`firewall-rules 2 ${rules}`]);
  });

  it('has none where the code that it covers stays as it is', async () => {
    const text = script([rules ?? '', report ?? '']);
    expect(await marks('a.test.mjs', text, '')).toEqual([]);
    const other = `await fetch('${HOST}/zones/1/analytics/dashboard');\n`;
    expect(await marks('a.test.mjs', text, other)).toEqual([`zone-analytics 1 ${report}`]);
  });

  it('has one for each entry', async () => {
    const text = script([rules ?? '', report ?? '']);
    expect(await marks('a.test.mjs', text)).toEqual([
      `firewall-rules 1 ${rules}`,
      `zone-analytics 1 ${report}`,
    ]);
  });

  it('has one for each function, and one for each call outside of functions', async () => {
    const text = script([rules ?? ''], [filters ?? '']);
    expect(await marks('a.test.mjs', text)).toEqual([
      `firewall-rules 1 ${rules}`,
      `firewall-rules 1 ${filters}`,
    ]);
    expect(await marks('a.test.mjs', `${rules}\nagain();\n${filters}\n`)).toHaveLength(2);
  });

  const lists = [
    `requests.get("${HOST}/zones/1/firewall/rules")`,
    `requests.get("${HOST}/zones/1/filters")`,
  ] as const;

  it('has one in languages with a grammar', async () => {
    const one = `import requests\n\n\ndef test_all():\n    ${lists[0]}\n    again()\n    ${lists[1]}\n`;
    expect(await marks('test_a.py', one)).toEqual([`firewall-rules 2 ${lists[0]}`]);
    const two = `import requests\n\n\ndef test_a():\n    ${lists[0]}\n\n\ndef test_b():\n    ${lists[1]}\n`;
    expect(await marks('test_a.py', two)).toHaveLength(2);
  });

  it('has one in a block of Ruby', async () => {
    const get = (path: string) => `HTTP.get("${HOST}/zones/1/${path}")`;
    const [first, second] = [get('firewall/rules'), get('filters')];
    const one = `it "lists" do\n  ${first}\n  again\n  ${second}\nend\n`;
    expect(await marks('spec/a_spec.rb', one)).toEqual([`firewall-rules 2 ${first}`]);
    const two = `it "a" do\n  ${first}\nend\n\nit "b" do\n  ${second}\nend\n`;
    expect(await marks('spec/a_spec.rb', two)).toHaveLength(2);
  });
});

describe('fields that are read one after the other', () => {
  async function ids(...between: readonly string[]): Promise<readonly number[]> {
    const text = `import requests


def add(zone, record):
    answer = requests.post(f"${HOST}/zones/{zone}/dns_records", json=record).json()
    error = answer["errors"][0]
    if "error_chain" in error:
${between.map((line) => `        ${line}\n`).join('')}        print(error["error_chain"])
`;
    const plan = await planWith({ 'dns.py': text }, []);
    const after = plan.files.find(({ path }) => path === 'dns.py')?.after ?? text;
    const marked = after.split('\n').filter((line) => line.includes('edge-sunset-todo'));
    return marked.map((line) => line.match(/\b[0-9a-f]{8}\b/g)?.length ?? 0);
  }

  it('have one marker', async () => {
    expect(await ids()).toEqual([2]);
    expect(await ids('print(zone)', 'print(record)')).toEqual([2]);
  });

  it('have one each where other code stands between them', async () => {
    expect(await ids('print(1)', 'print(2)', 'print(3)', 'print(4)')).toEqual([1, 1]);
  });
});
