import { describe, expect, it } from 'vitest';
import type { ExpressionUsage, RecordUsage, ResourceUsage } from '../../../src/read/usage.js';
import { hole, type TextValue, unknown, type Value } from '../../../src/value/index.js';
import { API, match, scalar, told, Writer, zone } from './writer.js';

const expression = (w: Writer, text: TextValue, parts: Partial<ExpressionUsage> = {}): ExpressionUsage => ({
  kind: 'expression',
  site: w.write('rule'),
  evidence: [],
  context: 'code',
  text,
  place: 'shape',
  ...parts,
});

describe('a name in an expression', () => {
  it('is pointed at, every time it stands', () => {
    const w = new Writer();
    const text = w.text('(cf.threat_score gt 14 or vendor.threat_score ge ', hole(null, 'n'), ')');
    expect(told(w, expression(w, text))).toEqual([
      'threat-score - likely: cf.threat_score',
      'threat-score - likely: vendor.threat_score',
    ]);
  });

  it('is not one inside a text or a longer name', () => {
    const w = new Writer();
    expect(told(w, expression(w, w.text('http.user_agent contains "cf.threat_score"')))).toEqual([]);
    expect(told(w, expression(w, w.text('cf.threat_score_class eq 1 or cf.waf.score lt 20')))).toEqual([]);
  });

  it('is found through escapes', () => {
    const w = new Writer();
    const origin = w.write('"a eq \\"x\\" and cf.threat_score gt 1"');
    const content = 'a eq "x" and cf.threat_score gt 1';
    // Each escaped quote takes two characters of the source.
    const offsets = [...content, ''].map(
      (_, index) => origin.start + 1 + index + Number(index > 5) + Number(index > 7),
    );
    const text: TextValue = {
      kind: 'text',
      pieces: [{ kind: 'text', text: content, origin, offsets }],
      origin,
    };
    expect(told(w, expression(w, text))).toEqual(['threat-score - likely: cf.threat_score']);
  });

  it('is a hint in text for people', () => {
    const w = new Writer();
    const usage = expression(w, w.text('cf.threat_score gt 5'), { context: 'docs' });
    expect(match(usage).findings[0]?.severity).toBe('hint');
  });

  it('is found in the rules that a call sends, with the method', () => {
    const w = new Writer();
    const url = w.text(`${API}/zones/`, zone, '/rulesets/', hole(null, 'id'), '/rules');
    const body = w.object({
      action: w.text('block'),
      expression: () => w.text('cf.threat_score gt 5'),
      description: () => w.text('cf.threat_score'),
    });
    expect(told(w, w.http('POST', url, { body }))).toEqual(['threat-score POST exact: cf.threat_score']);
    const elsewhere = w.http('POST', w.text('https://www.example.com/rules'), { body });
    expect(told(w, elsewhere)).toEqual([]);
  });
});

const resource = (
  w: Writer,
  tool: string,
  resourceKind: string,
  name: string,
  attributes: Value,
): ResourceUsage => ({
  kind: 'resource',
  site: w.write('block'),
  evidence: [],
  context: 'code',
  tool,
  resourceKind,
  name,
  nameOrigin: w.write(name),
  attributes,
});

describe('a resource of a provider whose version is pinned', () => {
  const sure = (name: string, version: string | undefined, kind = 'resource'): string | undefined => {
    const w = new Writer();
    const usage = resource(w, 'terraform', kind, name, w.object({}));
    const [found] = match(version === undefined ? usage : { ...usage, version }).findings;
    return found?.confidence;
  };

  it.each([
    ['cloudflare_argo_tunnel', '3.10.0'],
    ['cloudflare_argo_tunnel', '~> 2.0'],
    ['cloudflare_argo_tunnel', '~> 3.10.0'],
    ['cloudflare_argo_tunnel', '>= 2.20, < 3.0'],
    ['cloudflare_waf_rule', '~> 3.0'],
    ['cloudflare_filter', '~> 2.0'],
    ['cloudflare_filter', '>= 4.0'],
    ['cloudflare_filter', '5.8.2'],
    ['cloudflare_rate_limit', '>= 4.0, != 4.3.0, < 5.0'],
    ['cloudflare_waf_rule', '>= 2.0'],
    ['cloudflare_zone_settings_override', '>= 3.20.0'],
    ['cloudflare_filter', 'whatever'],
    ['cloudflare_filter', undefined],
  ])('%s of %s asks what is gone', (name, version) => {
    expect(sure(name, version)).toBe('exact');
  });

  it.each([
    ['cloudflare_argo_tunnel', '3.33.1'],
    ['cloudflare_argo_tunnel', '~> 3.0'],
    ['cloudflare_argo_tunnel', '>= 3.20, < 4.0'],
  ])('%s of %s asks the API of today', (name, version) => {
    expect(sure(name, version)).toBe('possible');
  });

  it.each([
    ['cloudflare_argo_tunnel', '4.52.5'],
    ['cloudflare_argo_tunnel', '>= 3.0'],
    ['cloudflare_argo_tunnel', '>= 4.0'],
    ['cloudflare_waf_rule', '~> 4.0'],
    ['cloudflare_waf_rule', '>= 4.0'],
    ['cloudflare_zone_settings_override', '~> 5'],
  ])('%s of %s is not there any more: dead, but nothing runs', (name, version) => {
    expect(sure(name, version)).toBe('likely');
  });

  it('is possible at most where the version has none yet', () => {
    expect(sure('cloudflare_filters', '~> 4.0', 'data')).toBe('possible');
    expect(sure('cloudflare_filters', '5.1.0', 'data')).toBe('exact');
  });
});

