import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import {
  applyEdits,
  decodeFormat,
  decodeFormatInside,
  decodeHcl,
  decodeJavaScript,
  decodeJson,
  decodeJsonInside,
  decodeShellHereDocument,
  decodeShellWord,
  decodeYaml,
  foldThreatScore,
  type HostText,
  jsonStringRanges,
  parseFilter,
  renameFields,
} from '../../../src/expression/index.js';
import { Random } from '../generate.js';

/** Holes as `§`. */
function shown(decoded: HostText | null): string | null {
  return decoded === null ? null : decoded.text.replaceAll('\uFDD0', '§');
}

/** Renames through the map; the source afterwards. */
function renamed(source: string, decoded: HostText | null): string {
  const edits = decoded?.sourceEdits(renameFields(decoded)) ?? null;
  if (edits === null) throw new Error('not mapped');
  return applyEdits(source, edits);
}

function folded(source: string, decoded: HostText | null): string {
  const parsed = decoded === null ? null : parseFilter(decoded);
  if (decoded === null || parsed?.ok !== true) throw new Error('not understood');
  const { outcome } = foldThreatScore(parsed.expression);
  if (outcome.verdict !== 'rewritten') throw new Error(outcome.verdict);
  const edits = decoded.sourceEdits(outcome.edits);
  if (edits === null) throw new Error('not mapped');
  return applyEdits(source, edits);
}

describe('JavaScript', () => {
  it.each([
    [String.raw`'a\'b'`, "a'b"],
    [String.raw`"a\"b\\c"`, 'a"b\\c'],
    [String.raw`'\n\t\x41B\u{1F600}\0\101\q'`, '\n\tAB😀\0Aq'],
    ["'a\\\nb\\\r\nc'", 'abc'],
    ['`a\r\nb${x}c`', 'a\nb§c'],
    ['`${f(`}`, "}", {a: 1})}!`', '§!'],
    ['`\\${a}$ {b}`', '${a}$ {b}'],
    ["''", ''],
  ])('%s', (source, expected) => {
    expect(shown(decodeJavaScript(source))).toBe(expected);
  });

  it.each(["'a", "'a\nb'", '`${a`', 'a', "'a'b'", String.raw`'\xZZ'`, String.raw`'a\'`])(
    '%j is none',
    (source) => {
      expect(decodeJavaScript(source)).toBeNull();
    },
  );

  it('maps edits through escapes', () => {
    const source = String.raw`"ip.geoip.country eq \"BR\" and http.host eq \"ip.geoip.country\""`;
    expect(renamed(source, decodeJavaScript(source))).toBe(
      String.raw`"ip.src.country eq \"BR\" and http.host eq \"ip.geoip.country\""`,
    );
    const template = '`(cf.threat_score gt 5) or\\\n  http.host eq "${host}"`';
    expect(folded(template, decodeJavaScript(template))).toBe('`http.host eq "${host}"`');
    const inserted = "'cf.threat_score eq 0 xor ssl'";
    expect(folded(inserted, decodeJavaScript(inserted))).toBe("'not ssl'");
  });

  it('cannot edit half of an escape', () => {
    const decoded = decodeJavaScript(String.raw`'\u{1F600}'`);
    expect(decoded?.sourceEdits([{ start: 1, end: 2, text: '' }])).toBeNull();
    expect(decoded?.sourceEdits([{ start: 0, end: 2, text: "it's\n" }])).toEqual([
      { start: 1, end: 10, text: String.raw`it\'s\n` },
    ]);
  });
});

describe('JSON', () => {
  it.each([
    [String.raw`"a\"b\\\/\n\u00e9"`, 'a"b\\/\né'],
    ['""', ''],
  ])('%s', (source, expected) => {
    expect(shown(decodeJson(source))).toBe(expected);
  });

  it.each(["'a'", '"a', '"a"b"', '"\\x41"', '"a\nb"', '"\\u12"', '"a\\"'])('%j is none', (source) => {
    expect(decodeJson(source)).toBeNull();
  });

  it('maps edits', () => {
    const source = String.raw`"ssl and cf.threat_score lt 5 and http.host eq \"\u0061\""`;
    expect(folded(source, decodeJson(source))).toBe(String.raw`"ssl and http.host eq \"\u0061\""`);
  });
});

