import * as tsParser from '@typescript-eslint/parser';
import { Linter, type Rule } from 'eslint';
import { describe, expect, it } from 'vitest';
import * as vueParser from 'vue-eslint-parser';
import plugin from '../../rules/index.js';
import { analyze } from '../../src/analysis/index.js';
import { ruleName } from '../../src/report/index.js';
import { TODAY, textAt } from './linter.js';
import { ESLINT_VERSIONS } from './versions.js';

/** Components through the parser that the plugin of Vue gives them. */

const config: Linter.Config[] = [
  ...plugin.configs['recommended-all-files'],
  {
    files: ['**/*.vue'],
    languageOptions: { parser: vueParser, parserOptions: { parser: tsParser, sourceType: 'module' } },
    settings: { edgeSunset: { today: TODAY } },
  },
];
const API = 'https://api.cloudflare.com/client/v4/zones/${props.zone}';

function component(script: string, template = '<p>rules</p>'): string {
  return `<template>\n  ${template}\n</template>\n\n<script setup lang="ts">\nconst props = defineProps<{ zone: string }>();\n${script}\n</script>\n`;
}

function verify(
  code: string,
  Host: (typeof ESLINT_VERSIONS)[number]['Linter'] = Linter,
): readonly Linter.LintMessage[] {
  return new Host().verify(code, config, { filename: 'src/Panel.vue' });
}

describe('components of Vue', () => {
  it('are reported in their script, at the line of the file', () => {
    const code = component(`const load = () => fetch(\`${API}/firewall/rules\`, { method: 'POST' });`);
    const messages = verify(code);
    expect(messages.map((message) => [message.ruleId, message.line, textAt(code, message)])).toEqual([
      ['edge-sunset/no-firewall-rules', 7, 'firewall/rules'],
    ]);
    // No edit is sure here, so no command is named.
    expect(messages[0]?.message).not.toContain('--only');
  });

  it('are silent where the call lives, or a comment says so', () => {
    const call = `const load = () => fetch(\`${API}/firewall/rules\`, { method: 'POST' });`;
    expect(verify(component(call.replace('firewall/rules', 'rulesets')))).toEqual([]);
    const waived = `// eslint-disable-next-line edge-sunset/no-firewall-rules\n${call}`;
    expect(verify(component(waived))).toEqual([]);
  });

  it('are repaired where the edit is right by itself, and stay whole', () => {
    const sent = (body: string) =>
      component(
        `const save = () =>\n  fetch(\`${API}/dns_records\`, { method: 'POST', body: JSON.stringify(${body}) });`,
        '<button @click="save">Save</button>',
      );
    const code = sent("{ type: 'A', locked: false }");
    const { output, messages } = new Linter().verifyAndFix(code, config, { filename: 'src/Panel.vue' });
    expect(output).toBe(sent("{ type: 'A' }"));
    expect(messages).toEqual([]);
  });
});