describe('a resource', () => {
  it('that is dead as a whole is pointed at by its name', () => {
    const w = new Writer();
    expect(told(w, resource(w, 'terraform', 'resource', 'cloudflare_filter', w.object({})))).toEqual([
      'firewall-rules - exact: cloudflare_filter',
    ]);
    expect(told(w, resource(w, 'terraform', 'resource', 'cloudflare_ruleset', w.object({})))).toEqual([]);
    expect(told(w, resource(w, 'other', 'resource', 'cloudflare_filter', w.object({})))).toEqual([]);
  });

  it('has attributes that are dead', () => {
    const w = new Writer();
    const settings = w.object({
      brotli: () => w.text('on'),
      ssl: () => w.text('strict'),
      security_level: () => w.text('medium'),
      minify: w.array(w.object({ css: () => w.text('on') })),
    });
    const attributes = w.object({ settings: w.array(settings) });
    expect(
      told(w, resource(w, 'terraform', 'resource', 'cloudflare_zone_settings_override', attributes)),
    ).toEqual([
      'brotli - exact: brotli',
      'minify - exact: minify',
      'security-level - exact: security_level',
      // The tool speaks to the bulk call, which is gone too.
      'settings-batch - exact: cloudflare_zone_settings_override',
    ]);
  });

  it('has a level that is accepted, or that cannot be told', () => {
    const w = new Writer();
    const override = (level: Value) =>
      told(
        w,
        resource(
          w,
          'pulumi',
          'class',
          'ZoneSettingsOverride',
          w.object({ settings: () => w.object({ securityLevel: level }) }),
        ),
      );
    const bulk = 'settings-batch - exact: ZoneSettingsOverride';
    expect(override(w.text('under_attack'))).toEqual([bulk]);
    expect(override(unknown('parameter'))).toEqual(['security-level - possible: securityLevel', bulk]);
  });

  it('is told from others by a sibling', () => {
    const w = new Writer();
    const record = (type: string) =>
      told(
        w,
        resource(
          w,
          'terraform',
          'resource',
          'cloudflare_record',
          w.object({
            type: w.text(type),
            data: () => w.object({ service: () => w.text('_sip') }),
          }),
        ),
      );
    expect(record('SRV')).toEqual(['srv-data - exact: service']);
    expect(record('NAPTR')).toEqual([]);
  });

  it('carries expressions', () => {
    const w = new Writer();
    const rules = w.array(
      w.object({ action: w.text('log'), expression: () => w.text('cf.threat_score gt 14') }),
    );
    expect(told(w, resource(w, 'terraform', 'resource', 'cloudflare_ruleset', w.object({ rules })))).toEqual([
      'threat-score - exact: cf.threat_score',
    ]);
  });
});

describe('a record outside a call', () => {
  const record = (w: Writer, parts: Partial<RecordUsage>): RecordUsage => ({
    kind: 'record',
    site: w.write('record'),
    evidence: [{ kind: 'sdk', name: 'npm:cloudflare' }],
    context: 'code',
    path: '/zones/{zone_id}/dns_records',
    body: unknown('none'),
    reads: [],
    ...parts,
  });

  it('is checked like one that is sent', () => {
    const w = new Writer();
    const body = w.object({
      type: w.text('SRV'),
      data: () => w.object({ proto: () => w.text('_tcp') }),
      locked: scalar(true),
    });
    expect(told(w, record(w, { body }))).toEqual(['dns-locked - exact: locked', 'srv-data - exact: proto']);
  });

  it('is an error in a schema and a hint in a type', () => {
    const w = new Writer();
    const severity = (by: 'schema' | 'type') =>
      match(record(w, { reads: [w.read('locked', 'locked', { by })] })).findings[0]?.severity;
    expect(severity('schema')).toBe('error');
    expect(severity('type')).toBe('hint');
  });

  it('of which nothing is known proves nothing', () => {
    const w = new Writer();
    const body = w.object({ locked: scalar(true) });
    expect(told(w, record(w, { body, evidence: [] }))).toEqual(['dns-locked - possible: locked']);
    expect(told(w, record(w, { body, evidence: [{ kind: 'against', what: 'another SDK' }] }))).toEqual([]);
  });
});
