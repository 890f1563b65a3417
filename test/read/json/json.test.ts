import { describe, expect, test } from 'vitest';
import { flatFile } from '../../../src/read/flat.js';
import { embeddedJson } from '../../../src/read/json/embedded.js';
import { readJson } from '../../../src/read/json/index.js';
import { scanJson } from '../../../src/read/json/scan.js';
import { hole, type TextValue, text as textOf } from '../../../src/value/index.js';
import { processorTime } from '../../processor-time.js';
import { bodies, calls, expressions, misplaced, plain, programOf, usagesIn } from '../text/support.js';

const API = 'https://api.cloudflare.com/client/v4';

describe('JSON with positions', () => {
  const scan = (text: string): unknown => {
    const found = scanJson(flatFile('a.json', text));
    return found === null ? null : plain(found.value);
  };

  test.each([
    ['{"a": [1, -2.5e3, true, null, "x"]}', { a: [1, -2500, true, null, 'x'] }],
    ["{a: 'b', // c\n /* d */ e: 1,}", { a: 'b', e: 1 }],
    ['{"a": "\\u0041\\n\\"b"}', { a: 'A\n"b' }],
    ['[]', []],
    ['{"a": undefined, ...b, c: 1}', { a: '?', c: 1 }],
    // A sketch of an answer, with types in the place of values.
    ['{"a": string[], "b": "x"|"y"[], "c": [{ d: number[] }]}', { a: '?', b: 'x', c: [{ d: '?' }] }],
    ['{ "a": 1 ], "b": 2 }', { a: 1, b: 2 }],
  ])('%s', (text, expected) => {
    expect(scan(text)).toEqual(expected);
  });

  test.each(['', '{"a": ', '{"a": "b', '[1, 2', 'words', '{ ]', '{ ],', '[{ ]', '{"a": string[]'])(
    'not a whole document: %s',
    (text) => {
      const value = scan(text);
      expect(value === null || value === '?').toBe(true);
    },
  );

  test('positions of keys and values', () => {
    const text = '{ "a" : "b\\"c" }';
    const found = scanJson(flatFile('a.json', text, 100))?.value;
    const property = found?.kind === 'object' ? found.properties[0] : undefined;
    expect(text.slice((property?.keyOrigin?.start ?? 0) - 100, (property?.keyOrigin?.end ?? 0) - 100)).toBe(
      'a',
    );
    const [piece] = property?.value.kind === 'text' ? property.value.pieces : [];
    expect(piece?.kind === 'text' ? [piece.text, piece.offsets] : null).toEqual([
      'b"c',
      [109, 110, 112, 113],
    ]);
  });

  test('JSON inside a text that is partly known', () => {
    const at = (start: number, end: number): { file: string; start: number; end: number } => ({
      file: 'a.sh',
      start,
      end,
    });
    const value: TextValue = {
      kind: 'text',
      origin: at(0, 40),
      pieces: [
        ...textOf('{"value": "', at(0, 11)).pieces,
        hole(at(11, 15), 'x'),
        ...textOf('", "id": ', at(15, 24)).pieces,
        hole(at(24, 28), 'y'),
        ...textOf('}', at(28, 29)).pieces,
      ],
    };
    const found = embeddedJson(value);
    expect(found === null ? null : plain(found)).toEqual({ value: '{x}', id: '{y}' });
    expect(embeddedJson(textOf('no json', at(0, 7)))).toBeNull();
  });
});

