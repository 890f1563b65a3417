import { describe, expect, it } from 'vitest';
import { SAFE_CALL } from '../migrate/project.js';
import { APP, APP_BRANCH } from './app.js';
import { atHost, type Clone, cloneOf } from './clone.js';

const ADDRESS = 'https://github.com/owner/shop.git';
const PACKAGE = '{"type":"module"}\n';

/** What a dry run says of the first branch, up to its commits. */
async function bodyIn(clone: Clone): Promise<string> {
  atHost(clone, ADDRESS);
  const { code, stdout } = await clone.run(['pr', '--dry-run']);
  expect(code).toBe(0);
  return stdout.split(/^Commit 1 of /m)[0] ?? '';
}

/** Text under a heading. */
function sectionOf(body: string, title: string): string {
  return (
    body
      .split(`### ${title}\n`)[1]
      ?.split(/^### |^<details>/m)[0]
      ?.trim() ?? ''
  );
}

describe('a description', () => {
  it('has what is assumed as a list to check, and nothing of it where all is proven', async () => {
    const call = 'export const scripts = (api, zone) => api.get(`/zones/${zone}/script_monitor/scripts`);\n';
    const assumed = await bodyIn(cloneOf({ 'package.json': PACKAGE, 'scripts.js': call }));
    expect(sectionOf(assumed, 'Assumptions to check').replaceAll('\\', '')).toBe(
      '- [ ] assumes that `api` talks to api.cloudflare.com: only Cloudflare has this path',
    );
    const proven = await bodyIn(cloneOf({ 'package.json': PACKAGE, 'scripts.js': SAFE_CALL }));
    expect(proven).not.toContain('Assumptions to check');
  });

  it('says of what ends later that it still answers', async () => {
    const batch =
      "await fetch(`https://api.cloudflare.com/client/v4/zones/${process.env.ZONE}/settings`, { method: 'PATCH', body: JSON.stringify({ items: [{ id: 'ssl', value: 'strict' }] }) });\n";
    const clone = cloneOf({ 'package.json': PACKAGE, 'a.mjs': batch });
    const { stdout } = await clone.run(['pr', '--dry-run']);
    expect(stdout).toContain('Replace deprecated API calls: All zone settings in one call');
    expect(stdout).toMatch(/^\| All zone settings in one call \| 2027-03-31 \| a response, still \|/m);
    expect(stdout).toContain('Ends on 2027-03-31');
    const dead = cloneOf({
      'package.json': PACKAGE,
      'a.mjs': SAFE_CALL.replace('zone}', 'process.env.ZONE}'),
    });
    expect((await dead.run(['pr', '--dry-run'])).stdout).toMatch(
      /Replace retired API calls[\s\S]*Retired on /,
    );
  });

  it('says what is dead, what changed, what differs, what is left to do, and how to check and undo it', async () => {
    const clone = cloneOf(APP);
    const body = await bodyIn(clone);
    expect(body).toMatch(
      /^\| Firewall Rules API and Filters API \| 2025-01-15 \(Cloudflare's own date: 2025-06-15\) \| .*`10020 firewallrules\.api\.maintenance_mode` \| WAF custom rules/m,
    );
    const changes = sectionOf(body, 'Changes').split('\n');
    expect(changes[0]).toBe('| Site | Call | Change | Level | Why |');
    expect(changes.slice(2).map((row) => row.split(' | ').slice(1, 4).join(', '))).toEqual([
      '`cloudflare_filter`, rewritten, review',
      '`cloudflare_firewall_rule`, rewritten, review',
      '`POST /zones/{zone_id}/firewall/rules`, rewritten, review',
      '`GET /zones/{zone_id}/firewall/rules`, rewritten, review',
    ]);
    expect(sectionOf(body, 'Behaviour changes')).toContain('- rules are ordered by position');
    // Permission, stored ids, dashboards, plan limits, and the state of Terraform.
    const checklist = sectionOf(body, 'Before you merge');
    for (const part of [/permission/, /Ids of rules/, /Dashboards/, /limited by plan/, /terraform import/])
      expect(checklist).toMatch(part);
    expect(checklist).toMatch(/^(?:- \[ \] .+\n?)+$/);
    expect(sectionOf(body, 'Manual follow-up')).toMatch(
      /^- \[ \] \[`scripts\/waf\.py:10`\]\(https:\S+\) \(marked in the code\): Instead: Managed rulesets/,
    );
    expect(sectionOf(body, 'How this was checked')).toContain('the result parses');
    const [, reproduce = ''] = /```sh\n([\s\S]*?)```/.exec(body) ?? [];
    expect(reproduce.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual([
      'git switch --detach main',
      expect.stringMatching(
        /^npx edge-sunset@\S+ migrate --write --level review --only firewall-rules --only waf-packages$/,
      ),
      'git worktree add --detach ../before main',
      expect.stringMatching(/^npx edge-sunset@\S+ compare --before \.\.\/before --after \. -- <command>$/),
      'git revert --no-edit main..HEAD',
    ]);
    expect(body.trim()).toMatch(/<!-- edge-sunset: \{"branch":"edge\\u002dsunset\/firewall",.*\} -->$/);

    // Every link leads to a line of the branch that shows the change.
    await clone.run(['pr']);
    const shown = [...body.matchAll(/\(https:\/\/github\.com\/owner\/shop\/blob\/(\S+?)#L(\d+)\)/g)].map(
      ([, at = '', line]) => {
        const path = at.replace(`${APP_BRANCH}/`, '');
        const text = clone.git('show', `${APP_BRANCH}:${path}`).split('\n')[Number(line) - 1];
        return `${path}: ${text?.trim()}`;
      },
    );
    expect(new Set(shown)).toEqual(
      new Set([
        'infra/gate.tf: resource "cloudflare_ruleset" "custom_rules" {',
        "src/block.js: await addCustomRule(cf, zone, { expression: `ip.src eq ${address}`, action: 'block', description: 'too many orders' });",
        'src/block.js: const rules = await listCustomRules(cf, zone);',
        expect.stringMatching(/^scripts\/waf\.py: (?:# edge-sunset-todo|return requests\.get)/),
      ]),
    );
    const message = clone.git('log', '-1', '--format=%B', `${APP_BRANCH}~1`);
    expect(message).toMatch(/\nRetired on 2025-01-15: .*\n(?:.*\n)*\nChanged calls: src\/block\.js:5, /);
    expect(message).toContain('\nBehaviour changes:\n- rules are ordered by position');
    // Only our own line is a trailer.
    expect(clone.git('log', '-1', '--format=%(trailers:keyonly)', APP_BRANCH)).toBe('Edge-Sunset');
  });

  it('folds long tables, and stays below what a host takes', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 13 }, (_, index) => [`a-long-folder-name/another-one/file${index}.js`, SAFE_CALL]),
    );
    const few = await bodyIn(cloneOf({ 'package.json': PACKAGE, ...files }));
    expect(few).toContain('<details><summary>13 changed sites</summary>');
    expect(few).not.toContain('… and');
    const many = await bodyIn(cloneOf({ 'package.json': PACKAGE, 'many.js': SAFE_CALL.repeat(400) }));
    expect(many).toContain('<details><summary>400 changed sites</summary>');
    expect(many).toMatch(/^… and \d+ more, see the commits\.$/m);
    expect(many.length).toBeLessThan(60_000);
  });

  it('names the folder of a package in what reproduces it', async () => {
    const clone = cloneOf({
      'package.json': PACKAGE,
      'packages/shop/package.json': PACKAGE,
      'packages/shop/a.js': SAFE_CALL,
    });
    const body = await bodyIn(clone);
    expect(body).toMatch(
      /migrate --write --level review --only script-monitor --include 'packages\/shop\/\*\*'$/m,
    );
    expect(body.split('\n')[1]).toMatch(/ in packages\/shop$/);
  });
});
