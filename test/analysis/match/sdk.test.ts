import { describe, expect, it } from 'vitest';
import { hole } from '../../../src/value/index.js';
import { match, told, Writer } from './writer.js';

const params = (w: Writer) => w.object({ zone_id: w.text('', hole(null, 'zone')) });

describe('a method of the SDK', () => {
  it('that is dead is pointed at by its chain', () => {
    const w = new Writer();
    const usage = w.sdk('firewall.rules.list', [params(w)], { version: '^4.5.0' });
    expect(told(w, usage)).toEqual(['firewall-rules GET exact: firewall.rules.list']);
    expect(match(usage).findings[0]).toMatchObject({
      kind: 'sdk',
      endpoint: 'firewall.rules.list',
      severity: 'error',
    });
  });

  it('that lives, or that nobody knows, is silent', () => {
    const w = new Writer();
    expect(told(w, w.sdk('rulesets.list', [params(w)], { version: '4.5.0' }))).toEqual([]);
    expect(told(w, w.sdk('firewall.rules.dance', [params(w)], { version: '4.5.0' }))).toEqual([]);
    expect(told(w, w.sdk('firewall.rules.list', [params(w)], { sdk: 'npm:other' }))).toEqual([]);
  });

  it('is known by the path of its module too', () => {
    const w = new Writer();
    const usage = w.sdk('FirewallRules', [], {
      sdk: 'go:github.com/cloudflare/cloudflare-go',
      version: '0.115.0',
    });
    expect(told(w, usage)).toEqual(['firewall-rules GET exact: FirewallRules']);
  });

  it('is pointed at where the chain is written at the call', () => {
    const w = new Writer();
    const before = { name: 'firewall', origin: w.write('firewall') };
    w.write('x'.repeat(60));
    const usage = w.sdk('rules.delete', [], { version: '4.5.0' });
    expect(told(w, { ...usage, chain: [before, ...usage.chain] })).toEqual([
      'firewall-rules DELETE exact: rules.delete',
    ]);
  });
});

describe('the version', () => {
  const create = (version: string | null) => {
    const w = new Writer();
    return told(w, w.sdk('zeroTrust.tunnels.create', [w.object({})], { version }));
  };

  it('decides what a chain means', () => {
    expect(create('3.2.0')).toEqual(['legacy-tunnels POST exact: zeroTrust.tunnels.create']);
    expect(create('4.1.0')).toEqual([]);
  });

  it('that is not known does not make a call for one setting a call for all of them', () => {
    const one = new Writer();
    const minify = one.sdk('zones.settings.edit', [one.text('minify'), params(one)]);
    expect(told(one, minify)).toEqual(['minify PATCH exact: minify']);
    const all = new Writer();
    expect(told(all, all.sdk('zones.settings.edit', [params(all)]))).toEqual([
      'settings-batch PATCH exact: zones.settings.edit',
    ]);
  });

  it('that is not known leaves a doubt where newer ones changed the meaning', () => {
    expect(create(null)).toEqual(['legacy-tunnels POST likely: zeroTrust.tunnels.create']);
    const w = new Writer();
    expect(told(w, w.sdk('firewall.rules.list', [params(w)]))).toEqual([
      'firewall-rules GET exact: firewall.rules.list',
    ]);
  });
});

describe('arguments', () => {
  it('complete a path, and are pointed at', () => {
    const w = new Writer();
    const edit = (setting: string) =>
      told(w, w.sdk('zones.settings.edit', [w.text(setting), params(w)], { version: '5.0.0' }));
    expect(edit('minify')).toEqual(['minify PATCH exact: minify']);
    expect(edit('ssl')).toEqual([]);
  });

  it('that are not known leave the call undetermined', () => {
    const w = new Writer();
    const usage = w.sdk('zones.settings.edit', [w.text('', hole(null, 'name')), params(w)], {
      version: '5.0.0',
    });
    expect(match(usage)).toMatchObject({ findings: [], undetermined: [{ site: usage.site }] });
    expect(
      match(w.sdk('firewall.rules.get', [w.text('', hole(null, 'id'))], { version: '5.0.0' })).undetermined,
    ).toEqual([]);
  });

  it('carry bodies: a position, the named parameters, or one of them', () => {
    const w = new Writer();
    const level = () => w.object({ zone_id: w.text('z'), value: () => w.text('high') });
    expect(
      told(w, w.sdk('zones.settings.edit', [w.text('security_level'), level()], { version: '5.0.0' })),
    ).toEqual(['security-level PATCH exact: security_level']);
    const record = w.object({ zone_id: w.text('z'), locked: w.object({}) });
    expect(told(w, w.sdk('dns.records.create', [record], { version: '4.0.0' }))).toEqual([
      'dns-locked POST exact: locked',
    ]);
    expect(told(w, w.sdk('dnsRecords.add', [w.text('z'), record], { version: '2.9.1' }))).toEqual([
      'dns-locked POST exact: locked',
    ]);
  });

  it('choose between calls of one name', () => {
    const w = new Writer();
    const get = (...args: string[]) =>
      told(
        w,
        w.sdk(
          'accounts.tunnels.get',
          args.map((text) => w.text(text)),
          { sdk: 'pypi:CloudFlare', version: '2.11.1' },
        ),
      );
    expect(get('account')).toEqual(['legacy-tunnels GET possible: tunnels']);
    expect(get('account', 'tunnel')).toEqual(['legacy-tunnels GET exact: tunnels']);
  });
});

describe('answers of the SDK', () => {
  it('come without their envelope', () => {
    const w = new Writer();
    const reads = [w.read('locked', 'locked')];
    const usage = w.sdk('dns.records.get', [w.text('', hole(null, 'id')), params(w)], {
      version: '4.0.0',
      reads,
    });
    expect(told(w, usage)).toEqual(['dns-locked GET exact: locked']);
    const other = [w.read('result.meta.locked', 'locked')];
    expect(told(w, { ...usage, reads: other })).toEqual([]);
  });
});
