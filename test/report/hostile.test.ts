import { describe, expect, it } from 'vitest';
import { FORMATS } from '../../src/report/index.js';
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

describe.each(FORMATS.map((format) => format.name))('%s', (name) => {
  it.each(HOSTILE)('holds %j without breaking', (text) => {
    const output = rendered(name, sabotaged(text));
    expect(output).not.toMatch(/^\s*::/m);
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
    }
  });

  it('is complete and valid without findings', () => {
    const output = rendered(name, report([]));
    expect(output.endsWith('\n')).toBe(true);
    if (name === 'sarif') expect(JSON.parse(output).runs[0]).toMatchObject({ results: [] });
    if (name === 'json')
      expect(JSON.parse(output)).toMatchObject({ findings: [], undetermined: [], skipped: [] });
  });
});