describe('shell', () => {
  it.each([
    [`'a"b'`, 'a"b'],
    [String.raw`"a\"\$b\\\n"`, 'a"$b\\\\n'],
    [`'{"a":"'"$x"'"}'`, '{"a":"§"}'],
    ['"${a:-"}"}b$(c ")")`d`"', '§b§§'],
    [String.raw`$'a\'b\n\x41'`, "a'b\nA"],
    [String.raw`a\ b'c'`, 'a bc'],
    ['"a$ b$"', 'a$ b$'],
    ['"a\\\nb"', 'ab'],
  ])('%s', (source, expected) => {
    expect(shown(decodeShellWord(source))).toBe(expected);
  });

  it.each(["'a", '"a', 'a b', 'a;b', '"$(a"', '', 'a\\', "$'a"])('%j is no word', (source) => {
    expect(decodeShellWord(source)).toBeNull();
  });

  it('reads here-documents', () => {
    expect(shown(decodeShellHereDocument('\ta "$b"\n\t\\$c\n', { quoted: false, stripTabs: true }))).toBe(
      'a "§"\n$c\n',
    );
    expect(shown(decodeShellHereDocument('a $b\\\n', { quoted: true, stripTabs: false }))).toBe('a $b\\\n');
    expect(decodeShellHereDocument('a $(b\n', { quoted: false, stripTabs: false })).toBeNull();
  });

  /** The JSON strings of a decoded text, decoded once more. */
  const jsonStrings = (outer: HostText): HostText[] =>
    jsonStringRanges(outer.text).flatMap(({ start, end }) => decodeJsonInside(outer, start, end) ?? []);

  it.each([
    [
      String.raw`'{"expression":"ip.geoip.country eq \"BR\"","x":1}'`,
      String.raw`'{"expression":"ip.src.country eq \"BR\"","x":1}'`,
    ],
    [
      String.raw`"{\"expression\":\"ip.geoip.country eq \\\"$COUNTRY\\\"\"}"`,
      String.raw`"{\"expression\":\"ip.src.country eq \\\"$COUNTRY\\\"\"}"`,
    ],
    [
      `'{"expression":"ip.geoip.country eq \\"'"$C"'\\" or ip.geoip.continent eq 1"}'`,
      `'{"expression":"ip.src.country eq \\"'"$C"'\\" or ip.src.continent eq 1"}'`,
    ],
  ])('maps edits of JSON in %s', (source, expected) => {
    const outer = decodeShellWord(source);
    if (outer === null) throw new Error('not decoded');
    const edits = jsonStrings(outer).flatMap((inner) => inner.sourceEdits(renameFields(inner)) ?? []);
    expect(applyEdits(source, edits)).toBe(expected);
  });

  it('folds over a change of quotes and keeps every quote', () => {
    const source = String.raw`'{"e":"cf.threat_score gt 1 or'" http.host eq \\\"$H\\\""'"}'`;
    const outer = decodeShellWord(source);
    const inner = outer === null ? undefined : jsonStrings(outer)[1];
    if (inner === undefined) throw new Error('not decoded');
    expect(shown(inner)).toBe('cf.threat_score gt 1 or http.host eq "§"');
    const after = folded(source, inner);
    expect(after).toBe(String.raw`'{"e":"'"http.host eq \\\"$H\\\""'"}'`);
    expect(shown(decodeShellWord(after))).toBe('{"e":"http.host eq \\"§\\""}');
  });

  it('writes what it puts in through both layers', () => {
    const outer = decodeShellWord(`"{\\"e\\":\\"ssl\\"}"`);
    const inner = outer === null ? undefined : jsonStrings(outer)[1];
    expect(inner?.sourceEdits([{ start: 0, end: 3, text: 'a eq "$b"' }])).toEqual([
      { start: 10, end: 13, text: String.raw`a eq \\\"\$b\\\"` },
    ]);
  });
});

