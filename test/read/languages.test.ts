import { describe, expect, test } from 'vitest';
import { familyOf, LANGUAGES, languageNamed, languageOf, syntaxOf } from '../../src/read/languages.js';

describe('the language of a file', () => {
  test.each([
    ['src/a.py', '', 'python'],
    ['a.TSX', '', 'typescript'],
    ['deploy.sh.template', '', 'shell'],
    ['conf.yaml.j2', '', 'yaml'],
    ['main.tf.json', '', 'json'],
    ['Dockerfile', '', 'dockerfile'],
    ['api.Dockerfile', '', 'dockerfile'],
    ['Dockerfile.prod', '', 'dockerfile'],
    ['.env.production', '', 'dotenv'],
    ['bin/deploy', '#!/usr/bin/env bash', 'shell'],
    ['bin/deploy', '#!/usr/bin/env -S python3.11 -u', 'python'],
    ['bin/deploy', '#!/usr/local/bin/ruby2.7', 'ruby'],
    ['bin/page', '<?php', 'php'],
    ['README', '', 'prose'],
    ['x.unknown', '', 'text'],
    ['.template', '', 'text'],
    ['noextension', 'import os', 'text'],
  ])('%s %s is %s', (path, firstLine, expected) => {
    expect(languageOf(path, firstLine)).toBe(expected);
  });

  test('names that people use', () => {
    expect(['bash', 'TS', 'hcl', 'C#', 'golang', 'yml'].map(languageNamed)).toEqual([
      'shell',
      'typescript',
      'terraform',
      'csharp',
      'go',
      'yaml',
    ]);
    expect(languageNamed('mermaid')).toBeNull();
  });

  test('every language has a family, and code has a syntax', () => {
    for (const { id } of LANGUAGES) expect(syntaxOf(id) !== null, id).toBe(familyOf(id).kind === 'code');
  });

  test('no ending belongs to two languages', () => {
    const endings = LANGUAGES.flatMap((language) => language.extensions);
    expect(endings.length).toBe(new Set(endings).size);
  });
});
