/** What a program in PHP or Ruby reads of a rate limit, as it reads the same of a rate limiting rule. */
import type { Edit } from '../../../src/analysis/index.js';
import type { RuleKind, RuleRead } from '../../php-ruby/kind.js';

/** Where the same value stands now. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  id: ['id'],
  threshold: ['ratelimit', 'requests_per_period'],
  period: ['ratelimit', 'period'],
  'match.request.url': ['expression'],
};

export function isLeaf(path: readonly string[]): boolean {
  const written = path.join('.');
  return path.length > 0 && written !== 'match' && written !== 'match.request';
}

/** Null where a value has no counterpart, or another one: the modes of an action have other names. */
export function readEdits({ syntax, tree, path, visit, rule }: RuleRead): readonly Edit[] | null {
  if (path.join('.') === 'disabled') return syntax.disabledEdits(tree, rule, visit.node);
  if (path.join('.') === 'description') return syntax.orEmpty(tree, visit.node);
  const names = FIELDS[path.join('.')];
  if (names === undefined) return null;
  if (names.length === path.length && names[0] === path[0]) return [];
  const steps = visit.steps.filter(({ kind }) => kind === 'key').slice(-path.length);
  const [first, last] = [steps[0], steps.at(-1)];
  const isApart = steps.every((step, index) => index === 0 || step.from === steps[index - 1]?.to);
  const keys = last === undefined ? null : syntax.keysLike(tree, last.to, names);
  if (first === undefined || last === undefined || keys === null || !isApart) return null;
  return [{ start: first.from.end, end: last.to.end, text: keys }];
}

export const toOld: RuleKind['toOld'] = (language, field, shape) => {
  if (language === 'ruby') {
    const key = (name: string) => (shape === 'symbol' ? `${name}:` : `'${name}' =>`);
    const of = (name: string) => (shape === 'symbol' ? `limit[:${name}]` : `limit['${name}']`);
    return [
      `limit = ${field('ratelimit')}`,
      `mode = { 'block' => 'ban', 'log' => 'simulate' }.fetch(${field('action')}, ${field('action')})`,
      '{',
      `  ${key('id')} ${field('id')},`,
      `  ${key('description')} ${field('description')}.to_s,`,
      `  ${key('disabled')} ${field('enabled')} == false,`,
      `  ${key('threshold')} ${of('requests_per_period')},`,
      `  ${key('period')} ${of('period')},`,
      `  ${key('match')} { ${key('request')} { ${key('url')} ${field('expression')} } },`,
      `  ${key('action')} { ${key('mode')} mode, ${key('timeout')} ${of('mitigation_timeout')}.to_i }`,
      '}',
    ];
  }
  const cast = shape === 'object' ? '(object) ' : '';
  const of = (name: string) => (shape === 'object' ? `$limit->${name}` : `$limit['${name}']`);
  return [
    `$limit = ${field('ratelimit')};`,
    `$mode = ['block' => 'ban', 'log' => 'simulate'][${field('action')}] ?? ${field('action')};`,
    '',
    `return ${cast}[`,
    `    'id' => ${field('id')},`,
    `    'description' => ${field('description')} ?? '',`,
    `    'disabled' => !(${field('enabled')} ?? true),`,
    `    'threshold' => ${of('requests_per_period')},`,
    `    'period' => ${of('period')},`,
    `    'match' => ${cast}['request' => ${cast}['url' => ${field('expression')}]],`,
    `    'action' => ${cast}['mode' => $mode, 'timeout' => ${of('mitigation_timeout')} ?? 0],`,
    '];',
  ];
};
