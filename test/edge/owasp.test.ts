import { describe, expect, it } from 'vitest';
import { owaspPage } from '../../src/catalogue/describe/index.js';
import {
  MANAGED_RULESET,
  OWASP_LAST_RULE,
  OWASP_RULESET,
} from '../../src/catalogue/tables/ruleset-engine.js';
import type { Json, JsonObject } from '../../src/edge/core/json.js';
import { effect } from '../../src/edge/index.js';
import { edgeSunset, folderOf } from '../cli/command-line.js';
import { Api, ZONE } from './api.js';

/** The page of the OWASP procedures: its blocks run as they are, on the emulated API in place of the real one. */

const PAGE = owaspPage();
const [HELPER = '', CREATE = '', ADD = '', LEVEL = '', THRESHOLD = '', RULES_OFF = '', ...MORE] = [
  ...PAGE.matchAll(/^```js\n([\s\S]*?)\n```$/gm),
].map(([, code = '']) => code);

const BASE = 'https://api.cloudflare.com/client/v4';
const ENTRY_POINT = `/zones/${ZONE}/rulesets/phases/http_request_firewall_managed/entrypoint`;
const OTHER_RULE = { action: 'log', expression: 'ssl' };

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body: Json | undefined;
}

class Zone {
  readonly api = new Api('2026-11-21');
  readonly sent: Sent[] = [];

  /** Runs a block of the page behind its first one, as a module would. */
  async run(block: string): Promise<void> {
    const fetch = async (url: string, init: { method: string; headers: object; body?: string }) => {
      expect(url.slice(0, BASE.length)).toBe(BASE);
      expect(init.headers).toMatchObject({ Authorization: 'Bearer token' });
      const path = url.slice(BASE.length);
      const body: Json | undefined = init.body === undefined ? undefined : JSON.parse(init.body);
      this.sent.push({ method: init.method, path, body });
      const answer = this.api.ask(init.method, path, body);
      return { json: async () => answer.body };
    };
    const code = `return (async () => {\n${HELPER}\n${block}\n})();`;
    const run = new Function('fetch', 'process', code) as (...values: unknown[]) => Promise<void>;
    await run(fetch, { env: { CLOUDFLARE_API_TOKEN: 'token' } });
  }

  /** A zone that nobody wrote to has no state yet. */
  get rulesets() {
    return this.api.edge.state.zones[ZONE]?.rulesets ?? [];
  }

  get rules(): readonly JsonObject[] {
    return this.rulesets.flatMap(({ rules }) => rules);
  }

  /** The overrides of the one rule that there is. */
  get overrides(): unknown {
    expect(this.rules).toMatchObject([
      { action: 'execute', enabled: true, expression: 'true', action_parameters: { id: OWASP_RULESET } },
    ]);
    return (this.rules[0]?.action_parameters as JsonObject | undefined)?.overrides;
  }

  /** What the ruleset does with a request: descriptions of its rules that run, with their actions. */
  get running(): Readonly<Record<string, string>> {
    const state = this.api.edge.state.zones[ZONE];
    if (state === undefined) throw new Error('nobody wrote to the zone');
    const { managed } = effect(state, { fields: { ssl: true } });
    const all = this.api.object('GET', `/zones/${ZONE}/rulesets/${OWASP_RULESET}`).rules as JsonObject[];
    const names = new Map(all.map(({ id, description }) => [String(id), String(description).slice(0, 6)]));
    return Object.fromEntries(
      Object.entries(managed[0]?.rules ?? {}).map(([id, action]) => [names.get(id) ?? id, String(action)]),
    );
  }
}

const CATEGORIES = [2, 3, 4].map((level) => ({ category: `paranoia-level-${level}`, enabled: false }));
const SCORING = { id: OWASP_LAST_RULE, score_threshold: 25, action: 'managed_challenge' };
const CHALLENGE = 'managed_challenge from a score of 25';

