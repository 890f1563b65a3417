import { describe, expect, it } from 'vitest';
import { read, requests, sends } from './support.js';

/** The URL of `fetch(url)` after some statements. */
function url(statements: string): string[] {
  return sends(`function run(zone, flag, list) { ${statements} }`).map((sent) => sent.replace(/^GET /, ''));
}

describe('texts', () => {
  it.each([
    ['template', 'fetch(`https://h/${zone}/a`)', 'https://h/{zone}/a'],
    ['sum', `fetch('https://h/' + zone + '/a')`, 'https://h/{zone}/a'],
    ['number in a text', 'fetch(`https://h/v${4}`)', 'https://h/v4'],
    ['escapes', `fetch('https://h\\/\\x61\\u0062\\u{63}')`, 'https://h/abc'],
    ['concat', `fetch('https://h/'.concat(zone, '/a'))`, 'https://h/{zone}/a'],
    ['join', `fetch(['https://h', zone, 'a'].join('/'))`, 'https://h/{zone}/a'],
    ['replace of a placeholder', `fetch('https://h/:zone/a'.replace(':zone', zone))`, 'https://h/{zone}/a'],
    ['replace of a pattern, once', `fetch('https://h/' + '/a/b'.replace(/^\\//, ''))`, 'https://h/a/b'],
    ['slice', `fetch('https://h/'.slice(0, -1) + '/a')`, 'https://h/a'],
    ['slice before a hole', 'fetch("https://h/" + `/a/${zone}`.slice(1))', 'https://h/a/{zone}'],
    ['slice behind a hole', 'fetch("https://h/" + `${zone}/a/`.slice(0, -1))', 'https://h/{zone}/a'],
    ['slice of a hole', 'fetch("https://h/" + `${zone}/a`.slice(1))', 'https://h/{}'],
    ['trim and case', `fetch(' HTTPS://H/A '.trim().toLowerCase())`, 'https://h/a'],
    ['split', `fetch('https://h/' + 'a,b'.split(',')[1])`, 'https://h/b'],
    ['String.raw', 'fetch(String.raw`https://h/${zone}`)', 'https://h/{zone}'],
    ['encodeURIComponent', 'fetch(`https://h/${encodeURIComponent(zone)}/a`)', 'https://h/{zone}/a'],
    ['addition to a variable', `let u = 'https://h'; u += '/a'; u += '/b'; fetch(u)`, 'https://h/a/b'],
    [
      'a counter',
      'let page = 1; do { fetch(`https://h?page=${page}`); page += 1; } while (flag);',
      'https://h?page=1|https://h?page={page}',
    ],
    ['a number behind a text', `let u = 'https://h/v'; u += 4; fetch(u)`, 'https://h/v4'],
    ['condition', `fetch('https://h/' + (flag ? 'a' : 'b'))`, 'https://h/a|https://h/b'],
    ['default', `const p = flag ?? 'a'; fetch('https://h/' + p)`, 'https://h/{flag}|https://h/a'],
    [
      'tag that joins its parts, followed in part only',
      'const make = (encode) => function path(parts, ...values) { const joined = parts.reduce((all, part, at) => all + part + (at === values.length ? "" : encode("" + values[at])), ""); return joined; }; const api = make((text) => text.replace(/[^a-z]/g, encodeURIComponent)); fetch(api`https://h/${zone}/a`)',
      'https://h/{zone}/a',
    ],
    [
      'tag that puts a host in front',
      'const api = (parts, value) => `https://h${parts[0]}${value}${parts[1]}`; fetch(api`/zones/${zone}/a`)',
      'https://h/zones/{zone}/a',
    ],
    ['known condition', `fetch('https://h/' + (1 === 1 ? 'a' : 'b'))`, 'https://h/a'],
  ])('%s', (_, text, expected) => {
    expect(url(text)).toEqual([expected]);
  });

  it('keeps the place of every character through escapes', () => {
    const text = `fetch('https:\\/\\/h\\/rate_limits')`;
    const [usage] = read({ 'a.js': text }, 'a.js').usages;
    if (usage?.kind !== 'http' || usage.url.kind !== 'text') throw new Error('one request is sent');
    const [piece] = usage.url.pieces;
    if (piece?.kind !== 'text') throw new Error('its URL is known');
    const at = piece.text.indexOf('rate_limits');
    expect(piece.offsets?.[at]).toBe(text.indexOf('rate_limits'));
  });
});

