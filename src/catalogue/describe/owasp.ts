import { documentationPage } from '../../documentation.js';
import { levelsOff, OWASP_PROCEDURES, type OwaspProcedure, type OwaspRequest } from '../tables/owasp.js';
import { OWASP_ACTION_OF_MODE, OWASP_SENSITIVITY, PARANOIA_LEVELS } from '../tables/ruleset-engine.js';
import { markdownTable } from './table.js';

/** The procedures of the OWASP ruleset, for the terminal and as a page. */

/** The entry that the procedures are an answer to. */
export const OWASP_ENTRY = 'waf-packages';

const REPEAT =
  'PATCH replaces the rule, so each body repeats the whole rule and the overrides that are to stay.';
const SCALES =
  'Sensitivities are no thresholds: the two scales differ. Log first, and compare what is matched before you block.';
const EVERY_LEVEL = Array.from({ length: PARANOIA_LEVELS }, (_, index) => index + 1).join(', ');

const ACTIONS = Object.entries(OWASP_ACTION_OF_MODE)
  .map(([mode, action]) => `${mode} is now ${action}`)
  .join(', ');

/** What the sensitivity of the retired WAF is now, with a head. */
function sensitivityRows(): readonly (readonly string[])[] {
  const rows = Object.entries(OWASP_SENSITIVITY).map(([name, { level, threshold }]) => [
    name,
    String(level),
    levelsOff(level)
      .map(({ category }) => category)
      .join(', '),
    String(threshold),
  ]);
  return [
    ['Sensitivity', 'Level', 'Tags with enabled: false', 'Threshold'],
    ...rows,
    ['off', '', 'none: the execute rule has enabled: false', ''],
  ];
}

/** Lines for `explain`. */
export function owaspText(wrap: (text: string, first: string, next: string) => string): readonly string[] {
  return [
    '',
    'The OWASP Core Ruleset:',
    wrap(REPEAT, '  ', '  '),
    ...OWASP_PROCEDURES.flatMap((procedure, index) => [
      '',
      `  ${index + 1}. ${procedure.title}`,
      wrap(procedure.about, '     ', '     '),
      ...procedure.ways.flatMap(({ when, requests }) => [
        ...(when === null ? [] : [wrap(`If ${when}:`, '     ', '     ')]),
        ...requests.flatMap((request) => requestText(request).map((line) => `       ${line}`)),
      ]),
    ]),
    '',
    'Sensitivity of the retired WAF, as paranoia level and threshold:',
    ...sensitivityRows()
      .slice(1)
      .map(([name = '', level, off, threshold]) =>
        threshold === ''
          ? `  ${name.padEnd(8)} ${off}`
          : `  ${name.padEnd(8)} level ${level}, score_threshold ${threshold}`,
      ),
    `  action_mode: ${ACTIONS}`,
    wrap(SCALES, '  ', '  '),
    `  With code: ${documentationPage('owasp')}`,
  ];
}

function requestText({ method, path, body, takes = [] }: OwaspRequest): readonly string[] {
  return [
    `${method} ${path}`,
    ...takes.map(({ name, words }) => `  {${name}}: ${words}`),
    ...(body === undefined ? [] : json(body).split('\n')),
  ];
}

/** What the page of an entry says: the table, and where the procedures are. */
export function owaspSection(): string {
  return `## The OWASP Core Ruleset

How to [deploy the ruleset, set the paranoia level, the threshold and the action, and switch off rules](${documentationPage('owasp')}).

${sensitivityTable()}`;
}

function sensitivityTable(): string {
  return `${markdownTable(sensitivityRows())}

The old \`action_mode\`: ${ACTIONS}. ${SCALES}`;
}

/** The page `docs/owasp.md`. */
export function owaspPage(): string {
  const procedures = OWASP_PROCEDURES.map((procedure, index) => procedureSection(procedure, index + 1));
  return `# The OWASP Core Ruleset

The OWASP package of the retired WAF had a sensitivity and an action. The OWASP Core Ruleset, which took its place, has
paranoia levels (${EVERY_LEVEL}) and a score threshold, and both are set by overrides of the rule that executes it. Here
are the four procedures. \`edge-sunset explain waf-packages\` has them too.

${REPEAT}
The bodies below are for one zone that is set up from top to bottom, to what the sensitivity medium was.

The blocks run in a module of Node 20 or later with your own ids, the first block before each of the others. The tests of
edge-sunset run them against [the emulated API](emulator.md). Check a body of your own before you send it:
\`edge-sunset ruleset check --as change --phase http_request_firewall_managed rule.json\`.

${block(HELPER)}

${procedures.join('\n\n')}

## From sensitivity to level and threshold

What Cloudflare's own upgrade made of the settings of the retired WAF:

${sensitivityTable()}

\`edge-sunset convert waf-packages\` makes the rule from the answer of the retired API, if you have kept it.
`;
}

const HELPER = `const zoneId = '0123456789abcdef0123456789abcdef';
const accountId = 'fedcba9876543210fedcba9876543210';

async function cloudflare(method, path, body) {
  const response = await fetch(\`https://api.cloudflare.com/client/v4\${path}\`, {
    method,
    headers: {
      Authorization: \`Bearer \${process.env.CLOUDFLARE_API_TOKEN}\`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!answer.success) throw new Error(JSON.stringify(answer.errors));
  return answer.result;
}`;

function procedureSection({ title, about, ways }: OwaspProcedure, number: number): string {
  const parts = ways.flatMap(({ when, requests }) => [
    ...(when === null ? [] : [`If ${when}:`]),
    block(requests.map(requestCode).join('\n')),
  ]);
  return [`## ${number}. ${title}`, about, ...parts].join('\n\n');
}

function requestCode({ method, path, body, answer, takes = [] }: OwaspRequest): string {
  const call = `await cloudflare('${method}', \`${path.replace(/\{(\w+)\}/g, (_, name: string) => `\${${variable(name)}}`)}\``;
  return [
    `${answer === undefined ? '' : `const ${answer} = `}${call}${body === undefined ? '' : `, ${bodyCode(body)}`});`,
    ...takes.map(({ name, code }) => `const ${variable(name)} = ${code};`),
  ].join('\n');
}

/** A body as people write it in code: keys without quotes, placeholders as variables. */
function bodyCode(body: object): string {
  return json(body)
    .replace(/"(\w+)":/g, '$1:')
    .replaceAll('"', "'")
    .replace(/'\{(\w+)\}'/g, (_, name: string) => variable(name));
}

/** `rule_id` as `ruleId` */
function variable(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** JSON with objects of plain values on one line. */
function json(body: object): string {
  return JSON.stringify(body, null, 2).replace(
    /\{\n((?: *"\w+": (?:"[^"]*"|\w+),?\n)+) *\}/g,
    (_, fields: string) => `{ ${fields.trim().replace(/\n */g, ' ')} }`,
  );
}

function block(code: string): string {
  return `\`\`\`js\n${code}\n\`\`\``;
}
