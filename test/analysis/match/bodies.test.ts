import { describe, expect, it } from 'vitest';
import { hole, unknown, type Value } from '../../../src/value/index.js';
import { API, either, match, scalar, told, Writer, zone } from './writer.js';

const records = (w: Writer) => w.text(`${API}/zones/`, zone, '/dns_records');

describe('a field that must not be sent', () => {
  it('is pointed at by its key', () => {
    const w = new Writer();
    const url = records(w);
    const body = w.object({ type: w.text('A'), locked: scalar(true) });
    expect(told(w, w.http('POST', url, { body }))).toEqual(['dns-locked POST exact: locked']);
  });

  it('is found in JSON text', () => {
    const w = new Writer();
    const usage = w.http('POST', records(w), { body: w.text('{"type":"A","locked":true}') });
    expect(told(w, usage)).toEqual(['dns-locked POST exact: locked']);
  });

  it('is not sent when it is undefined, or the method does not send', () => {
    const w = new Writer();
    const url = records(w);
    expect(told(w, w.http('POST', url, { body: w.object({ locked: scalar(undefined) }) }))).toEqual([]);
    expect(told(w, w.http('GET', url, { body: w.object({ locked: scalar(true) }) }))).toEqual([]);
  });

  it('is less sure when the method cannot be told', () => {
    const w = new Writer();
    const url = records(w);
    expect(told(w, w.http(null, url, { body: w.object({ locked: scalar(true) }) }))).toEqual([
      'dns-locked - likely: locked',
    ]);
  });
});

describe('a condition on a sibling', () => {
  const srv = (type: Value | null, data: (w: Writer) => Value) => {
    const w = new Writer();
    const url = records(w);
    const body = type === null ? w.object({ data: () => data(w) }) : w.object({ type, data: () => data(w) });
    return told(w, w.http('POST', url, { body }));
  };
  const both = (w: Writer) => w.object({ service: w.text('_sip'), proto: w.text('_tcp') });
  const one = (w: Writer) => w.object({ service: w.text('_sip') });
  const literal = (content: string) => new Writer('other.ts').text(content);

  it('decides', () => {
    expect(srv(literal('SRV'), both)).toEqual(['srv-data POST exact: proto', 'srv-data POST exact: service']);
    expect(srv(literal('NAPTR'), both)).toEqual([]);
  });

  it('may hold for some values', () => {
    expect(srv(either(literal('A'), literal('SRV')), one)).toEqual(['srv-data POST likely: service']);
    expect(srv(either(literal('A'), literal('NAPTR')), one)).toEqual([]);
  });

  it('leaves a doubt when it is not known, unless the fields keep company', () => {
    expect(srv(unknown('parameter'), one)).toEqual(['srv-data POST possible: service']);
    expect(srv(null, one)).toEqual(['srv-data POST possible: service']);
    expect(srv(null, both)).toEqual(['srv-data POST likely: proto', 'srv-data POST likely: service']);
  });

  it('speaks of the same item of a list', () => {
    const w = new Writer();
    const url = w.text(`${API}/zones/`, zone, '/dns_records/batch');
    const item = (type: string) =>
      w.object({ type: w.text(type), data: () => w.object({ service: w.text('x') }) });
    const naptr = item('NAPTR');
    const wanted = item('SRV');
    const usage = w.http('POST', url, { body: w.object({ posts: w.array(naptr, wanted) }) });
    const findings = match(usage).findings;
    expect(findings).toHaveLength(1);
    const data = wanted.properties[1]?.value;
    expect(findings[0]?.at).toEqual(data?.kind === 'object' ? data.properties[0]?.keyOrigin : null);
  });
});

