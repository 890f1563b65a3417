import type { Rule } from 'eslint';
import { describe, expect, it } from 'vitest';
import plugin from '../../rules/index.js';
import { TextSourceCode } from '../../rules/language/text-source-code.js';
import { TODAY } from './linter.js';

/** Hosts hand a rule its context in different ways; what was learnt of one file is never said of another. */

const URL = 'https://api.cloudflare.com/client/v4/zones/example/firewall/rules';
const DEAD = `curl -X POST ${URL}\n`;
const ALIVE = 'curl https://api.cloudflare.com/client/v4/zones/example/rulesets\n';
const settings = { edgeSunset: { today: TODAY } };
const place = { cwd: '/project', filename: '/project/a.sh', physicalFilename: '/project/a.sh' };

/** How many reports the rule gives for a context. */
function reports(shared: object, own: object = {}): number {
  let count = 0;
  const properties = { id: 'rule', options: [], report: () => count++, ...own };
  const context = Object.freeze(Object.assign(Object.create(shared), properties)) as Rule.RuleContext;
  for (const listener of Object.values(plugin.rules['no-firewall-rules']?.create(context) ?? {})) {
    if (typeof listener === 'function') Reflect.apply(listener, undefined, [context.sourceCode.ast]);
  }
  return count;
}

const codeOf = (text: string) => new TextSourceCode(text, false);

describe('contexts of a file', () => {
  it('inherit from a frozen object for each run, as in ESLint', () => {
    const run = (text: string, more: object = {}) =>
      Object.freeze({ ...place, settings, sourceCode: codeOf(text), ...more });
    const [dead, alive] = [run(DEAD), run(ALIVE)];
    expect([dead, dead, alive, alive, dead].map((shared) => reports(shared))).toEqual([1, 1, 0, 0, 1]);
  });

  it('inherit from one object that speaks of the file at hand, as in oxlint', () => {
    let current = codeOf(DEAD);
    const shared = Object.freeze(
      Object.defineProperties(
        { ...place },
        { sourceCode: { get: () => current }, settings: { get: () => settings } },
      ),
    );
    expect(reports(shared)).toBe(1);
    current = codeOf(ALIVE);
    expect(reports(shared)).toBe(0);
    current = codeOf(DEAD);
    expect(reports(shared)).toBe(1);
  });

  it('hold everything themselves', () => {
    const own = (text: string) => ({ ...place, settings, sourceCode: codeOf(text) });
    expect([DEAD, ALIVE, DEAD].map((text) => reports({}, own(text)))).toEqual([1, 0, 1]);
  });

  it('are asked anew under other settings', () => {
    const sourceCode = codeOf(DEAD.replace('api.cloudflare.com', 'proxy.example.com'));
    const proxied = { edgeSunset: { minConfidence: 'exact', baseUrls: ['https://proxy.example.com'] } };
    const exact = { edgeSunset: { minConfidence: 'exact' } };
    const run = (given: object) => Object.freeze({ ...place, settings: given, sourceCode });
    expect([run(exact), run(proxied), run(exact)].map((shared) => reports(shared))).toEqual([0, 1, 0]);
  });
});