describe('the procedures of the OWASP ruleset', () => {
  it('deploy it once, set level, threshold and action, and switch off rules', async () => {
    expect(MORE).toEqual([]);
    const zone = new Zone();
    await zone.run(CREATE);
    expect(zone.overrides).toBeUndefined();
    expect(Object.keys(zone.running).sort()).toEqual([
      '920170',
      '920271',
      '920273',
      '942100',
      '942251',
      '949110',
    ]);

    await zone.run(LEVEL);
    expect(zone.overrides).toEqual({ categories: CATEGORIES });
    expect(zone.running).toEqual({
      920170: 'block',
      942100: 'block',
      949110: 'block from a score of 40',
    });

    await zone.run(THRESHOLD);
    expect(zone.overrides).toEqual({ categories: CATEGORIES, rules: [SCORING] });
    expect(zone.running).toEqual({ 920170: 'block', 942100: 'block', 949110: CHALLENGE });

    await zone.run(RULES_OFF);
    expect(zone.overrides).toMatchObject({ categories: CATEGORIES, rules: [SCORING, { enabled: false }] });
    expect(zone.running).toEqual({ 920170: 'block', 949110: CHALLENGE });
    expect(zone.rulesets).toHaveLength(1);
    expect(zone.rules[0]?.version).toBe('4');

    // What a body does not repeat is gone, as the page says.
    await zone.run(LEVEL);
    expect(zone.overrides).toEqual({ categories: CATEGORIES });
  });

  it('deploy it behind the rules that a zone has', async () => {
    const zone = new Zone();
    zone.api.ok('PUT', ENTRY_POINT, { rules: [OTHER_RULE] });
    await zone.run(ADD);
    await zone.run(LEVEL);
    expect(zone.rules).toMatchObject([
      OTHER_RULE,
      { action_parameters: { id: OWASP_RULESET, overrides: { categories: CATEGORIES } } },
    ]);
  });

  it.each<readonly [string, readonly string[], string, RegExp]>([
    ['adding to an entry point that is not there', [], ADD, /10003/],
    ['a level before the ruleset is deployed', [], LEVEL, /10003/],
    [
      'a level where another rule only is deployed',
      [CREATE.replace(OWASP_RULESET, MANAGED_RULESET)],
      LEVEL,
      /undefined/,
    ],
    ['making an entry point that is there', [CREATE], CREATE, /20217/],
    ['deploying it twice', [CREATE], ADD, /20021/],
    ['a level that does not exist', [CREATE], LEVEL.replace('level-4', 'level-5'), /unknown category/],
    [
      'a threshold that is a text',
      [CREATE],
      THRESHOLD.replace(/threshold: (\d+)/, "threshold: '$1'"),
      /integer/,
    ],
    [
      'an action of the retired WAF',
      [CREATE],
      THRESHOLD.replace('managed_challenge', 'simulate'),
      /unknown action/,
    ],
    ['a change without the expression', [CREATE], LEVEL.replace("  expression: 'true',\n", ''), /expression/],
    [
      'a rule that the ruleset has not',
      [CREATE],
      RULES_OFF.replace('id: unwantedRuleId', "id: '981176'"),
      /unknown rule/,
    ],
  ])('are refused for %s, and nothing changes', async (_, before, block, message) => {
    const zone = new Zone();
    for (const earlier of before) await zone.run(earlier);
    const old = structuredClone(zone.rulesets);
    await expect(zone.run(block)).rejects.toThrow(message);
    expect(zone.rulesets).toEqual(old);
  });

  it('send what ruleset check passes', async () => {
    const zone = new Zone();
    for (const block of [CREATE, LEVEL, THRESHOLD, RULES_OFF]) await zone.run(block);
    const fresh = new Zone();
    fresh.api.ok('PUT', ENTRY_POINT, { rules: [OTHER_RULE] });
    await fresh.run(ADD);
    const bodies = [...zone.sent, ...fresh.sent].filter(({ method }) => method !== 'GET');
    expect(bodies.map(({ method }) => method)).toEqual(['POST', 'PATCH', 'PATCH', 'PATCH', 'POST']);
    for (const { method, path, body } of bodies) {
      const as = method === 'PATCH' ? 'change' : path.endsWith('/rules') ? 'rule' : 'ruleset';
      const argv = ['ruleset', 'check', '--as', as, '--phase', 'http_request_firewall_managed'];
      const { code, stdout } = await edgeSunset(argv, { cwd: folderOf({}), stdin: JSON.stringify(body) });
      expect({ code, stdout }).toMatchObject({ code: 0 });
    }
  });

  it('stand in explain waf-packages, and not with other entries', async () => {
    const explained = async (entry: string) =>
      (await edgeSunset(['explain', entry], { cwd: folderOf({}) })).stdout;
    const text = await explained('waf-packages');
    for (const [, title = ''] of PAGE.matchAll(/^## (\d\. .*)$/gm)) expect(text).toContain(title);
    for (const [, name, level, threshold] of PAGE.matchAll(/^\| (\w+) +\| (\d) +\|.*\| (\d+) +\|$/gm)) {
      expect(text).toMatch(new RegExp(`^ +${name} +level ${level}, score_threshold ${threshold}$`, 'm'));
    }
    const bodies = [...text.matchAll(/^ {7}(\{\n[\s\S]*?^ {7}\})$/gm)].map(([, body = '']) =>
      JSON.parse(body),
    );
    expect(bodies).toHaveLength(5);
    expect(bodies[3].action_parameters.overrides.rules).toEqual([{ ...SCORING, id: '{last_rule_id}' }]);
    expect(await explained('firewall-rules')).not.toContain('OWASP');
  });
});