describe('a value that is no longer accepted', () => {
  const level = (method: string, value: (w: Writer) => Value) => {
    const w = new Writer();
    const url = w.text(`${API}/zones/`, zone, '/settings/security_level');
    return told(w, w.http(method, url, { body: w.object({ value: () => value(w) }) }));
  };

  it.each(['medium', 'low', 'essentially_off'])('%s is told where the setting is named', (value) => {
    expect(level('PATCH', (w) => w.text(value))).toEqual(['security-level PATCH exact: security_level']);
    const w = new Writer();
    const url = w.text(`${API}/zones/`, zone, '/settings/security_level');
    const [finding] = match(
      w.http('PATCH', url, { body: w.object({ value: () => w.text(value) }) }),
    ).findings;
    expect(finding?.value).toBe(value);
    const [related] = finding?.related ?? [];
    expect(related?.message).toBe('the value');
    expect(w.source.slice(related?.at.start, related?.at.end)).toBe(value);
  });

  it('stands in the call or the key that names it, each value once', () => {
    const w = new Writer();
    const url = w.text(`${API}/zones/`, zone, '/settings/security_level');
    const both = either(w.text('high'), w.text('low'));
    const { findings } = match(w.http('PATCH', url, { body: w.object({ value: () => both }) }));
    expect(findings).toMatchObject([{ confidence: 'exact', value: 'high' }]);
    const written = findings[0]?.related
      .filter(({ message }) => message === 'the value')
      .map(({ at }) => w.source.slice(at.start, at.end));
    expect(written?.sort()).toEqual(['high', 'low']);
  });

  it.each(['off', 'under_attack'])('%s is accepted', (value) => {
    expect(level('PATCH', (w) => w.text(value))).toEqual([]);
  });

  it('may be one of several', () => {
    expect(level('PATCH', (w) => either(w.text('under_attack'), w.text('high')))).toEqual([
      'security-level PATCH likely: security_level',
    ]);
    expect(level('PATCH', (w) => either(w.text('under_attack'), w.text('off')))).toEqual([]);
  });

  it('that is not known is possible, and the setting is pointed at', () => {
    const expected = ['security-level PATCH possible: security_level'];
    expect(level('PATCH', () => unknown('parameter'))).toEqual(expected);
    expect(level('PATCH', (w) => w.text(hole(null, 'level')))).toEqual(expected);
    const w = new Writer();
    const url = w.text(`${API}/zones/`, zone, '/settings/security_level');
    expect(told(w, w.http('PATCH', url, { body: unknown('parameter') }))).toEqual(expected);
  });

  it('is no matter of reading', () => {
    expect(level('GET', (w) => w.text('medium'))).toEqual([]);
  });
});

describe('other doors to a setting', () => {
  it('items of the bulk call', () => {
    const w = new Writer();
    const url = w.text(`${API}/zones/`, zone, '/settings');
    const item = (id: string, value: string) => w.object({ id: w.text(id), value: w.text(value) });
    const items = w.array(
      item('brotli', 'on'),
      item('ssl', 'medium'),
      item('security_level', 'medium'),
      item('security_level', 'off'),
      w.object({ id: w.text('security_level'), value: unknown('parameter') }),
    );
    expect(told(w, w.http('PATCH', url, { body: w.object({ items }) }))).toEqual([
      'brotli PATCH exact: brotli',
      'security-level PATCH exact: security_level',
      'security-level PATCH possible: security_level',
      'settings-batch PATCH exact: settings',
    ]);
  });

  it('parameters of rules', () => {
    const w = new Writer();
    const url = w.text(`${API}/zones/`, zone, '/rulesets');
    const rule = w.object({
      action: w.text('set_config'),
      expression: w.text('true'),
      action_parameters: () =>
        w.object({ autominify: w.object({}), security_level: () => w.text('high'), mirage: scalar(true) }),
    });
    expect(told(w, w.http('POST', url, { body: w.object({ rules: w.array(rule) }) }))).toEqual([
      'minify POST exact: autominify',
      'mirage POST exact: mirage',
      'security-level POST exact: security_level',
    ]);
  });
});

