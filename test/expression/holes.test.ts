import { describe, expect, it } from 'vitest';
import {
  editSource,
  foldThreatScore,
  type Piece,
  type Pieces,
  parseFilter,
  SourceText,
  tokenize,
} from '../../src/expression/index.js';

/** `ip.src in {§ips§}`: what stands between § signs is a hole. */
function source(text: string): Pieces {
  const pieces = text
    .split('§')
    .map((part, index): Piece => (index % 2 === 0 ? { text: part } : { hole: part }));
  return { pieces: pieces.filter((piece) => !('text' in piece) || piece.text !== '') };
}

function roles(text: string): string[] {
  const parsed = parseFilter(source(text));
  return parsed.ok ? parsed.expression.holes.map((hole) => hole.role) : [parsed.errors[0].kind];
}

describe('holes where they can stand', () => {
  it.each([
    ['http.host eq "§h§.example.com"', ['text']],
    ['http.host eq §h§', ['literal']],
    ['http.host eq r"§h§"', ['text']],
    ['cf.threat_score gt §n§', ['literal']],
    ['ip.src in {§ips§}', ['items']],
    ['ip.src in {192.0.2.§n§/24 §more§}', ['items', 'items']],
    ['ip.src in §set§', ['set']],
    ['ip.src in $§list§', ['list']],
    ['http.host matches "^§p§$"', ['pattern']],
    ['http.host matches §p§', ['pattern']],
    ['http.host wildcard "*.§p§"', ['pattern']],
    ['§field§ eq "x"', ['field']],
    ['http.request.§part§ eq "x"', ['field']],
    ['http.request.headers["§k§"][§n§] eq "x"', ['index', 'index']],
    ['starts_with(http.host, §x§)', ['argument']],
    ['any(§x§ eq "a")', ['field']],
    ['(§cond§) and ssl', ['condition']],
    ['§cond§', ['condition']],
    ['§cond§ and ssl', ['open condition']],
    ['not §cond§', ['open condition']],
    ['ssl and§cond§', ['open condition']],
    ['http.host eq "a§x§b" or (§y§)', ['text', 'condition']],
  ])('%s', (text, expected) => {
    expect(roles(text)).toEqual(expected);
  });
});

describe('holes where nothing can be said', () => {
  it.each([
    'http.host §op§ "x"',
    'ssl §rest§',
    'ssl §op§ cf.client.bot',
    '§fn§(http.host) eq "x"',
    '§a§ §b§',
    '(ssl) §more§',
    'any(§a§ §b§)',
  ])('%s', (text) => {
    expect(roles(text)).toEqual(['hole']);
  });

  it('is a hole only where the table says so', () => {
    expect(parseFilter('http.host eq "\uFDD0"')).toMatchObject({ ok: true, expression: { holes: [] } });
    expect(parseFilter('\uFDD0 and ssl')).toMatchObject({ ok: false, errors: [{ kind: 'syntax' }] });
  });
});

describe('folding beside holes', () => {
  const outcome = (text: string) => {
    const parsed = parseFilter(source(text));
    if (!parsed.ok) throw new Error(parsed.errors[0].message);
    return foldThreatScore(parsed.expression).outcome;
  };

  it.each([
    ['http.host eq "§h§" or cf.threat_score gt 10', 'http.host eq "h"'],
    ['(§cond§) or cf.threat_score gt 10', 'cond'],
    ['not ((§cond§) or cf.threat_score gt 10)', 'not (cond)'],
    ['((§cond§) or cf.threat_score gt 10) and ssl', '(cond) and ssl'],
    ['ip.src in {§a§ §b§} and cf.threat_score lt 10', 'ip.src in {a b}'],
  ])('%s', (text, expected) => {
    expect(outcome(text)).toMatchObject({ verdict: 'rewritten', text: expected });
  });

  it.each([
    '§cond§ and cf.threat_score lt 10',
    'cf.threat_score gt 1 or §cond§ and ssl',
    'cf.threat_score gt 1 or not §cond§',
    'cf.threat_score gt §n§ and ssl',
    'cf.threat_score in {5 §n§}',
    'cf.threat_score in §set§',
  ])('%s is undecided', (text) => {
    expect(outcome(text)).toMatchObject({ verdict: 'undecided' });
  });

  it('still decides where the hole cannot matter', () => {
    expect(outcome('ip.src in {§ips§} and cf.threat_score gt 10')).toEqual({ verdict: 'always false' });
    expect(outcome('cf.threat_score in {0 §n§}')).toEqual({ verdict: 'always true' });
  });
});

describe('offsets of pieces', () => {
  const pieces = source('ip.src in {§ips§} and ssl');
  const read = SourceText.of(pieces);

  it('finds the piece of an offset', () => {
    expect(read.locate(3)).toEqual({ piece: 0, offset: 3 });
    expect(read.locate(11)).toEqual({ piece: 1, offset: 0 });
    expect(read.locate(12)).toEqual({ piece: 2, offset: 0 });
    expect(read.locate(12, 'end')).toEqual({ piece: 1, offset: 1 });
    expect(read.locate(read.text.length, 'end')).toEqual({ piece: 2, offset: 9 });
  });

  it('locates tokens in their pieces', () => {
    const ssl = tokenize(pieces).find((token) => token.start > 15 && token.kind === 'name');
    expect(ssl && read.locate(ssl.start)).toEqual({ piece: 2, offset: 6 });
  });

  it('keeps the holes through edits', () => {
    expect(editSource(read, [{ start: 13, end: 21, text: '' }])).toEqual({
      pieces: [{ text: 'ip.src in {' }, { hole: 'ips' }, { text: '}' }],
    });
    expect(read.display()).toBe('ip.src in {ips} and ssl');
  });
});
