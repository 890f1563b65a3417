import { describe, expect, test } from 'vitest';
import { readYaml } from '../../../src/read/yaml/index.js';
import { processorTime } from '../../processor-time.js';
import { bodies, calls, expressions, misplaced, plain, programOf, usagesIn } from '../text/support.js';

const API = 'https://api.cloudflare.com/client/v4';

describe('YAML', () => {
  test('a step of a workflow', () => {
    const code = `jobs:\n  x:\n    steps:\n      - run: |\n          curl -X POST "${API}/zones/\${{ secrets.ZONE }}/filters" \\\n            --data '[{"expression": "ip.src eq 192.0.2.9"}]'\n`;
    expect(calls({ 'w.yml': code }, readYaml)).toEqual([`POST ${API}/zones/{}/filters`]);
    expect(bodies({ 'w.yml': code }, readYaml)).toEqual([[{ expression: 'ip.src eq 192.0.2.9' }]]);
    expect(misplaced({ 'w.yml': code }, readYaml)).toEqual([]);
  });

  test('a task of a playbook', () => {
    const code = `- hosts: all\n  tasks:\n    - ansible.builtin.uri:\n        url: "${API}/zones/{{ zone }}/settings/a"\n        method: PATCH\n        body: { value: { css: "on" } }\n`;
    expect(calls({ 'p.yml': code }, readYaml)).toEqual([`PATCH ${API}/zones/{{ zone }}/settings/a`]);
    expect(bodies({ 'p.yml': code }, readYaml)).toEqual([{ value: { css: 'on' } }]);
  });

  test('text for people mentions addresses, and another text is one', () => {
    const text =
      '>-\n    1. Sends a request to the API\n\n    2. GET `/client/v4/zones/{id}/filters` lists the filters.\n';
    for (const key of ['description', 'ai_description', 'shortDescription', 'parameters_help'])
      expect(calls({ 'a.yml': `List:\n  ${key}: ${text}` }, readYaml), key).toEqual([
        '# GET /client/v4/zones/{id}/filters',
      ]);
    expect(calls({ 'a.yml': `List:\n  path: ${API}/zones/{id}/filters\n` }, readYaml)).toEqual([
      `? ${API}/zones/{id}/filters`,
    ]);
  });

  test('a command of a home', () => {
    expect(
      bodies(
        {
          'h.yaml': `rest_command:\n  x:\n    url: ${API}/zones/x/settings/a\n    method: patch\n    payload: '{"value":"medium"}'\n`,
        },
        readYaml,
      ),
    ).toEqual(['{"value":"medium"}']);
  });

  test('a program of an infrastructure tool', () => {
    const usages = usagesIn(
      {
        'Pulumi.yaml':
          'resources:\n  rule:\n    type: cloudflare:FirewallRule\n    properties:\n      action: block\n  other:\n    type: aws:s3:Bucket\n',
      },
      readYaml,
    );
    expect(
      usages.map((usage) =>
        usage.kind === 'resource'
          ? [usage.tool, usage.resourceKind, usage.name, plain(usage.attributes)]
          : [],
      ),
    ).toEqual([['pulumi', 'class', 'FirewallRule', { action: 'block' }]]);
  });

  test.each([
    ['plain', 'e: (cf.threat_score gt 5)', '(cf.threat_score gt 5)'],
    ['single quotes', "e: 'http.host eq \"it''s\"'", 'http.host eq "it\'s"'],
    [
      'double quotes',
      'e: "http.host eq \\"a\\" and ip.src eq 192.0.2.1"',
      'http.host eq "a" and ip.src eq 192.0.2.1',
    ],
    [
      'a folded text',
      'e: >-\n  http.host eq "a"\n  and ip.src eq 192.0.2.1\n',
      'http.host eq "a" and ip.src eq 192.0.2.1',
    ],
    ['a block of text', 'e: |\n  http.host eq "a"\n', 'http.host eq "a"'],
  ])('an expression: %s', (_name, code, expected) => {
    expect(expressions({ 'a.yaml': `${code}\n` }, readYaml)).toEqual([expected]);
    expect(misplaced({ 'a.yaml': `${code}\n` }, readYaml)).toEqual([]);
  });

  test('each character of a quoted text has its place', () => {
    const code = 'e: "http.host eq \\"a\\" and cf.threat_score gt 5"\n';
    const [usage] = usagesIn({ 'a.yaml': code }, readYaml);
    const [piece] = usage?.kind === 'expression' ? usage.text.pieces : [];
    if (piece?.kind !== 'text' || piece.offsets === undefined) throw new Error('no offsets');
    const at = piece.text.indexOf('cf.');
    expect(code.slice(piece.offsets[at], piece.offsets[at + 'cf.threat_score'.length])).toBe(
      'cf.threat_score',
    );
  });

  test('anchors, several documents, comments', () => {
    expect(
      calls(
        {
          'a.yaml': `# GET /zones/{id}/filters\na: &u ${API}/zones/x/filters\nb: *u\n---\nc: ${API}/zones/y/filters\n`,
        },
        readYaml,
      ),
    ).toContain('# GET /zones/{id}/filters');
  });

  test.each([
    ['an agent of a network', 'auths:\n  x:\n    security_level: authNoPriv\n'],
    ['a web server', 'http:\n  brotli: on\n  minify: true\n'],
    ['a reference', '$ref: "#/components/schemas/filters"\n'],
    ['an address of documents', 'url: https://docs.example.com/pipeline/filters\n'],
  ])('nothing: %s', (_name, code) => {
    expect(usagesIn({ 'a.yaml': code }, readYaml)).toEqual([]);
  });

  test('templates and broken files are read as lines', () => {
    expect(calls({ 'a.yaml': `{{- if .x }}\nurl: ${API}/zones/x/filters\n{{- end }}\n` }, readYaml)).toEqual([
      `? ${API}/zones/x/filters`,
    ]);
  });

  test.each([
    ['open brackets', '[{'.repeat(3_000)],
    [
      'aliases of aliases',
      `a: &a [x, x]\n${Array.from({ length: 30 }, (_, index) => `b${index}: &b${index} [${index === 0 ? '*a, *a' : `*b${index - 1}, *b${index - 1}`}]`).join('\n')}\n`,
    ],
    ['indentation', Array.from({ length: 300 }, (_, index) => `${' '.repeat(index)}a:`).join('\n')],
  ])('hostile: %s', (_name, text) => {
    const start = processorTime();
    expect(readYaml({ path: 'a.yaml', text, language: 'yaml' }, programOf({})).tier).toBe('text');
    expect(processorTime() - start).toBeLessThan(10_000);
  });
});
