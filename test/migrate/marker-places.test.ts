/** Markers in files of other languages: above what they stand for, and never inside of a text. */
import { describe, expect, it } from 'vitest';
import { projectOf } from './project.js';

const RULES = 'https://api.cloudflare.com/client/v4/zones/x/firewall/rules';
const MARK = /(?:\/\/|#|REM) edge-sunset-todo ([a-z-]+) [0-9a-f]{8}: \S[^\r\n]*/;

/** The text with `>>` before each line above which a marker was written. */
async function marked(path: string, text: string): Promise<string> {
  const project = projectOf({ [path]: text });
  await project.run('migrate', '--write', '--level', 'review', '.');
  const after = project.read(path);
  const again = await project.run('migrate', '--write', '--level', 'review', '.');
  expect(project.read(path)).toBe(after);
  expect(again.code).toBe(1);
  const shown: string[] = [];
  let count = 0;
  for (const line of after.split('\n')) {
    if (MARK.test(line)) count += 1;
    else {
      shown.push('>>'.repeat(count) + line);
      count = 0;
    }
  }
  return shown.join('\n');
}

/** Each text shows where its markers belong. */
const PLACES: readonly (readonly [what: string, path: string, text: string])[] = [
  [
    'a command of several lines',
    'a.sh',
    `set -e\n>>curl -s -X POST \\\n  -H "A: b" \\\n  "${RULES}" \\\n  --data '[]'\n`,
  ],
  [
    'the first statement of a block with parameters',
    'a.rb',
    `task :a, [:b] do |_, args|\n>>  HTTP.put("${RULES}", json: args)\nend\n`,
  ],
  ['a pipe', 'a.sh', `echo a\n>>x=$(curl -s "${RULES}" |\n  sed 1d)\n`],
  ['a quoted text over lines', 'a.sh', `echo a\n>>curl --data "one\ntwo" "${RULES}"\n`],
  ['quotes in a command in a text', 'a.sh', `a="$(echo "it's")"\n>>curl -X PUT -d @rules.json "${RULES}"\n`],
  ['a document of a shell', 'a.sh', `echo a\n>>cat > b.sh <<-'END'\n\tcurl ${RULES}\n\tEND\necho b\n`],
  ['what follows a document', 'a.sh', `cat <<END\nit's\nEND\n>>curl -X PUT -d @rules.json ${RULES}\n`],
  [
    'a block of a workflow',
    'a.yml',
    `jobs:\n  a:\n    steps:\n      - name: x\n>>        run: |\n          set -e\n          curl ${RULES}\n`,
  ],
  ['a folded text', 'a.yml', `steps:\n>>  - run: >-\n      curl -s\n      ${RULES}\n`],
  ['a plain text over lines', 'a.yml', `>>run: curl -s\n  ${RULES}\nother: 1\n`],
  ['a flow mapping', 'a.yml', `steps:\n>>  - { name: a,\n      run: "curl ${RULES}" }\n`],
  ['one line of a list', 'a.yml', `steps:\n>>  - run: curl ${RULES}\n`],
  ['arguments of Python', 'a.py', `import requests\n>>requests.get(\n    "${RULES}",\n    timeout=1,\n)\n`],
  ['a text of Python', 'a.py', `A = 1\n>>TEXT = """\ncurl ${RULES}\n"""\n`],
  [
    'a continued line of Python',
    'a.py',
    `import requests\n>>x = \\\n    requests.put("${RULES}", json=rules)\n`,
  ],
  [
    'a decorated function of Python',
    'a.py',
    `import requests\n>>@retry(2)\ndef a(): return requests.get("${RULES}")\n`,
  ],
  ['a raw text of Go', 'a.go', `package a\n>>const a = \`\n${RULES}\n\`\n`],
  [
    'a sum over lines in Go',
    'a.go',
    `package a\nimport "net/http"\nfunc a() {\n>>\thttp.Get("https://api.cloudflare.com/client/v4/zones/x" +\n\t\t"/firewall/rules")\n}\n`,
  ],
  ['a document of Ruby', 'a.rb', `a = 1\n>>B = <<~END\n  ${RULES}\nEND\n`],
  ['a document of PHP', 'a.php', `<?php\n$a = 1;\n>>$b = <<<END\n${RULES}\nEND;\n`],
  ['a chain of PHP', 'a.php', `<?php\n>>$client\n    ->get("${RULES}");\n`],
  [
    'an expression in a document of HCL',
    'a.tf',
    `resource "cloudflare_ruleset" "a" {\n>>  expression = <<-EOT\n    (cf.threat_score gt 10)\n  EOT\n}\n`,
  ],
  [
    'an instruction of a Dockerfile',
    'Dockerfile',
    `FROM alpine\n>>RUN apk add curl && \\\n    curl ${RULES}\n`,
  ],
  ['a recipe', 'Makefile', `.ONESHELL:\na:\n>>\tcurl -s \\\n\t  ${RULES}\n`],
];

describe('a marker stands above', () => {
  it.each(PLACES)('%s', async (_, path, shown) => {
    const text = shown.replace(/^>>/gm, '');
    expect(await marked(path, text)).toBe(shown);
  });
});

it('nothing is written where no comment has a place', async () => {
  const broken = `a: [\nrun: curl ${RULES}\n  b: {{ .Values }}\n`;
  const json = `{ "url": "${RULES}" }\n`;
  const project = projectOf({ 'a.yml': broken, 'a.json': json });
  const { stdout } = await project.run('migrate', '--write', '--level', 'review', '.');
  expect(project.read('a.yml')).toBe(broken);
  expect(project.read('a.json')).toBe(json);
  expect(stdout).toContain('for manual work, without a marker');
});

it('one comment stands for all that it would say in one place', async () => {
  const record = `await fetch(url, { method: 'POST', body: JSON.stringify({ type: 'SRV', ...rest, data: { service: s, proto: p, name: n, ...more } }) });\n`;
  const text = `const url = \`https://api.cloudflare.com/client/v4/zones/\${zone}/dns_records\`;\n${record}`;
  const project = projectOf({ 'a.mjs': text });
  await project.run('migrate', '--write', '--level', 'review', '.');
  const after = project.read('a.mjs');
  expect(after.match(/edge-sunset-todo/g)).toHaveLength(1);
  expect(after).toMatch(/edge-sunset-todo srv-data [0-9a-f]{8} [0-9a-f]{8} [0-9a-f]{8}: /);
  const again = await project.run('migrate', '--write', '--level', 'review', '.');
  expect(project.read('a.mjs')).toBe(after);
  expect(again.code).toBe(1);
  const scan = await project.run('scan', '--format', 'json', '.');
  const marked = { state: 'marked', line: 3 };
  expect(JSON.parse(scan.stdout)).toMatchObject({
    findings: [marked, marked, marked],
    summary: { marked: 3, markers: 1 },
  });
  // Without the comment, all of it is back.
  project.write('a.mjs', text);
  const back = JSON.parse((await project.run('scan', '--format', 'json', '.')).stdout) as {
    findings: { readonly state: string }[];
  };
  expect(back.findings.map(({ state }) => state)).toEqual(['open', 'open', 'open']);
});