describe('URL objects', () => {
  it.each([
    ['with a base', `fetch(new URL('/a/b', 'https://h/x/y'))`, 'https://h/a/b'],
    ['relative to a base', `fetch(new URL('a', 'https://h/x/'))`, 'https://h/x/a'],
    ['absolute, base ignored', `fetch(new URL('https://g/a', 'https://h'))`, 'https://g/a'],
    ['path set later', `const u = new URL('https://h'); u.pathname = '/a'; fetch(u.href)`, 'https://h/a'],
    [
      'query added',
      `const u = new URL('https://h/a'); u.searchParams.set('p', '1'); fetch(u)`,
      'https://h/a?p=1',
    ],
    [
      'query of a call that gives none',
      `function go(path, query) { const u = new URL(path, 'https://h'); if (query) Object.entries(query).forEach(([k, v]) => { u.searchParams.append(k, v); }); fetch(u); } go('/a')`,
      'https://h/a',
    ],
    [
      'query of a call that gives one',
      `function go(path, query) { const u = new URL(path, 'https://h'); if (query) Object.entries(query).forEach(([k, v]) => { u.searchParams.append(k, v); }); fetch(u); } go('/a', { p: 1 })`,
      'https://h/a?{k}={v}',
    ],
    ['made text', `fetch(new URL('https://h/a').toString())`, 'https://h/a'],
  ])('%s', (_, text, expected) => {
    expect(url(text)).toEqual([expected]);
  });
});

describe('tables', () => {
  it.each([
    ['member', `const T = { a: 'x', b: 'y' }; fetch('https://h/' + T.b)`, 'https://h/y'],
    [
      'member by an unknown key',
      `const T = { a: 'x', b: 'y' }; fetch('https://h/' + T[zone])`,
      'https://h/x|https://h/y',
    ],
    ['spread', `const A = { p: 'x' }; const B = { ...A, q: 'y' }; fetch('https://h/' + B.p)`, 'https://h/x'],
    ['destructuring', `const { p: { q = 'z' } } = { p: {} }; fetch('https://h/' + q)`, 'https://h/z'],
    ['list by index', `const [, b] = ['x', 'y']; fetch('https://h/' + b)`, 'https://h/y'],
    ['Map', `const m = new Map([['a', 'x']]); fetch('https://h/' + m.get('a'))`, 'https://h/x'],
    ['changed later', `const T = {}; T.a = 'x'; fetch('https://h/' + T.a)`, 'https://h/x'],
    [
      'assigned',
      `const T = Object.assign({}, { a: 'x' }, { a: 'y' }); fetch('https://h/' + T.a)`,
      'https://h/y',
    ],
  ])('%s', (_, text, expected) => {
    expect(url(text)).toEqual([expected]);
  });
});

describe('variables written more than once', () => {
  it.each([
    [
      'the other branch does not count',
      `let p; if (flag) { p = 'a'; fetch('https://h/' + p); } else { p = 'b'; }`,
      'https://h/a',
    ],
    [
      'both branches count after them',
      `let p; if (flag) p = 'a'; else p = 'b'; fetch('https://h/' + p)`,
      'https://h/a|https://h/b',
    ],
    [
      'a branch that leaves does not count',
      `let p = 'a'; if (flag) { p = 'b'; return p; } fetch('https://h/' + p)`,
      'https://h/a',
    ],
    ['the last sure write wins', `let p = 'a'; p = 'b'; fetch('https://h/' + p)`, 'https://h/b'],
    ['a later write does not count', `let p = 'a'; fetch('https://h/' + p); p = 'b'`, 'https://h/a'],
    [
      'a later write in a loop does',
      `let p = 'a'; while (flag) { fetch('https://h/' + p); p = 'b'; }`,
      'https://h/a|https://h/b',
    ],
    [
      'cases of a switch',
      `let p; switch (flag) { case 1: p = 'a'; break; default: p = 'b'; } fetch('https://h/' + p)`,
      'https://h/a|https://h/b',
    ],
    [
      'a shadowed name is another',
      `const p = 'a'; { const p = 'b'; fetch('https://h/' + p); }`,
      'https://h/b',
    ],
  ])('%s', (_, text, expected) => {
    expect(url(text)).toEqual([expected]);
  });
});