describe('requests in JSON', () => {
  test('a collection of requests', () => {
    const collection = JSON.stringify({
      item: [
        {
          request: {
            method: 'PATCH',
            url: { raw: `${API}/zones/:zone/settings/a` },
            body: { mode: 'raw', raw: '{"value":"medium"}' },
          },
        },
      ],
    });
    expect(calls({ 'c.json': collection }, readJson)).toEqual([`PATCH ${API}/zones/:zone/settings/a`]);
    expect(bodies({ 'c.json': collection }, readJson)).toEqual(['{"value":"medium"}']);
    expect(misplaced({ 'c.json': collection }, readJson)).toEqual([]);
  });

  test('a workflow', () => {
    expect(
      calls(
        {
          'w.json': JSON.stringify({
            nodes: [
              { parameters: { url: `=${API}/zones/{{ $json.zone }}/filters`, requestMethod: 'DELETE' } },
            ],
          }),
        },
        readJson,
      ),
    ).toEqual([`DELETE ${API}/zones/{{ $json.zone }}/filters`]);
  });

  test('scripts of a manifest', () => {
    expect(
      calls(
        { 'package.json': JSON.stringify({ scripts: { purge: `curl -X PUT ${API}/zones/x/filters` } }) },
        readJson,
      ),
    ).toEqual([`PUT ${API}/zones/x/filters`]);
  });

  test('a description of an API is documentation', () => {
    const open = {
      servers: [{ url: API }],
      paths: { '/zones/{id}/filters': { get: { summary: 'x' }, parameters: [] } },
    };
    expect(calls({ 'openapi.json': JSON.stringify(open) }, readJson)).toEqual(['# GET /zones/{id}/filters']);
  });

  test('expressions', () => {
    expect(
      expressions(
        { 'r.json': '{"expression": "(cf.threat_score gt 5)", "field": "cf.threat_score"}' },
        readJson,
      ),
    ).toEqual(['(cf.threat_score gt 5)']);
  });

  test('resources of Terraform in JSON, with blocks as lists', () => {
    const usages = usagesIn(
      {
        'main.tf.json':
          '{"resource": [{"cloudflare_filter": [{"f": [{"expression": "true"}]}, {"g": {"expression": "ssl"}}]}]}',
      },
      readJson,
    );
    expect(usages.map((usage) => (usage.kind === 'resource' ? plain(usage.attributes) : null))).toEqual([
      { expression: 'true' },
      { expression: 'ssl' },
    ]);
  });

  test('resources of Terraform in JSON', () => {
    const usages = usagesIn(
      { 'main.tf.json': '{"resource": {"cloudflare_filter": {"f": {"expression": "true"}}}}' },
      readJson,
    );
    expect(
      usages.map((usage) =>
        usage.kind === 'resource'
          ? [usage.tool, usage.resourceKind, usage.name, plain(usage.attributes)]
          : [],
      ),
    ).toEqual([['terraform', 'resource', 'cloudflare_filter', { expression: 'true' }]]);
    expect(usagesIn({ 'main.json': '{"resource": {"cloudflare_filter": {"f": {}}}}' }, readJson)).toEqual([]);
  });

  test('code of a notebook, at its place in the file', () => {
    const notebook = JSON.stringify({
      cells: [
        { cell_type: 'code', source: ['import requests\n', `requests.put(f"${API}/zones/{z}/filters")\n`] },
        { cell_type: 'code', outputs: [`${API}/zones/x/rate_limits`], source: [] },
      ],
      metadata: { language_info: { name: 'python' } },
    });
    expect(calls({ 'a.ipynb': notebook }, readJson)).toEqual([`PUT ${API}/zones/{}/filters`]);
    expect(misplaced({ 'a.ipynb': notebook }, readJson)).toEqual([]);
  });

  test('nothing of another API', () => {
    expect(
      calls(
        { 'a.json': '{"url": "https://example.com/firewall/rules", "paths": {"/rate_limit": {"get": {}}}}' },
        readJson,
      ),
    ).toEqual([]);
  });

  test.each([
    ['open brackets', '[{"a":'.repeat(20_000)],
    ['many documents', '{"a":1}\n'.repeat(10_000)],
    ['no JSON', 'x '.repeat(50_000)],
    ['open texts', '"a'.repeat(20_000)],
  ])('hostile: %s', (_name, text) => {
    const start = processorTime();
    expect(readJson({ path: 'a.json', text, language: 'json' }, programOf({})).tier).toBe('text');
    expect(processorTime() - start).toBeLessThan(5_000);
  });
});
