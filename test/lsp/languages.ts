import { HOST } from '../migrate/project.js';

/** One file for each language, with one call of the Firewall Rules API. */
export const LANGUAGE_FILES: Readonly<Record<string, string>> = {
  'js/list.js': `const zone = process.env.ZONE;\nawait fetch(\`${HOST}/zones/\${zone}/firewall/rules\`);\n`,
  'ts/list.ts': `const zone: string = process.env.ZONE ?? '';\nawait fetch(\`${HOST}/zones/\${zone}/firewall/rules\`);\n`,
  'vue/List.vue': `<template><p>{{ rules }}</p></template>\n<script setup>\nconst rules = await fetch('${HOST}/zones/1/firewall/rules');\n</script>\n`,
  'python/list.py': `import requests\n\nrules = requests.get(f"${HOST}/zones/{zone}/firewall/rules")\n`,
  'go/list.go': `package main\n\nimport "net/http"\n\nfunc list() {\n\thttp.Get("${HOST}/zones/1/firewall/rules")\n}\n`,
  'terraform/main.tf': `resource "cloudflare_firewall_rule" "block" {\n  zone_id   = var.zone_id\n  filter_id = var.filter_id\n  action    = "block"\n}\n`,
  'shell/list.sh': `#!/bin/sh\ncurl -H "Authorization: Bearer $TOKEN" "${HOST}/zones/$ZONE/firewall/rules"\n`,
  'yaml/main.yaml': `- hosts: localhost\n  tasks:\n    - name: list\n      ansible.builtin.uri:\n        url: "${HOST}/zones/{{ zone }}/firewall/rules"\n`,
};