describe('runs', () => {
  it.each([
    ['for of', `for (const s of ['a', 'b']) fetch('https://h/' + s)`],
    ['for in', `for (const s in { a: 1, b: 2 }) fetch('https://h/' + s)`],
    ['forEach', `['a', 'b'].forEach((s) => fetch('https://h/' + s))`],
    ['map', `['a', 'b'].map(async (s) => { await fetch('https://h/' + s); })`],
    ['entries', `Object.entries({ a: 1, b: 2 }).forEach(([s]) => fetch('https://h/' + s))`],
    [
      'entries of a row that is not known',
      `const rows = { x: { a: 1 }, y: { b: 2 } }; for (const [s] of Object.entries(rows[key])) fetch('https://h/' + s)`,
    ],
    [
      'keys of a row that is not known',
      `const rows = { x: { a: 1 }, y: { b: 2 } }; for (const s of Object.keys(rows[key])) fetch('https://h/' + s)`,
    ],
    [
      'values of a row that is not known',
      `const rows = { x: { n: 'a' }, y: { n: 'b' } }; for (const s of Object.values(rows[key])) fetch('https://h/' + s)`,
    ],
    ['rows', `for (const { s } of [{ s: 'a' }, { s: 'b' }]) fetch('https://h/' + s)`],
    ['a named callback', `['a', 'b'].forEach(send); function send(s) { fetch('https://h/' + s); }`],
  ])('%s', (_, text) => {
    const sent = url(text);
    expect(sent).toContain('https://h/a');
    expect(sent).toContain('https://h/b');
  });

  it('keeps what belongs together of a row together', () => {
    const text = `for (const [id, value] of [['a', 1], ['b', 2]]) {
      fetch('https://h/' + id, { method: 'PATCH', body: JSON.stringify({ value }) });
    }`;
    expect(sends(text)).toEqual(['PATCH https://h/a {value:1}', 'PATCH https://h/b {value:2}']);
  });

  it('takes a row of a table chosen at run time as a whole', () => {
    const text = `const T = { a: { m: 'GET', p: 'x' }, b: { m: 'PUT', p: 'y' } };
    export function run(name) { const { m, p } = T[name]; return fetch('https://h/' + p, { method: m }); }`;
    expect(sends(text)).toEqual(['GET https://h/x', 'PUT https://h/y']);
  });
});

describe('tests of a name', () => {
  it.each([
    ['case', `switch (zone) { case 'a': fetch('https://h/' + zone); }`, 'https://h/a'],
    ['equality', `if (zone === 'a') fetch('https://h/' + zone)`, 'https://h/a'],
    ['inequality that leaves', `if (zone !== 'a') return; fetch('https://h/' + zone)`, 'https://h/a'],
    [
      'membership',
      `if (!['a', 'b'].includes(zone)) throw 1; fetch('https://h/' + zone)`,
      'https://h/a|https://h/b',
    ],
    ['membership of a set', `if (new Set(['a']).has(zone)) fetch('https://h/' + zone)`, 'https://h/a'],
    ['nothing of another name', `if (flag === 'a') fetch('https://h/' + zone)`, 'https://h/{zone}'],
    [
      'nothing in the other branch',
      `if (zone === 'a') list(); else fetch('https://h/' + zone)`,
      'https://h/{zone}',
    ],
  ])('%s', (_, text, expected) => {
    expect(url(text)).toEqual([expected]);
  });
});

it('reads the same from the triggers as from every place', () => {
  const files = {
    'a.ts': `import { ids } from './ids';
      const set = (id: string, value: unknown) => fetch(\`https://h/settings/\${id}\`, { method: 'PATCH', body: JSON.stringify({ value }) });
      for (const id of ids) set(id, 'on');`,
    'ids.ts': `export const ids = ['brotli', 'minify'];`,
  };
  const expected = [
    'PATCH https://h/settings/brotli {value:on}',
    'PATCH https://h/settings/minify {value:on}',
  ];
  expect(requests(read(files, 'a.ts'))).toEqual(expect.arrayContaining(expected));
  expect(requests(read(files, 'ids.ts', ['brotli', 'minify']))).toEqual(expected);
});
