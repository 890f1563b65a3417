import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { FORMATS } from '../../src/report/index.js';
import { visible } from '../../src/report/words/escape.js';
import { finding, rendered, report } from './sample.js';

/** Names and contents made to break out of a report. */
const HOSTILE = [
  'a\n::error file=x::pwned',
  'a\r::stop-commands::x',
  'a%0A::error::x',
  ']]><script>alert(1)</script>',
  '"quoted", and \'more\'',
  '-rf',
  '\u202egnp.exe',
  '..\\..\\windows',
  'nul\0byte',
  '\u001b[31mred\u001b]0;title\u0007',
  'back`tick|pipe',
  '=cmd()|calc',
  'lone\ud800surrogate',
  'line\u2028separator',
  'ä😀.ts',
  `${'long'.repeat(64)}`,
];

// biome-ignore lint/suspicious/noControlCharactersInRegex: that none is left is what is tested
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e\u2028]/;

const sabotaged = (text: string) =>
  report(
    [
      finding({
        path: text,
        message: `'${text}' ended.`,
        endpoint: text,
        evidence: [text],
        related: [{ path: text, line: 1, column: 1, endLine: 1, endColumn: 2, message: text }],
        excerpt: { firstLine: 3, lines: [{ text, dropped: 0 }] },
        fix: {
          level: 'safe',
          edits: [{ offset: [60, 66], text, line: 3, column: 21, endLine: 3, endColumn: 27 }],
        },
      }),
    ],
    {
      skipped: [{ path: text, reason: 'unparsable', detail: text }],
      undetermined: [{ path: text, line: 1, column: 1, endLine: 1, endColumn: 2, why: text }],
    },
  );

it('junit is XML that a parser takes, with each text in its place', () => {
  const documents = [
    ...HOSTILE.map((text) => rendered('junit', sabotaged(text))),
    rendered('junit', report([])),
  ];
  const script =
    'import json,sys,xml.dom.minidom as m;print(json.dumps([len(m.parseString(d.encode()).getElementsByTagName("testcase")) for d in json.load(sys.stdin)]))';
  const counts = JSON.parse(
    execFileSync('python3', ['-c', script], { input: JSON.stringify(documents), encoding: 'utf8' }),
  );
  expect(counts).toEqual([...HOSTILE.map(() => 2), 1]);
});

/** Every tag of a page with the names of its attributes: a text that is markup would add one. */
function tagsIn(page: string): readonly string[] {
  const markup = page.replace(/<(style|script)>[\s\S]*?<\/\1>/g, '<$1></$1>').replace(/="[^"]*"/g, '');
  return [...new Set([...markup.matchAll(/<[^>]*>?/g)].map(([tag]) => tag))].sort();
}

/** Those of a page whose texts are plain. */
const TAGS = tagsIn(rendered('html', sabotaged(`plain${'.'.repeat(30)}ts`)));

describe.each(FORMATS.map((format) => format.name))('%s', (name) => {
  it.each(HOSTILE)('holds %j without breaking', (text) => {
    const output = rendered(name, sabotaged(text));
    if (name !== 'github') expect(output).not.toMatch(/^\s*::/m);
    switch (name) {
      case 'text':
        expect(output).not.toMatch(CONTROL);
        break;
      case 'json':
        expect(JSON.parse(output).findings[0].path).toBe(text);
        break;
      case 'ndjson': {
        const rows = output
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line));
        expect(rows.map((row) => row.type)).toEqual(['start', 'finding', 'undetermined', 'skipped', 'done']);
        expect(rows[1].path).toBe(text);
        break;
      }
      case 'sarif': {
        const [result] = JSON.parse(output).runs[0].results;
        const { uri } = result.locations[0].physicalLocation.artifactLocation;
        expect(uri).toMatch(/^[A-Za-z0-9._~%/-]+$/);
        expect(decodeURIComponent(uri)).toBe(text.replace('\ud800', '\ufffd'));
        break;
      }
      case 'github': {
        const lines = output.trimEnd().split('\n');
        expect(lines).toHaveLength(1);
        const [, file = '', message = ''] = /^::error file=([^,]*),.*?::(.*)$/.exec(lines[0] ?? '') ?? [];
        expect(decodeURIComponent(file)).toBe(text.replace(/[^\r\n]+/g, (part) => visible(part)));
        expect(file + message).not.toMatch(CONTROL);
        break;
      }
      case 'compact':
        expect(output).not.toMatch(CONTROL);
        expect(output.trimEnd().split('\n')).toHaveLength(3);
        break;
      case 'markdown':
        expect(output).not.toMatch(CONTROL);
        expect(output.match(/^\|/gm)).toHaveLength(3);
        expect(output.replace(/(`+)[^\n]*?\1(?!`)/g, '')).not.toMatch(/(?<!\\)<(?!!--)|(?<!\\)!\[/);
        break;
      case 'csv': {
        const rows = output.split('\r\n');
        expect(rows).toHaveLength(3);
        expect(output.replaceAll('\r\n', '')).not.toMatch(CONTROL);
        for (const row of rows) expect(row).not.toMatch(/(?:^|,)"?[=+@-]/);
        break;
      }
      case 'html': {
        expect(output).not.toMatch(CONTROL);
        for (const tag of tagsIn(output)) expect(TAGS).toContain(tag);
        expect(output.match(/<script>/g)).toHaveLength(1);
        break;
      }
      case 'codequality':
        expect(JSON.parse(output)[0].location.path).toBe(text);
        break;
      case 'gitlab-sast':
        expect(JSON.parse(output).vulnerabilities[0].location.file).toBe(text);
        break;
      case 'rdjson':
        expect(JSON.parse(output).diagnostics[0].location.path).toBe(text);
        break;
    }
  });

  it('is complete and valid without findings', () => {
    const output = rendered(name, report([]));
    // A line for each finding, and nothing else.
    if (name === 'compact' || name === 'github') expect(output).toBe('');
    else expect(output.endsWith('\n')).toBe(true);
    if (name === 'sarif') expect(JSON.parse(output).runs[0]).toMatchObject({ results: [] });
    if (name === 'json')
      expect(JSON.parse(output)).toMatchObject({ findings: [], undetermined: [], skipped: [] });
  });
});
