import * as tsParser from '@typescript-eslint/parser';
import { Linter } from 'eslint';
import { describe, expect, it } from 'vitest';
import * as vueParser from 'vue-eslint-parser';
import plugin from '../../rules/index.js';
import { TODAY, textAt } from './linter.js';

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

function verify(code: string): readonly Linter.LintMessage[] {
  return new Linter().verify(code, config, { filename: 'src/Panel.vue' });
}

describe('components of Vue', () => {
  it('are reported in their script, at the line of the file', () => {
    const code = component(`const load = () => fetch(\`${API}/firewall/rules\`, { method: 'POST' });`);
    const messages = verify(code);
    expect(messages.map((message) => [message.ruleId, message.line, textAt(code, message)])).toEqual([
      ['edge-sunset/no-firewall-rules', 7, 'firewall/rules'],
    ]);
    expect(messages[0]?.message).toContain('--only firewall-rules src/Panel.vue');
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
