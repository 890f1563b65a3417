import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import type { Convention } from '../../../codemods/direct/convention.js';
import { mergedModule } from '../../../codemods/direct/merged.js';
import { moduleText } from '../../../codemods/direct/render.js';
import { TEMPLATES } from '../../../codemods/firewall-rules/generated/templates.js';
import { NAMES } from '../../../codemods/firewall-rules/names.js';
import { TEMPLATES as LIMIT_TEMPLATES } from '../../../codemods/rate-limits/generated/templates.js';
import { NAMES as LIMIT_NAMES } from '../../../codemods/rate-limits/names.js';

const KIND = { phase: 'http_request_firewall_custom', names: NAMES, mapping: TEMPLATES.mapping };
const PREFIX: Convention['prefix'] = ['/zones/', { name: 'zone' }, '/'];
const base = { prefix: PREFIX, suffix: '', throws: true, isBare: true, methodCase: 'upper' } as const;
const CONVENTIONS: Readonly<Record<string, Convention>> = {
  'path first': {
    ...base,
    callee: 'function',
    gives: 'result',
    slots: [{ is: 'path' }, { is: 'method' }, { is: 'body', stringified: false }],
  },
  'method first': {
    ...base,
    isBare: false,
    callee: 'function',
    gives: 'envelope',
    throws: false,
    slots: [
      { is: 'extra', name: 'token' },
      { is: 'method' },
      { is: 'path' },
      { is: 'body', stringified: false },
    ],
  },
  options: {
    ...base,
    callee: 'function',
    gives: 'envelope',
    throws: false,
    slots: [
      { is: 'path' },
      {
        is: 'options',
        fields: [
          { key: 'method', slot: { is: 'method' } },
          { key: 'body', slot: { is: 'body', stringified: true } },
        ],
      },
    ],
  },
  fetch: {
    ...base,
    callee: 'global',
    gives: 'response',
    throws: false,
    prefix: ['https://api.cloudflare.com/client/v4/zones/', { name: 'zone' }, '/'],
    slots: [
      { is: 'path' },
      {
        is: 'options',
        fields: [
          { key: 'method', slot: { is: 'method' } },
          { key: 'headers', slot: { is: 'extra', name: 'headers' } },
          { key: 'body', slot: { is: 'body', stringified: true } },
        ],
      },
    ],
  },
  axios: {
    ...base,
    callee: 'verbs',
    gives: 'axios',
    slots: [{ is: 'path' }, { is: 'body', stringified: false }],
  },
  'the SDK': {
    ...base,
    callee: 'sdk',
    gives: 'result',
    prefix: [{ name: 'zone' }],
    slots: [],
  },
  'the SDK that names ids': {
    ...base,
    callee: 'sdk',
    suffix: 'names-ruleset',
    gives: 'result',
    prefix: [{ name: 'zone' }],
    slots: [],
  },
  'a wrapper that knows its zone': {
    ...base,
    callee: 'function',
    gives: 'result',
    prefix: [],
    slots: [{ is: 'path' }, { is: 'method' }, { is: 'body', stringified: false }],
  },
};
const ALL = Object.values(NAMES).filter((name) => /^(?:list|get|add|update|delete|toCustom)/.test(name));

for (const [name, convention] of Object.entries(CONVENTIONS))
  for (const language of ['typescript', 'esm', 'commonjs'] as const)
    test(`${name}, ${language}: a module that parses, with no name of the templates left`, () => {
      const wanted = { names: ALL, features: new Set(['skip', 'list-mapped', 'update-mapped']), convention };
      const text = moduleText(KIND, wanted, language);
      const { errors } = parseSync(language === 'typescript' ? 'm.ts' : 'm.js', text);
      expect(errors.map(({ message }) => message).join('\n')).toBe('');
      for (const old of Object.keys(NAMES)) expect(text).not.toMatch(new RegExp(`\\b${old}\\b`));
    });

/** The SDK is not asked for several rules at once, or for filters. */
function singleIn({ callee }: Convention): readonly string[] {
  return ALL.filter((one) => callee !== 'sdk' || !/^deleteCustomRules$|Filter$/.test(one));
}

for (const [name, convention] of Object.entries(CONVENTIONS))
  for (const language of ['typescript', 'esm', 'commonjs'] as const)
    test.each([...singleIn(convention), 'deleteRateLimitRule'])(
      `${name}, ${language}: every function of a module with %s alone stands at its top`,
      (one) => {
        const kind = ALL.includes(one) ? KIND : LIMITS;
        const text = moduleText(kind, { names: [one], features: new Set(), convention }, language);
        const { program } = parseSync(language === 'typescript' ? 'm.ts' : 'm.js', text);
        const statements = program.body.map((top) =>
          top.type === 'ExportNamedDeclaration' ? top.declaration : top,
        );
        const atTop = statements.flatMap((top) =>
          top?.type === 'FunctionDeclaration' ? [top.id?.name] : [],
        );
        expect(atTop).toEqual([...text.matchAll(/\bfunction (\w+)/g)].map(([, written]) => written));
        expect(atTop).toContain(one);
      },
    );

const LIMITS = { phase: 'http_ratelimit', names: LIMIT_NAMES, mapping: LIMIT_TEMPLATES.mapping };
const ALL_LIMITS = Object.values(LIMIT_NAMES).filter((name) => /^(?:list|get|add|replace|delete)/.test(name));

for (const [name, convention] of Object.entries(CONVENTIONS))
  for (const language of ['typescript', 'esm', 'commonjs'] as const)
    test(`${name}, ${language}: one module for both kinds, with one phase each`, () => {
      const kinds = [
        { kind: KIND, wanted: { names: ALL, features: new Set(['skip']), convention } },
        { kind: LIMITS, wanted: { names: ALL_LIMITS, features: new Set(['replaced']), convention } },
      ];
      const { text, calls } = mergedModule(kinds, convention, language) ?? {};
      if (convention.callee === 'sdk') return expect(text).toBeUndefined();
      const { errors } = parseSync(language === 'typescript' ? 'm.ts' : 'm.js', text ?? '');
      expect(errors.map(({ message }) => message).join('\n')).toBe('');
      for (const phase of [KIND.phase, LIMITS.phase]) expect(text?.split(phase)).toHaveLength(2);
      for (const one of [...ALL, ...ALL_LIMITS])
        expect(text).toMatch(new RegExp(`function ${calls?.get(one)?.name ?? one}\\b`));
    });
