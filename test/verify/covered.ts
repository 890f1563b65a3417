/** Programs whose lines are watched, and changes of them that only a run of the right command can settle. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { watchLines } from '../../src/verify/coverage/index.js';
import { judgedAnswers } from './answers.js';

/** Lines of each file that could have run and did not, with what the command said. */
export function watched(
  files: Readonly<Record<string, string>>,
  command: string,
  env: NodeJS.ProcessEnv = {},
) {
  const root = realpathSync.native(mkdtempSync(join(tmpdir(), 'edge-sunset-tests-')));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      writeFileSync(join(root, name), text);
    }
    const watch = watchLines(root, { PATH: process.env.PATH, HOME: process.env.HOME, ...env });
    const { stdout, stderr, status } = spawnSync('sh', ['-c', command], {
      cwd: root,
      env: watch.env as NodeJS.ProcessEnv,
      encoding: 'utf8',
    });
    const idle = watch.end().map(({ path, can, ran }) => [path, [...can].filter((line) => !ran.has(line))]);
    return { stdout, stderr, status, idle: Object.fromEntries(idle) as Record<string, number[]> };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Each counts the rules that are on, or lists all of them: what the count is of, only a run of it shows. */
const ENTRY_POINT = '/rulesets/phases/http_request_firewall_custom/entrypoint';
const PYTHON_RULES = (read: string, isOn: string) => `import json
import os
import sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def fetch(path):
    url = f"https://api.cloudflare.com/client/v4/zones/{os.environ['ZONE_ID']}{path}"
    request = Request(url, headers={"Authorization": f"Bearer {os.environ['CLOUDFLARE_API_TOKEN']}"})
    with urlopen(request, timeout=30) as answer:
        return json.load(answer)["result"]


${read}
if sys.argv[1] == "count":
    print(len([rule for rule in found if ${isOn}]))
else:
    for rule in found:
        print(rule["description"])
`;
const PYTHON_READ = `try:
    found = fetch("${ENTRY_POINT}").get("rules", [])
except HTTPError as error:
    if error.code != 404:
        raise
    found = []
`;
const SCRIPT_RULES = (read: string, isOn: string) => `async function get(path) {
  const url = \`https://api.cloudflare.com/client/v4/zones/\${process.env.ZONE_ID}\${path}\`;
  const response = await fetch(url, { headers: { Authorization: \`Bearer \${process.env.CLOUDFLARE_API_TOKEN}\` } });
  if (response.status === 404 && path.endsWith('entrypoint')) return { rules: [] };
  const { success, errors, result } = await response.json();
  if (!success) throw new Error(errors[0].message);
  return result;
}

${read}
if (process.argv[2] === 'count') {
  console.log(found.filter((rule) => ${isOn}).length);
} else {
  for (const rule of found) console.log(rule.description);
}
`;
const SCRIPT_READ = `const found = (await get('${ENTRY_POINT}')).rules ?? [];`;
const BASH_RULES = (read: string, isOn: string) => `#!/usr/bin/env bash
set -euo pipefail

get() {
  curl --silent --fail-with-body --header "Authorization: Bearer $CLOUDFLARE_API_TOKEN" \\
    "https://api.cloudflare.com/client/v4/zones/$ZONE_ID$1"
}

${read}
if [[ $1 == count ]]; then
  jq '[.[] | select(${isOn})] | length' <<<"$found"
else
  jq -r '.[].description' <<<"$found"
fi
`;
const BASH_READ = `answer=$(get ${ENTRY_POINT}) || [[ $(jq '.errors[0].code' <<<"$answer") == 10003 ]]
found=$(jq '.result.rules // []' <<<"$answer")`;

export interface Covered {
  readonly name: string;
  readonly command: string;
  readonly before: string;
  readonly right: string;
  readonly wrong: string;
}

export const PYTHON_CASE: Covered = {
  name: 'a.py',
  command: 'python3 a.py',
  before: PYTHON_RULES('found = fetch("/firewall/rules")', 'not rule["paused"]'),
  right: PYTHON_RULES(PYTHON_READ, '[True].__contains__(rule["enabled"])'),
  wrong: PYTHON_RULES(PYTHON_READ, 'rule'),
};
export const SCRIPT_CASE: Covered = {
  name: 'a.mjs',
  command: 'node a.mjs',
  before: SCRIPT_RULES("const found = await get('/firewall/rules');", '!rule.paused'),
  right: SCRIPT_RULES(SCRIPT_READ, '[true].includes(rule.enabled)'),
  wrong: SCRIPT_RULES(SCRIPT_READ, 'rule'),
};
export const BASH_CASE: Covered = {
  name: 'a.sh',
  command: 'bash a.sh',
  before: BASH_RULES('found=$(get /firewall/rules | jq .result)', '.paused == false'),
  right: BASH_RULES(BASH_READ, '.enabled | IN(true)'),
  wrong: BASH_RULES(BASH_READ, '.'),
};

/** What is said of changes: the verdict, and what no run reached. */
export async function judgedWith(
  { name, before, ...changes }: Covered,
  runs: readonly string[],
  titles: readonly ('right' | 'wrong')[] = ['right', 'wrong'],
): Promise<readonly string[]> {
  const answers = titles.map((title) => ({
    title,
    isRight: title === 'right',
    files: new Map([[name, changes[title]]]),
  }));
  const found: string[] = [];
  await judgedAnswers(
    { name, runs, decisions: [], before: new Map([[name, before]]), answers },
    runs,
    (_, { outcome, report }) => found.push(`${outcome} ${/no run reached [^\n]*/.exec(report)?.[0] ?? ''}`),
  );
  return found;
}

export const SAID = { stdout: 'yes\n', stderr: 'end\n', status: 3 };

export const PYTHON = `import sys


def told(x):
    if x:
        return "yes"
    return (
        "no"
    )


print(told(len(sys.argv)))
print("end", file=sys.stderr)
sys.exit(3)
`;