/** Templates by what they do, with the texts that are reported in them. */
const HOST = 'https://api.cloudflare.com/client/v4';
const TEMPLATES: Readonly<Record<string, readonly [template: string, ...reported: string[]]>> = {
  'a call of a handler': [
    `<button @click="fetch(\`${HOST}/zones/\${zone}/firewall/rules\`, { method: 'POST' })">Save</button>`,
    'firewall/rules',
  ],
  'several statements of one': [
    `<button v-on:click="open = true; fetch('${HOST}/zones/1/firewall/rules'); go()">Save</button>`,
    'firewall/rules',
  ],
  'a function of a handler': [
    `<form @submit.prevent="async function () { await fetch(base + '/zones/1/firewall/rules') }" />`,
    'firewall/rules',
  ],
  'an address that is bound, of names of the script': [
    `<a :href="base + '/zones/' + zone + '/firewall/rules'">Rules</a>`,
    'firewall/rules',
  ],
  'an address of an attribute': [`<a href="${HOST}/zones/1/firewall/rules">Rules</a>`, 'firewall/rules'],
  'a text between braces': [
    `<p>{{ load(\`\${base}/zones/\${zone}/rate_limits\`) | short }}</p>`,
    'rate_limits',
  ],
  'a list that is gone through': [
    `<p v-for="(rule, index) in list('${HOST}/zones/1/firewall/rules')" :key="rule.id">{{ rule.id + index }}</p>`,
    'firewall/rules',
  ],
  'beside what no parser reads': [
    `<p v-if="a &amp;&amp; b" :title="'${HOST}/zones/1/rate_limits'">{{ }}</p>`,
    'rate_limits',
  ],
  'a field of what is sent': [
    `<b @click="fetch(\`${HOST}/zones/\${zone}/dns_records\`, { method: 'POST', body: JSON.stringify({ locked: false }) })" />`,
    'locked',
  ],
  'calls that live': [
    `<a :href="base + '/zones/' + zone + '/rulesets'" href="${HOST}/zones/1/rulesets" @click="fetch('${HOST}/zones')">{{ base }}</a>`,
  ],
  'another host': [`<a href="https://example.com/zones/1/firewall/rules" :title="'/firewall/rules'">x</a>`],
  'a comment': [
    `<!-- <a href="${HOST}/zones/1/firewall/rules" @click="fetch('${HOST}/zones/1/rate_limits')"> -->`,
  ],
  prose: [`<p>POST ${HOST}/zones/1/firewall/rules</p>`],
  'a slot': [
    `<List v-slot="{ item = '${HOST}/zones/1/firewall/rules' }" #default="rate_limits">{{ item }}</List>`,
  ],
};

describe.each(ESLINT_VERSIONS)('templates of components, in ESLint $version', ({ Linter: Host }) => {
  const script = `const base = '${HOST}';\nconst zone = '1';`;
  for (const [what, [template, ...reported]] of Object.entries(TEMPLATES)) {
    it(what, async () => {
      const code = component(script, template);
      const messages = verify(code, Host);
      expect(messages.filter(({ fatal }) => fatal === true && !template.includes('&amp;'))).toEqual([]);
      const own = messages.filter(({ ruleId }) => ruleId !== null);
      expect(own.map((message) => textAt(code, message))).toEqual(reported);
      // The scanner has a parser of its own for them, and sees the same.
      const { findings } = await analyze(code, { path: 'src/Panel.vue' });
      expect(
        findings.map(({ entry, at }) => [`edge-sunset/${ruleName(entry)}`, code.slice(at.start, at.end)]),
      ).toEqual(own.map((message) => [message.ruleId, textAt(code, message)]));
    });
  }

  it('are not repaired: quotes and entities go by other rules there', () => {
    const [locked = ''] = TEMPLATES['a field of what is sent'] ?? [];
    const code = component(script, locked);
    expect(new Linter().verifyAndFix(code, config, { filename: 'src/Panel.vue' }).output).toBe(code);
    const call = `<b @click="fetch('${HOST}/zones/1/settings/brotli', { method: 'PATCH' })" />`;
    const [message] = verify(component(script, call));
    expect(message).toMatchObject({ ruleId: 'edge-sunset/no-brotli' });
    expect(message?.suggestions ?? []).toEqual([]);
  });

  it('are handed on as they were', () => {
    const after: Rule.RuleModule = {
      create: (context) => ({
        'Program:exit'(program) {
          const report = (message: string) => context.report({ node: program, message });
          report(program.body.map(({ type }) => type).join());
          const inTemplate = {
            CallExpression: ({ parent }: { readonly parent: { readonly type: string } }) =>
              report(parent.type),
          };
          context.sourceCode.parserServices
            .defineTemplateBodyVisitor(inTemplate, {})
            ['Program:exit']?.(program);
        },
      }),
    };
    const parents: Linter.Config = {
      plugins: { after: { rules: { parents: after } } },
      rules: { 'after/parents': 'error' },
    };
    const code = component(script, `<b @click="fetch('${HOST}/zones/1/firewall/rules')" :x="f()" />`);
    const messages = new Linter().verify(code, [...config, parents], { filename: 'src/Panel.vue' });
    const said = messages.filter(({ ruleId }) => ruleId === 'after/parents').map(({ message }) => message);
    expect(said.sort()).toEqual([
      'ExpressionStatement',
      'VExpressionContainer',
      'VariableDeclaration,VariableDeclaration,VariableDeclaration',
    ]);
  });
});
