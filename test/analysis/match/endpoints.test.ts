import { describe, expect, it } from 'vitest';
import { hole } from '../../../src/value/index.js';
import { API, either, match, told, Writer, zone } from './writer.js';

describe('a call of a dead path', () => {
  it('is pointed at by its own segments', () => {
    const w = new Writer();
    expect(told(w, w.http('POST', w.text(`${API}/zones/`, zone, '/firewall/rules?page=1')))).toEqual([
      'firewall-rules POST exact: firewall/rules',
    ]);
  });

  it('is pointed at across the ids in the middle', () => {
    const w = new Writer();
    const url = w.text(`${API}/zones/`, zone, '/firewall/waf/packages/', hole(null, 'pack'), '/groups');
    expect(told(w, w.http('GET', url))).toEqual(['waf-packages GET exact: firewall/waf/packages/${}/groups']);
  });

  it('is pointed at where the constant is written', () => {
    const w = new Writer();
    const path = w.text('/firewall/rules');
    w.write('x'.repeat(500));
    const base = w.text(`${API}/zones/`, zone);
    const url = { ...base, pieces: [...base.pieces, ...path.pieces] };
    const [finding] = match(w.http('GET', url)).findings;
    expect(w.source.slice(finding?.at.start, finding?.at.end)).toBe('firewall/rules');
    expect(finding?.related).toEqual([{ at: expect.anything(), message: 'sent here' }]);
  });

  it('is said with the gravest of several methods', () => {
    const w = new Writer();
    const url = w.text(`${API}/organizations/`, hole(null, 'id'));
    const usage = { ...w.http(null, url), method: either(w.text('PUT'), w.text('PATCH')) };
    expect(told(w, usage)).toEqual(['organizations PATCH exact: organizations']);
  });

  it('is less sure for a method that no schedule names', () => {
    const w = new Writer();
    expect(told(w, w.http('DELETE', w.text(`${API}/zones/`, zone, '/settings/minify')))).toEqual([
      'minify DELETE likely: minify',
    ]);
    expect(told(w, w.http('DELETE', w.text('/zones/', zone, '/settings/minify')))).toEqual([
      'minify DELETE likely: minify',
    ]);
  });

  it('is dead for a method that cannot be told', () => {
    const w = new Writer();
    expect(told(w, w.http(null, w.text(`${API}/zones/`, zone, '/rate_limits')))).toEqual([
      'rate-limits - exact: rate_limits',
    ]);
  });
});

describe('a path that lives on', () => {
  it.each([
    ['GET', `/accounts/`, '/tunnels', ['legacy-tunnels GET possible: tunnels']],
    ['POST', `/accounts/`, '/tunnels', ['legacy-tunnels POST exact: tunnels']],
    ['PUT', `/organizations/`, '', []],
    ['POST', `/accounts/`, '/cfd_tunnel', []],
    ['POST', `/accounts/`, '/images/v2/direct_upload', []],
    ['GET', `/zones/`, '/firewall/access_rules/rules', []],
  ])('%s %s…%s', (method, before, after, expected) => {
    const w = new Writer();
    expect(told(w, w.http(method, w.text(API + before, zone, after)))).toEqual(expected);
  });
});

