/**
 * Every positive program has negatives made of itself, so that what is proven is the analysis and not a word:
 *
 * - the *living twin* has the marked text replaced by a neighbour that is alive (another path, setting, field,
 *   SDK method or resource), the idiom around it unchanged;
 * - the *valid twin* of a setting some of whose values are gone writes one that stays;
 * - the *foreign twin* sends the same calls to a server of another vendor.
 *
 * All have to be quiet.
 */
import type { ProgramCase, ProgramFile } from './program-format.js';

/** Marked text and its living neighbour; the first pattern that fits is applied. */
const LIVING: readonly (readonly [RegExp, string])[] = [
  [/^(firewall\W+)waf\W+(packages|overrides)/, '$1lockdowns'],
  [/^firewall(\W+)rules/, 'firewall$1lockdowns'],
  [/^filters(?=$|\/)/, 'pagerules'],
  [/^rate_limits/, 'custom_pages'],
  [/^analytics(\W+)(dashboard|colos)/, 'spectrum$1apps'],
  [/^(user\W+)?billing(\W+)(profile|history)/, 'subscriptions'],
  [/^access(\W+)bookmarks/, 'access$1apps'],
  [/^(images\W+)?v1(\W+)direct_upload/, '$1v2$2direct_upload'],
  [/^script_monitor/, 'page_shield'],
  [/^tunnels/, 'cfd_tunnel'],
  [/^(brotli|mobile_redirect|privacy_pass|minify|server_side_exclude)$/, 'ipv6'],
  [/^security_level$/, 'cache_level'],
  [/^securityLevel$/, 'cacheLevel'],
  [/^(use_apex_ns|secondary_overrides)$/, 'zone_defaults'],
  [/^(autominify|server_side_excludes)$/, 'email_obfuscation'],
  [/^(minifies|serverSideExclude|mobileRedirect|privacyPass)$/, 'ipv6'],
  [/^locked$/, 'comment'],
  [/^(zone_id|zone_name|auto_added|connections)$/, 'created_$1'],
  [/^ZoneID$/, 'CreatedOn'],
  [/^(service|proto|name)$/, 'note_$1'],
  [/^notification_email$/, 'latitude'],
  [/^notificationEmail$/, 'description'],
  [/^error_chain$/, 'documentation'],
  [/^1004$/, '81053'],
  [/^(cf|vendor)\.threat_score$/, '$1.waf.score'],
  [/^Content-Length$/, 'X-Length'],
  [/^(firewall\.)?waf\.\S+|^firewall\.rules\.\w+|^filters\.\w+$/, 'firewall.lockdowns.list'],
  [/^rateLimits\.\w+|^rate_limits\.\w+/, 'customPages.list'],
  [/^rules\.list$/, 'lockdowns.list'],
  [/^zones\.settings\.\w+\./, 'zones.settings.ipv6.'],
  [/^zeroTrust\.tunnels\./, 'zeroTrust.tunnels.cloudflared.'],
  [/^cloudflare_(filter|firewall_rule|rate_limit)$/, 'cloudflare_zone_lockdown'],
  [/^(Filter|FirewallRule|RateLimit)$/, 'ZoneLockdown'],
];

function living(text: string): string | null {
  const rule = LIVING.find(([pattern]) => pattern.test(text));
  return rule === undefined ? null : text.replace(rule[0], rule[1]);
}

/** The program with every marked text replaced, or null where one of them has no neighbour in the table. */
export function livingTwin(positive: ProgramCase): ProgramCase | null {
  const replacements = new Map<string, { start: number; end: number; text: string }[]>();
  for (const { path, start, end } of positive.expectations) {
    const text = positive.files.find((file) => file.path === path)?.text.slice(start, end) ?? '';
    const replacement = living(text);
    if (replacement === null) return null;
    replacements.set(path, [...(replacements.get(path) ?? []), { start, end, text: replacement }]);
  }
  const files = positive.files.map((file) => rewrite(file, replacements.get(file.path) ?? []));
  return { ...quiet(positive, files), name: `${positive.name} (living twin)` };
}

function rewrite(file: ProgramFile, edits: readonly { start: number; end: number; text: string }[]) {
  let text = file.text;
  for (const edit of [...edits].sort((a, b) => b.start - a.start)) {
    text = text.slice(0, edit.start) + edit.text + text.slice(edit.end);
  }
  return { ...file, text };
}

/** The program with values that stay, or null where it is of something else. */
export function validTwin(positive: ProgramCase): ProgramCase | null {
  if (positive.expectations.some(({ entry }) => entry !== 'security-level')) return null;
  const files = positive.files.map(({ path, text }) => ({
    path,
    text: text.replace(/(?<=["'])(?:medium|low|high|essentially_off)(?=["'])/g, 'under_attack'),
  }));
  return { ...quiet(positive, files), name: `${positive.name} (valid twin)` };
}

/** The program against another vendor's server, or null where the host is not what ties it to the API. */
export function foreignTwin(positive: ProgramCase): ProgramCase | null {
  if (!positive.tellsHost) return null;
  const source = positive.files.map((file) => file.text).join('\n');
  const tiedByHost =
    /api\.cloudflare\.com/.test(source) && !/['"@/]cloudflare['"/]|@pulumi|@cdktf/.test(source);
  if (!tiedByHost || positive.expectations.some((one) => one.kind === 'expression')) return null;
  const files = positive.files.map(({ path, text }) => ({ path: renamed(path), text: renamed(text) }));
  return { ...quiet(positive, files), name: `${positive.name} (foreign twin)` };
}

/** Names of files are renamed with the imports that mean them. */
function renamed(text: string): string {
  return text
    .replace(/api\.cloudflare\.com/g, 'api.vendor.example')
    .replace(/client\/v4/g, 'rest/v2')
    .replace(/cloudflare/g, 'vendor')
    .replace(/Cloudflare/g, 'Vendor')
    .replace(/\b(CF|CLOUDFLARE)_/g, 'VENDOR_')
    .replace(/X-Auth-(Key|Email)/g, 'X-Vendor-$1')
    .replace(/\bcf(?=[A-Z])/g, 'vendor')
    .replace(/\bcf\b/g, 'vendor');
}

function quiet(positive: ProgramCase, files: readonly ProgramFile[]): ProgramCase {
  return {
    name: positive.name,
    files,
    expectations: [],
    negative: 'nothing',
    undetermined: null,
    tellsHost: true,
    wholeCatalogue: positive.wholeCatalogue === true,
  };
}