describe('HCL', () => {
  it.each([
    [String.raw`"a\"b\\c\n\u00e9"`, 'a"b\\c\né'],
    ['"a$${b}%%{c}$d"', 'a${b}%{c}$d'],
    ['"a ${var.x["}"]} b"', 'a § b'],
    [String.raw`"\"\\\n\t\U0001F600"`, '"\\\n\t😀'],
    ['<<EOT\na "b" \\n\n  ${x}\nEOT', 'a "b" \\n\n  §\n'],
    ['<<-EOT\n    a\n      b\n\n    c\n  EOT', 'a\n  b\n\nc\n'],
    ['<<EOT\r\na\r\nEOT\r\n', 'a\r\n'],
    ['<<EOT\n${join(" ", [\n  "a",\n])} b\nEOT', '§ b\n'],
    ['<<EOT\nEOT', ''],
  ])('%j', (source, expected) => {
    expect(shown(decodeHcl(source))).toBe(expected);
  });

  it.each(['"a', "'a'", '"%{ if a }b%{ endif }"', '"a${b"', '<<EOT\na\n', '"\\q"', '"a\nb"', '"${~ a ~}"'])(
    '%j is none',
    (source) => {
      expect(decodeHcl(source)).toBeNull();
    },
  );

  it('maps edits', () => {
    const quoted = String.raw`"(ip.geoip.country eq \"${'${var.c}'}\" and http.host eq \"a\")"`;
    expect(renamed(quoted, decodeHcl(quoted))).toBe(quoted.replace('geoip', 'src'));
    const heredoc = '<<-EOT\n    (cf.threat_score gt 10) or\n    http.host eq "${var.h}"\n  EOT';
    expect(folded(heredoc, decodeHcl(heredoc))).toBe('<<-EOT\n    http.host eq "${var.h}"\n  EOT');
    const negated = '"cf.threat_score eq 0 xor http.host eq \\"a\\""';
    expect(folded(negated, decodeHcl(negated))).toBe('"not http.host eq \\"a\\""');
  });
});

describe('YAML', () => {
  /** A block ends with its last line; every other scalar needs a line break after it. */
  const document = (source: string): string => `k: ${source}${/^[|>]/.test(source) ? '' : '\n'}`;

  it.each([
    'http.host eq "a"',
    'a b\n  c\n\n  d',
    "'it''s \"x\"'",
    "'a\n\n  b\n  c'",
    String.raw`"a\"b\\\/\n\x41\u00e9\U0001F600\t"`,
    '"a \\\n  b\n  c"',
    '|\n  a\n    b\n\n  c\n',
    '|-\n  a\n  b\n\n',
    '|+\n  a\n\n',
    '|2\n    a\n   b\n',
    '>\n  a\n  b\n\n  c\n    d\n  e\n',
    '>-\n  a\n\n\n  b\n',
    '>+\n  a\n\n',
    '| # note\n  a\n',
    '|\n\n  a\n',
    '>\n\n  a\n  b\n',
    '|-\n  a\r\n  b\r\n'.replace('|-\n', '|-\r\n'),
  ])('reads %j as the parser of the yaml package does', (source) => {
    const root: unknown = parseYaml(document(source));
    const expected = typeof root === 'object' && root !== null && 'k' in root ? root.k : undefined;
    expect(shown(decodeYaml(source))).toBe(expected);
  });

  it('reads random scalars as the parser of the yaml package does', () => {
    const random = new Random(19);
    let compared = 0;
    for (let round = 0; round < 3_000; round++) {
      const line = (): string =>
        random.pick(['a', 'b c', '', ' x', 'd  ', '"q"', 'e\\tf', "g''h", '  y', '#z', 'k:v']);
      const lines = Array.from({ length: 1 + random.below(5) }, line);
      const style = random.pick(['plain', "'", '"', '|', '>', '|-', '>-', '|+', '>+']);
      const source = /[|>]/.test(style)
        ? `${style}\n${lines.map((text) => (text === '' ? '' : `  ${text}`)).join('\n')}\n`
        : style === 'plain'
          ? lines.join('\n  ').trim()
          : `${style}${lines.join('\n  ').replaceAll(style === '"' ? '"' : ' #', '')}${style}`;
      const decoded = decodeYaml(source);
      if (decoded === null) continue;
      let expected: unknown;
      try {
        expected = parseYaml(document(source), { schema: 'failsafe' });
      } catch {
        continue;
      }
      expect([source, { k: decoded.text }]).toEqual([source, expected]);
      compared++;
    }
    expect(compared).toBeGreaterThan(1_000);
  });

  it.each([
    '"a',
    "'a",
    "'a'b'",
    '- a',
    '&x a',
    '*x',
    '!t a',
    'a: b',
    'a #b',
    '{a}',
    '| x\n  a',
    '|\n    a\n  b\n',
    '@a',
    '"\\q"',
  ])('%j is none', (source) => {
    expect(decodeYaml(source)).toBeNull();
  });

  it('ends a plain scalar at a bracket inside a flow collection', () => {
    expect(decodeYaml('a in {1}', { inFlow: true })).toBeNull();
    expect(shown(decodeYaml('a in {1}'))).toBe('a in {1}');
  });

  it.each([
    ['ip.geoip.country eq "BR"', 'ip.src.country eq "BR"'],
    [
      `'ip.geoip.country eq "BR" or http.host eq "it''s"'`,
      `'ip.src.country eq "BR" or http.host eq "it''s"'`,
    ],
    [String.raw`"ssl and ip.geoip.country eq \"BR\""`, String.raw`"ssl and ip.src.country eq \"BR\""`],
    ['|\n  ssl\n    and ip.geoip.country eq "BR"\n', '|\n  ssl\n    and ip.src.country eq "BR"\n'],
    ['>-\n  ssl\n  and ip.geoip.country eq "BR"\n', '>-\n  ssl\n  and ip.src.country eq "BR"\n'],
  ])('maps edits of %j', (source, expected) => {
    expect(renamed(source, decodeYaml(source))).toBe(expected);
  });

  it('folds over lines', () => {
    const literal = '|\n    cf.threat_score gt 1 or\n    http.host eq "a"\n';
    expect(folded(literal, decodeYaml(literal))).toBe('|\n    http.host eq "a"\n');
    const block = '>-\n    http.host eq "a"\n    or cf.threat_score gt 1\n';
    expect(folded(block, decodeYaml(block))).toBe('>-\n    http.host eq "a"\n');
    const single = "'cf.threat_score gt 1 or\n    http.host eq \"it''s\"'";
    expect(folded(single, decodeYaml(single))).toBe("'http.host eq \"it''s\"'");
  });

  it('cannot put in what the style cannot hold', () => {
    const edit = [{ start: 0, end: 1, text: 'x\ny' }];
    expect(decodeYaml("'a'")?.sourceEdits(edit)).toBeNull();
    expect(decodeYaml('|\n  a\n')?.sourceEdits(edit)).toBeNull();
    expect(decodeYaml('"a"')?.sourceEdits(edit)).toEqual([{ start: 1, end: 2, text: 'x\\ny' }]);
  });
});