describe('how sure it is', () => {
  const neighbour = [{ kind: 'neighbour', name: 'api.cloudflare.com' }] as const;
  const against = [{ kind: 'against', what: 'its own server' }] as const;

  it.each([
    ['another host', 'https://dns.example.org/v1/zones/', '/filters', [], []],
    ['a host of another vendor', 'https://api.cis.cloud.ibm.com/v1/zones/', '/filters', neighbour, []],
    [
      'the base path at another host',
      'https://gateway.example.org/client/v4/zones/',
      '/filters',
      [],
      ['likely'],
    ],
    ['a relative path', '/zones/', '/filters', [], ['likely']],
    ['a relative path of one that serves it', '/zones/', '/filters', against, ['possible']],
    ['a prefix of their own', '/api/zones/', '/filters', [], ['possible']],
    ['a prefix of their own beside the API', '/api/zones/', '/filters', neighbour, ['likely']],
    ['a scope of everybody', '/accounts/', '/access/bookmarks', [], ['possible']],
    ['a scope of everybody beside the API', '/accounts/', '/access/bookmarks', neighbour, ['likely']],
    ['a scope of everybody behind a prefix', '/api/organizations/', '/invites', [], []],
    ['a segment of another vendor', '/v1/{crn}/zones/', '/filters', neighbour, []],
  ] as const)('%s', (_, before, after, evidence, expected) => {
    const w = new Writer();
    const usage = w.http('GET', w.text(before, zone, after), { evidence: [...evidence] });
    expect(match(usage).findings.map(({ confidence }) => confidence)).toEqual(expected);
  });

  it('of the end of a path depends on what is around', () => {
    const w = new Writer();
    const url = w.text('', hole(null, 'zoneUrl'), '/firewall/rules');
    const confidences = (evidence: Parameters<typeof match>[1]) =>
      match(w.http('GET', url), evidence).findings.map(({ confidence }) => confidence);
    expect(confidences([])).toEqual(['possible']);
    expect(confidences(neighbour)).toEqual(['likely']);
    const short = w.http('GET', w.text('', hole(null, 'url'), '/filters'));
    expect(match(short).findings).toEqual([]);
  });

  it('is lower when an ordinary word stands for the id', () => {
    const w = new Writer();
    const one = (path: string) => match(w.http('GET', w.text(path))).findings.map((f) => f.confidence);
    expect(one('/zones/frontend/filters')).toEqual(['possible']);
    expect(one('/zones/ZONE_ID/filters')).toEqual(['likely']);
    expect(one('/zones/023e105f4ecef8ad9ca31a8372d0c353/filters')).toEqual(['likely']);
  });

  it('takes the best of several bases', () => {
    const w = new Writer();
    const tail = w.text('/zones/', zone, '/filters');
    const behind = (base: string) => ({ ...tail, pieces: [...w.text(base).pieces, ...tail.pieces] });
    const usage = w.http('GET', either(behind('https://proxy.example.org'), behind(API)));
    expect(told(w, usage)).toEqual(['firewall-rules GET exact: filters']);
  });
});

describe('a URL inside another', () => {
  it("is the one that is asked for, if it is the vendor's", () => {
    const w = new Writer();
    const ask = (before: string, after = '/filters') =>
      told(w, w.http('GET', w.text(`${before}${API}/zones/`, zone, after)));
    expect(ask('https://cors.example.com/?url=')).toEqual(['firewall-rules GET exact: filters']);
    expect(ask('https://cors.example.com/')).toEqual(['firewall-rules GET exact: filters']);
    expect(ask('https://cors.example.com/', '/pages')).toEqual([]);
    const other = w.text('https://cors.example.com/https://dns.example.org/zones/', zone, '/filters');
    expect(told(w, w.http('GET', other))).toEqual([]);
  });
});

describe('severity', () => {
  const severity = (method: string, tail: string, context: 'code' | 'test' | 'docs' = 'code') => {
    const w = new Writer();
    return match(w.http(method, w.text(`${API}/zones/`, zone, tail), { context })).findings[0]?.severity;
  };

  it('is an error where the call fails', () => {
    expect(severity('GET', '/filters')).toBe('error');
    expect(severity('GET', '/filters', 'test')).toBe('error');
  });

  it('is a warning where it may', () => {
    const w = new Writer();
    const usage = w.http('GET', w.text(`${API}/organizations/`, zone));
    expect(match(usage).findings[0]?.severity).toBe('warning');
  });

  it('is a hint in text for people', () => {
    expect(severity('GET', '/filters', 'docs')).toBe('hint');
  });
});

describe('a path that cannot be told', () => {
  const open = (
    path: readonly (string | ReturnType<typeof hole>)[],
    evidence: Parameters<typeof match>[1] = [],
  ) => {
    const w = new Writer();
    return match(w.http('GET', w.text(...path)), evidence).undetermined.length;
  };

  it('is counted when the call reaches the API', () => {
    expect(open([`${API}/`, hole(null, 'path')])).toBe(1);
    expect(open([`${API}/zones/`, zone, '/settings/', hole(null, 'name')])).toBe(1);
    expect(
      open(['/zones/', zone, '/', hole(null, 'path')], [{ kind: 'neighbour', name: 'api.cloudflare.com' }]),
    ).toBe(1);
  });

  it('is not counted otherwise', () => {
    expect(open([`${API}/zones/`, zone, '/dns_records/', hole(null, 'id')])).toBe(0);
    expect(open(['https://app.example.com/', hole(null, 'path')])).toBe(0);
    expect(open(['/zones/', zone, '/', hole(null, 'path')])).toBe(0);
  });
});
