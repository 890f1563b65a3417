// What the agents of the tests write: the program of each unit as it should be, and wrong ways to do it.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';

const OLD =
  /await send\('POST', `\/zones\/\$\{zone\}\/firewall\/rules`, \[\n {4}\{\n([\s\S]*?) {4}\},\n {2}\]\);/;

function newCall(_, rule) {
  const fields = rule
    .replace(/^ {2}/gm, '')
    .replace('paused: true', 'enabled: false')
    .replace(/filter: \{ (expression: '[^']*') \}/, '$1');
  return `await addRule({\n${fields}  });`;
}

const ADD = `async function addRule(rule) {
  const rulesets = await send('GET', \`/zones/\${zone}/rulesets\`);
  const found = rulesets.find((one) => one.kind === 'zone' && one.phase === 'http_request_firewall_custom');
  if (found) return send('POST', \`/zones/\${zone}/rulesets/\${found.id}/rules\`, rule);
  const ruleset = { name: 'default', kind: 'zone', phase: 'http_request_firewall_custom', rules: [rule] };
  return send('POST', \`/zones/\${zone}/rulesets\`, ruleset);
}

try {`;

/** `wrong` replaces text of the right answer. */
export function migrate(file = 'block.mjs', wrong = ['', '']) {
  const old = readFileSync(file, 'utf8').replace(/^.*edge-sunset-todo.*\n/m, '');
  const right = old.replace(OLD, newCall).replace(/^try \{/m, () => ADD);
  writeFileSync(
    file,
    right.replace(wrong[0], () => wrong[1]),
  );
}

/** Notes that the agent ran, and what it was told, for the test to read. */
export function note(log, text = '') {
  appendFileSync(
    log,
    `${JSON.stringify({ round: process.env.EDGE_SUNSET_ROUND, pid: process.pid, text })}\n`,
  );
}

export function told() {
  return readFileSync(0, 'utf8');
}
