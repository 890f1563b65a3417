/**
 * What a request through the in-process core costs, in JSON round trips of the answer it gives: the bound is 50.
 * Both are measured in turns in one run, so that the machine's mood strikes both alike.
 */
import { builtinCatalogue } from '../src/catalogue/index.js';
import type { Json } from '../src/edge/core/json.js';
import { Edge } from '../src/edge/index.js';

const ZONE = '0123456789abcdef0123456789abcdef';
const ENTRY = `/zones/${ZONE}/rulesets/phases/http_request_firewall_custom/entrypoint`;
const HEADERS = { authorization: 'Bearer t' };
const BOUND = 50;
const ROUNDS = 20;
const TIMES = 500;

const edge = new Edge({ entries: builtinCatalogue().entries, now: '2024-12-31' });
const rules = Array.from({ length: 10 }, (_, index) => ({
  action: 'block',
  ref: `rule-${index}`,
  description: `Rule ${index} of the bench`,
  expression: `http.host eq "shop${index}.example.com" and http.request.uri.path contains "/login"`,
}));
const ask = (method: string, path: string, body?: Json) =>
  edge.handle({ method, path, headers: HEADERS, body });
const answer = ask('PUT', ENTRY, { rules }).body;

const CASES: readonly (readonly [name: string, run: () => unknown])[] = [
  ['read the entry point', () => ask('GET', ENTRY)],
  ['list firewall rules', () => ask('GET', `/zones/${ZONE}/firewall/rules`)],
  ['replace ten rules', () => ask('PUT', ENTRY, { rules })],
];

function seconds(run: () => unknown, times: number): number {
  const start = process.hrtime.bigint();
  for (let index = 0; index < times; index++) run();
  return Number(process.hrtime.bigint() - start) / 1e9 / times;
}

const roundTrip = () => JSON.parse(JSON.stringify(answer)) as unknown;
let failed = false;
process.stdout.write(`answer of ten rules: ${JSON.stringify(answer).length} bytes\n`);
for (const [name, run] of CASES) {
  seconds(run, TIMES);
  seconds(roundTrip, TIMES);
  const ratios = Array.from({ length: ROUNDS }, () => {
    const unit = seconds(roundTrip, TIMES);
    const cost = seconds(run, TIMES / 5);
    return { ratio: cost / unit, perSecond: 1 / cost };
  }).sort((left, right) => left.ratio - right.ratio);
  const median = ratios[ROUNDS / 2] ?? { ratio: Number.NaN, perSecond: Number.NaN };
  failed ||= !(median.ratio <= BOUND);
  process.stdout.write(
    `${name.padEnd(22)} ${median.ratio.toFixed(2).padStart(7)} round trips  ${Math.round(median.perSecond)} a second\n`,
  );
}
if (failed) {
  process.stderr.write(`more than ${BOUND} round trips\n`);
  process.exitCode = 1;
}
