import { expect, it } from 'vitest';
import { CODEMODS } from '../../codemods/index.js';
import { transforms } from '../../scripts/pages/transforms.js';

it('there is a jscodeshift transform under the name of each entry and each codemod of scripts', () => {
  const files = transforms();
  const scripts = CODEMODS.filter(({ language }) => language === undefined);
  const names = new Set(scripts.flatMap(({ id, entries }) => [id, ...entries]));
  expect([...files.keys()].sort()).toEqual([...names].map((name) => `codemods/${name}.cjs`).sort());
  expect(files.get('codemods/minify.cjs')).toContain("transformOf('removed-settings', ['minify'])");
  expect(files.has('codemods/terraform-settings.cjs')).toBe(false);
});
