import { describe, expect, it } from 'vitest';
import { FIREWALL_RULE, type Mapping, mappedFields, RATE_LIMIT } from '../../src/convert/index.js';
import { repositoryFiles, textOf } from './sources.js';

/**
 * A language says how things are written, and the mapping what the fields of the retired APIs have become. So no field that
 * only the old objects have is named in the folder of a language, or in the planner.
 */
const FOLDERS = /^codemods\/(?:go|php-ruby|planner|python|shell)\/.*\.ts$/;

/** Words of other meanings, and names that the new objects have, too. */
const COMMON =
  /^(?:action|body|content_type|description|disabled|filter|id|match|method|methods|mode|period|ref|request|response|schemes|timeout|url)$/;

/** They still name fields: programs of jq, and the fields of structs. */
const NOT_YET = ['codemods/go/rule-structs.ts', 'codemods/go/structs.ts', 'codemods/shell/jq.ts'];

function retiredNames({ gone, ...mapping }: Mapping): readonly string[] {
  const moved = mappedFields(mapping).flatMap(({ old, now }) => (old === now ? [] : [old]));
  const now = new Set(mappedFields(mapping).flatMap((one) => one.now.split('.')));
  return [...moved, ...gone, ...Object.values(mapping.refused).flatMap((values) => Object.keys(values))]
    .flatMap((path) => path.split('.'))
    .filter((name) => !COMMON.test(name) && !now.has(name) && /^\w{4,}$/.test(name));
}

const NAMES = [...new Set([FIREWALL_RULE, RATE_LIMIT].flatMap(retiredNames))];

function namedIn(text: string): readonly string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  return NAMES.filter((name) =>
    new RegExp(`(?<![A-Za-z])${name.replaceAll('_', '_?')}(?![a-z])`, 'i').test(code),
  );
}

describe('the folders of languages', () => {
  it('name no field that only the retired APIs have', () => {
    const found = repositoryFiles()
      .filter((path) => FOLDERS.test(path))
      .map((path) => ({ path, names: namedIn(textOf(path)) }))
      .filter(({ names }) => names.length > 0);
    expect(found.filter(({ path }) => !NOT_YET.includes(path))).toEqual([]);
    expect(found.map(({ path }) => path)).toEqual(NOT_YET);
  });

  it('would be told of one, however it is written', () => {
    expect(NAMES).toEqual(expect.arrayContaining(['paused', 'priority', 'threshold', 'bypass']));
    expect(namedIn("const a = 'paused';")).toEqual(['paused']);
    expect(namedIn('const a = /\\.CreatedOn\\b/;')).toEqual(['created_on']);
    expect(namedIn('// It is paused.\nconst enabled = true;')).toEqual([]);
  });
});
