import { describe, expect, test } from 'vitest';
import { bodies, calls } from './support.js';

const settings = (path: string, code: string): string[] =>
  calls({ [path]: code }).flatMap((call) => /settings\/(\w+)$/.exec(call)?.[1] ?? []);

describe('segments that come from lists and arguments', () => {
  test.each([
    [
      'a list in Python',
      'a.py',
      'for name in ["brotli", "ssl"]:\n    requests.patch(f"/zones/{z}/settings/{name}")\n',
      ['brotli', 'ssl'],
    ],
    [
      'a list in a constant',
      'a.py',
      'NAMES = ("brotli", "ssl")\ndef f(z):\n    for name in NAMES:\n        requests.patch(f"/zones/{z}/settings/{name}")\n',
      ['brotli', 'ssl'],
    ],
    [
      'pairs of a table',
      'a.py',
      'for name, value in {"brotli": "on", "ssl": "full"}.items():\n    requests.patch(f"/zones/{z}/settings/{name}", json={"value": value})\n',
      ['brotli', 'ssl'],
    ],
    [
      'objects in a list',
      'a.py',
      'for s in [{"id": "brotli", "value": "on"}, {"id": "ssl", "value": "full"}]:\n    requests.patch(f"/zones/{z}/settings/{s[\'id\']}", json={"value": s["value"]})\n',
      ['brotli', 'ssl'],
    ],
    [
      'tuples in a list',
      'a.py',
      'for name, value in [("brotli", "on"), ("ssl", "full")]:\n    requests.patch(f"/zones/{z}/settings/{name}", json={"value": value})\n',
      ['brotli', 'ssl'],
    ],
    [
      'a comprehension',
      'a.py',
      '[requests.patch(f"/zones/{z}/settings/{name}") for name in ["brotli", "ssl"]]\n',
      ['brotli', 'ssl'],
    ],
    [
      'arguments by name',
      'a.py',
      'def change(zone, name, value):\n    requests.patch(f"/zones/{zone}/settings/{name}", json={"value": value})\nchange(z, name="brotli", value="on")\nchange(z, "ssl", "full")\n',
      ['brotli', 'ssl'],
    ],
    [
      'a method in Python',
      'a.py',
      'class C:\n    def change(self, zone, name):\n        self.http.patch(f"/zones/{zone}/settings/{name}")\n    def all(self, z):\n        self.change(z, "brotli")\n',
      ['brotli'],
    ],
    [
      'a function that hands it on',
      'a.py',
      'def send(z, n):\n    requests.patch(f"/zones/{z}/settings/{n}")\ndef change(z, name):\n    send(z, name)\nchange(z, "brotli")\n',
      ['brotli'],
    ],
    [
      'foreach in PHP',
      'a.php',
      '<?php\nforeach (["brotli", "ssl"] as $name) { $c->patch("zones/$z/settings/$name"); }',
      ['brotli', 'ssl'],
    ],
    [
      'keys in PHP',
      'a.php',
      "<?php\nforeach (['brotli' => 'on', 'ssl' => 'full'] as $name => $value) { $c->patch(\"zones/$z/settings/$name\", ['value' => $value]); }",
      ['brotli', 'ssl'],
    ],
    [
      'range in Go',
      'a.go',
      'package a\nfunc f(z string) {\n\tfor _, name := range []string{"brotli", "ssl"} {\n\t\tput(fmt.Sprintf("zones/%s/settings/%s", z, name))\n\t}\n}',
      ['brotli', 'ssl'],
    ],
    [
      'structs in Go',
      'a.go',
      'package a\nfunc f(z string) {\n\tfor _, s := range []Setting{{ID: "brotli", Value: "on"}, {ID: "ssl", Value: "full"}} {\n\t\tput(fmt.Sprintf("zones/%s/settings/%s", z, s.ID), s.Value)\n\t}\n}',
      ['brotli', 'ssl'],
    ],
    [
      'for each in Java',
      'A.java',
      'class A { void f(String z) { for (String name : List.of("brotli", "ssl")) { http.patch("zones/" + z + "/settings/" + name); } } }',
      ['brotli', 'ssl'],
    ],
    [
      'foreach in C#',
      'A.cs',
      'class A { void F(string z) { foreach (var name in new[] { "brotli", "ssl" }) { http.PatchAsync($"zones/{z}/settings/{name}"); } } }',
      ['brotli', 'ssl'],
    ],
    [
      'a word list in Ruby',
      'a.rb',
      '%w[brotli ssl].each do |name|\n  http.patch("zones/#{z}/settings/#{name}")\nend\n',
      ['brotli', 'ssl'],
    ],
  ])('%s', (_name, path, code, expected) => {
    expect(settings(path, code)).toEqual(expected);
  });

  test('the value beside goes into the body', () => {
    expect(
      bodies({
        'a.py':
          'for name, value in {"a": "on", "b": "medium"}.items():\n    requests.patch(f"/zones/{z}/settings/{name}", json={"value": value})\n',
      }),
    ).toEqual([{ value: 'on' }, { value: 'medium' }]);
    expect(
      bodies({
        'a.py':
          'def change(zone, name, level):\n    requests.patch(f"/zones/{zone}/settings/{name}", json={"value": level})\nchange(z, "security_level", "low")\n',
      }),
    ).toEqual([{ value: 'low' }]);
  });

  test.each([
    [
      'an argument that nobody gives',
      'a.py',
      'def change(zone, name):\n    requests.patch(f"/zones/{zone}/settings/{name}")\n',
    ],
    [
      'the same words given to others',
      'a.py',
      'def change(zone, name):\n    requests.patch(f"/zones/{zone}/settings/{name}")\nremember("brotli")\n',
    ],
    [
      'a list that is not the one',
      'a.py',
      'ALL = ["brotli"]\ndef change(zone, names):\n    for name in names:\n        requests.patch(f"/zones/{zone}/settings/{name}")\n',
    ],
  ])('stays open: %s', (_name, path, code) => {
    expect(settings(path, code)).toEqual([]);
    expect(calls({ [path]: code })).toEqual(['PATCH /zones/{}/settings/{}']);
  });
});