describe('formatted texts', () => {
  it.each([
    ['printf', 'http.host eq "%s" and a gt %d or b eq %[1]q', 'http.host eq "§" and a gt § or b eq §'],
    ['printf', '100%% of %(x)s %5.2f', '100% of § §'],
    ['braces', 'ip.src in {{{} {name!r:>3}}} and {0.x[1]}', 'ip.src in {§ §} and §'],
    ['mustache', 'ip.src in { {{ ips | join(" ") }} } and {{{x}}}', 'ip.src in { § } and §'],
    ['mustache', 'ip.src in {192.0.2.1}', 'ip.src in {192.0.2.1}'],
  ] as const)('%s: %s', (style, text, expected) => {
    expect(shown(decodeFormat(text, style))).toBe(expected);
  });

  it.each([
    ['printf', 'a % '],
    ['braces', 'ip.src in {192.0.2.1 "x"}'],
    ['mustache', '{% if a %}b{% endif %}'],
    ['mustache', '{{ a'],
  ] as const)('%s: %s is not understood', (style, text) => {
    expect(decodeFormat(text, style)).toBeNull();
  });

  it('maps edits through a literal to its file', () => {
    const source = String.raw`"ip.geoip.country in {{\"{}\"}} and cf.threat_score lt 5"`;
    const outer = decodeJavaScript(source);
    const decoded = outer === null ? null : decodeFormatInside(outer, 'braces');
    expect(shown(decoded)).toBe('ip.geoip.country in {"§"} and cf.threat_score lt 5');
    expect(folded(source, decoded)).toBe(source.replace(' and cf.threat_score lt 5', ''));
    expect(decoded?.sourceEdits([{ start: 0, end: 16, text: 'a in {"b"} and c' }])?.[0]?.text).toBe(
      String.raw`a in {{\"b\"}} and c`,
    );
  });
});

describe('ranges', () => {
  it('cover what a person would mark', () => {
    const source = String.raw`"a \"b\" c"`;
    const decoded = decodeJavaScript(source);
    const range = decoded?.range(2, 5);
    expect(range && source.slice(range.start, range.end)).toBe(String.raw`\"b\"`);
    expect(decoded?.range(4, 4)).toEqual({ start: 6, end: 6 });
  });
});