describe('answers', () => {
  const url = (w: Writer) => w.text(`${API}/zones/`, zone, '/dns_records');

  it('are checked where they are read', () => {
    const w = new Writer();
    const usage = w.http('GET', url(w), {
      reads: [w.read('result[].locked', 'locked'), w.read('locked', 'locked')],
    });
    const { findings } = match(usage);
    expect(findings.map(({ severity, kind }) => `${severity} ${kind}`)).toEqual(['warning field']);
  });

  it('are errors in a schema and hints in a type', () => {
    const w = new Writer();
    const by = (how: 'schema' | 'type') =>
      match(w.http('GET', url(w), { reads: [w.read('result[].locked', 'locked', { by: how })] })).findings[0]
        ?.severity;
    expect(by('schema')).toBe('error');
    expect(by('type')).toBe('hint');
  });

  it('meet a condition by a comparison', () => {
    const w = new Writer();
    const service = w.read('result[].data.service', 'service');
    const compared = (value: string) =>
      w.read('result[].type', 'type', { comparedWith: { value, origin: w.write(value) } });
    const confidences = (...reads: (typeof service)[]) =>
      match(w.http('GET', url(w), { reads })).findings.map(({ confidence }) => confidence);
    expect(confidences(service, compared('SRV'))).toEqual(['exact']);
    expect(confidences(service)).toEqual(['possible']);
    expect(confidences(service, compared('NAPTR'))).toEqual([]);
  });

  it('meet a condition by what was asked for', () => {
    const w = new Writer();
    const reads = [w.read('result[].data.service', 'service')];
    const asked = (query: string) =>
      match(w.http('GET', w.text(`${API}/zones/`, zone, `/dns_records?${query}`), { reads })).findings.map(
        ({ confidence }) => confidence,
      );
    expect(asked('page=2&type=SRV')).toEqual(['exact']);
    expect(asked('type=NAPTR')).toEqual([]);
    expect(asked('page=2')).toEqual(['possible']);
  });

  it('are compared with a code that never comes', () => {
    const w = new Writer();
    const code = (value: number) =>
      w.read('errors[].code', 'code', { comparedWith: { value, origin: w.write(String(value)) } });
    expect(told(w, w.http('POST', url(w), { reads: [code(1004), code(81057)] }))).toEqual([
      'dns-error-chain POST exact: 1004',
    ]);
    expect(told(w, w.http('GET', url(w), { reads: [code(1004)] }))).toEqual([]);
  });
});

describe('a query', () => {
  it('has prefixes that are no longer understood', () => {
    const w = new Writer();
    const ask = (query: string) =>
      told(w, w.http('GET', w.text(`${API}/zones/`, zone, `/dns_records?${query}`)));
    expect(ask('name=contains:www&page=1')).toEqual(['dns-filter-syntax GET exact: contains:']);
    expect(ask('page=1&content=starts_with%3A192')).toEqual(['dns-filter-syntax GET exact: starts_with%3A']);
    expect(ask('name.contains=www')).toEqual([]);
    expect(ask('name=www.example.com')).toEqual([]);
  });

  it('has parameters that are gone', () => {
    const w = new Writer();
    const ask = (query: string) =>
      told(w, w.http('GET', w.text(`${API}/radar/attacks/layer7/top/attacks?${query}`)));
    expect(ask('magnitude=MITIGATED')).toEqual(['radar-magnitude GET exact: magnitude']);
    expect(ask('limit=5')).toEqual([]);
  });
});

describe('headers', () => {
  const both = (w: Writer) =>
    w.object({ 'transfer-encoding': () => w.text('chunked'), 'Content-Length': () => w.text('5') });

  it('that must not stand together', () => {
    const w = new Writer();
    const url = w.text(`${API}/accounts/1/images/v1`);
    expect(told(w, w.http('POST', url, { headers: both(w) }))).toEqual([
      'te-content-length POST exact: Content-Length',
    ]);
    expect(told(w, w.http('POST', url, { headers: w.object({ 'Content-Length': scalar(5) }) }))).toEqual([]);
  });

  it('of somebody else are no matter', () => {
    const w = new Writer();
    expect(told(w, w.http('POST', w.text('https://www.example.com/upload'), { headers: both(w) }))).toEqual(
      [],
    );
    expect(told(w, w.http('POST', w.text('/upload'), { headers: both(w) }))).toEqual([]);
  });

  it('that only the vendor reads prove the call', () => {
    const w = new Writer();
    const headers = w.object({ 'x-auth-user-service-key': () => w.text('v1.0-abc') });
    expect(told(w, w.http('POST', w.text('', hole(null, 'url')), { headers }))).toEqual([
      'service-key POST likely: x-auth-user-service-key',
    ]);
  });
});
