import { describe, expect, test } from 'vitest';
import type { RecordUsage } from '../../../src/read/usage.js';
import { type Files, plain, usagesIn } from './support.js';

const records = (files: Files): RecordUsage[] =>
  usagesIn(files).flatMap((usage) => (usage.kind === 'record' ? [usage] : []));
const recordBodies = (path: string, code: string): unknown[] =>
  records({ [path]: code }).map((usage) => plain(usage.body));

describe('SRV records', () => {
  test.each([
    [
      'Python',
      'cloudflare.py',
      'data = {"service": s, "proto": "_tcp", "priority": 1, "weight": 5, "port": 80, "target": t}',
    ],
    [
      'Python, field by field',
      'cloudflare.py',
      'def f():\n    data["service"] = s\n    data["proto"] = "_tcp"\n    data["priority"] = 1\n    data["weight"] = 5\n    data["port"] = 80\n    data["target"] = t\n',
    ],
    [
      'Ruby',
      'cloudflare.rb',
      'data = { service: s, proto: "_tcp", priority: 1, weight: 5, port: 80, target: t }',
    ],
    [
      'PHP',
      'cloudflare.php',
      "<?php $data = ['service' => $s, 'proto' => '_tcp', 'priority' => 1, 'weight' => 5, 'port' => 80, 'target' => $t];",
    ],
    [
      'Go, a map',
      'cloudflare.go',
      'package a\nvar data = map[string]interface{}{"service": s, "proto": "_tcp", "priority": 1, "weight": 5, "port": 80, "target": t}',
    ],
    [
      'Go, a struct',
      'cloudflare.go',
      'package a\nfunc f() { rec.Data.Service = s; rec.Data.Proto = "_tcp"; rec.Data.Priority = 1; rec.Data.Weight = 5; rec.Data.Port = 80; rec.Data.Target = t }',
    ],
    [
      'Java, a builder',
      'Cloudflare.java',
      'class A { Object f() { return doc().append("service", s).append("proto", "_tcp").append("priority", 1).append("weight", 5).append("port", 80).append("target", t); } }',
    ],
    [
      'Kotlin',
      'cloudflare.kt',
      'val data = mapOf("service" to s, "proto" to "_tcp", "priority" to 1, "weight" to 5, "port" to 80, "target" to t)',
    ],
    [
      'C#',
      'Cloudflare.cs',
      'class A { object F() => new { service = s, proto = "_tcp", priority = 1, weight = 5, port = 80, target = t }; }',
    ],
    [
      'Rust',
      'cloudflare.rs',
      'fn f() { let data = json!({"service": s, "proto": "_tcp", "priority": 1, "weight": 5, "port": 80, "target": t}); }',
    ],
    [
      'Lua',
      'cloudflare.lua',
      'local data = { service = s, proto = "_tcp", priority = 1, weight = 5, port = 80, target = t }',
    ],
    [
      'Elixir',
      'cloudflare.ex',
      'data = %{service: s, proto: "_tcp", priority: 1, weight: 5, port: 80, target: t}',
    ],
  ])('%s', (_name, path, code) => {
    const [body] = recordBodies(path, code);
    expect(body).toMatchObject({ type: 'SRV', data: { proto: '_tcp', priority: 1, weight: 5, port: 80 } });
    expect(Object.keys((body as { data: object }).data)).toContain('service');
  });

  test('rows of a table, out of which a program makes its records', () => {
    const rows =
      'ROWS = [{"service": "_sip", "proto": "_tcp", "priority": 1, "weight": 5, "port": 80, "target": "t"}]\n';
    const made =
      'for row in ROWS:\n    send({"type": "SRV", "name": row["service"] + ".example.com", "data": {"port": row["port"], "weight": 5, "priority": 1, "target": "t"}})\n';
    expect(recordBodies('cloudflare.py', rows + made)).toMatchObject([{ data: { weight: 5 } }]);
    const whole = 'for row in ROWS:\n    print(row["service"])\n    send({"type": "SRV", "data": row})\n';
    expect(recordBodies('cloudflare.py', rows + whole)).toMatchObject([{ data: { service: '_sip' } }]);
  });

  test('each key points at its own text', () => {
    const code = 'data = {"service": s, "proto": p, "priority": 1, "weight": 5, "port": 80, "target": t}';
    const [usage] = records({ 'cloudflare.py': code });
    const data =
      usage?.body.kind === 'object'
        ? usage.body.properties.find((property) => property.key === 'data')?.value
        : undefined;
    const keys =
      data?.kind === 'object'
        ? data.properties.map(({ keyOrigin }) => code.slice(keyOrigin?.start, keyOrigin?.end))
        : [];
    expect(keys).toEqual(['service', 'proto', 'priority', 'weight', 'port', 'target']);
  });

  test('the record around the data gives its type', () => {
    expect(
      recordBodies(
        'cloudflare.py',
        'r = {"type": "SRV", "name": n, "data": {"priority": 1, "weight": 5, "port": 80, "target": t}}',
      ),
    ).toEqual([{ type: 'SRV', name: '{n}', data: { priority: 1, weight: 5, port: 80, target: '{t}' } }]);
    expect(
      recordBodies(
        'cloudflare.py',
        'r = {"type": "URI", "data": {"priority": 1, "weight": 5, "port": 80, "target": t}}',
      ),
    ).toEqual([]);
  });

  test.each([
    [
      'records of a program that names no vendor',
      'dns.py',
      'data = {"service": s, "proto": p, "priority": 1, "weight": 5, "port": 80, "target": t}',
    ],
    [
      'naming authority pointers',
      'cloudflare.py',
      'data = {"order": 1, "preference": 2, "flags": "S", "service": "SIP+D2U", "regex": "", "replacement": "."}',
    ],
    ['a load balancer', 'cloudflare.py', 'pool = {"weight": 1, "name": "a", "address": "192.0.2.1"}'],
    ['a service of a cluster', 'cloudflare.py', 'svc = {"service": "http", "port": 80}'],
    [
      'two records in two branches',
      'cloudflare.go',
      'package a\nfunc f() { switch x {\ncase 1:\n\trec.Data.Weight = 1\n\trec.Data.Target = t\ncase 2:\n\trec.Data.Port = 1\n\trec.Data.Priority = 2\n} }',
    ],
  ])('nothing: %s', (_name, path, code) => {
    expect(recordBodies(path, code)).toEqual([]);
  });
});

describe('members of errors', () => {
  const reads = (path: string, code: string): string[] =>
    records({ [path]: code }).flatMap((usage) => usage.reads.map((read) => read.at));

  test('are read by name', () => {
    expect(
      reads(
        'cloudflare.py',
        'url = "/zones/a/dns_records"\nif "error_chain" in errors:\n    chain = errors["error_chain"]\n',
      ),
    ).toEqual(['errors[].error_chain', 'errors[].error_chain']);
    expect(reads('cloudflare.py', 'errors["error_chain"]\n')).toEqual(['errors[].error_chain']);
    expect(reads('cloudflare.rb', "client.dns_records\nerr.fetch('error_chain')")).toEqual([
      'errors[].error_chain',
    ]);
  });

  test('on other objects and in other programs they are nothing', () => {
    expect(
      reads('cloudflare.py', 'dns_records()\nsettings["error_chain"]\nerrors["error_chain"] = 1\n'),
    ).toEqual([]);
    expect(reads('other.py', 'dns_records()\nerrors["error_chain"]\n')).toEqual([]);
    expect(reads('cloudflare.py', 'call("/zones/a/rulesets")\nerrors["error_chain"]\n')).toEqual([]);
  });
});
