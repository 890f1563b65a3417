import { describe, expect, it } from 'vitest';
import { RootFinder } from '../../src/analysis/roots.js';
import { WrittenPaths } from '../../src/analysis/written-paths.js';
import { builtinCatalogue } from '../../src/catalogue/index.js';

const catalogue = builtinCatalogue();
const paths = new WrittenPaths(catalogue);
const finder = new RootFinder(catalogue);

/** The words of a text that are worth following. */
function tellingIn(text: string): readonly string[] {
  const file = { path: 'src/a.ts', text, language: 'typescript' };
  return paths.telling(finder.find(text), file).map(({ start, end }) => text.slice(start, end));
}

describe('words in a path that the catalogue has not', () => {
  it.each([
    'get(`/accounts/${account}/email/routing/rules`)',
    'get(`/accounts/${account}/email/routing/rules/${rule}`)',
    'get(`/zones/${zone}/waiting_rooms/settings`)',
    'get(`/zones/${zone}/waiting_rooms/${room.id}/rules?page=${page}&order=name`)',
    "get(`https://api.cloudflare.com/client/v4/accounts/${ids['first']}/rules/lists`)",
    'get(`${base}/accounts/${account}/magic/routes`)',
    "get('/own/settings/of/everybody')",
    'get(`${host}${version}/zones/${zone}/waiting_rooms/settings`)',
  ])('are passed over: %s', (text) => {
    const kept = tellingIn(text);
    expect(kept.filter((word) => /rules|settings|routes/.test(word))).toEqual([]);
    expect(finder.find(text).length).toBeGreaterThan(kept.length);
  });
});

describe('words in a path that works, and is only in the catalogue to be told apart', () => {
  it.each([
    ['get(`/zones/${zone}/firewall/lockdowns`)', 'firewall'],
    ['get(`/accounts/${account}/devices/ip-profiles`)', 'devices'],
  ])('are passed over: %s', (text, word) => {
    expect(finder.find(text).map(({ start, end }) => text.slice(start, end))).toContain(word);
    expect(tellingIn(text)).not.toContain(word);
  });

  it.each([
    ['get(`/accounts/${account}/devices/0123`)', 'devices'],
    ["get('/devices/ip-profiles')", 'devices'],
    [
      "const base = 'https://api.cloudflare.com/client/v4'; get(`/zones/${zone}/firewall/lockdowns`)",
      'firewall',
    ],
  ])('stay where the path may be another, or tells what a function beside it sends: %s', (text, word) => {
    expect(tellingIn(text)).toContain(word);
  });
});

describe('words that may lead to a path of the catalogue', () => {
  it.each([
    ['get(`/zones/${zone}/firewall/rules`)', 'firewall/rules'],
    ['get(`/zones/${zone}/firewall/${kind}`)', 'firewall'],
    ['get(`${scope}/${id}/firewall/${kind}/rules`)', 'firewall'],
    ['get(`${base}${path}/settings/${name}`)', 'settings'],
    ['get(`/zones${path}${zone}settings/${name}`)', 'settings'],
    ["get('/zones/' + zone + '/settings/' + name)", 'settings'],
    ["get('/zones/' + zone + '/set' + 'tings/minify')", 'minify'],
    ["get(base + 'settings/minify')", 'settings/minify'],
    ["get('/proxy/of/ours/zones/0123/settings')", 'settings'],
    ['get(`/zones/${zone}/settings/?page=1`)', 'settings'],
    ['get(`/zones/${zone}/firewall/access_rules/rules`.replace("access_rules/", ""))', 'firewall'],
    ['get(`/zones/${zones.map(({ id }) => id)[0]}/lists/rules`)', 'rules'],
    ['`/accounts/${a}/lists/rules and other words`', 'rules'],
    ["const names = ['settings', 'rules']", 'settings'],
    ["// what `rules` and '/settings are", 'settings'],
    ['client.firewall.rules.list()', 'firewall'],
    ["new Client('https://api.cloudflare.com/client/v4')", 'api.cloudflare.com'],
    [String.raw`"\/zones\/1\/lists\/rules"`, 'rules'],
  ])('stay: %s', (text, word) => {
    expect(tellingIn(text)).toContain(word);
  });
});
