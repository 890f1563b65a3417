/** Every codemod there is: a folder of its own and a line here. */
import type { Codemod } from '../src/migrate/index.js';
import { accessBookmarks } from './access-bookmarks/index.js';
import { accessSelfHostedDomains } from './access-self-hosted-domains/index.js';
import { ansibleBodies } from './ansible-bodies/index.js';
import { ansibleSettings } from './ansible-settings/index.js';
import { cnameFlattening } from './cname-flattening/index.js';
import { limitingCrawlers } from './crawler-condition.js';
import { devices } from './devices/index.js';
import { dnsAnalytics } from './dns-analytics/index.js';
import { dnsErrorChain } from './dns-error-chain/index.js';
import { dnsFilterSyntax } from './dns-filter-syntax/index.js';
import { dnsLocked } from './dns-locked/index.js';
import { dnsRecordZoneFields } from './dns-record-zone-fields/index.js';
import { dnsSettings } from './dns-settings/index.js';
import { firewallRules } from './firewall-rules/index.js';
import { geoipFields } from './geoip-fields/index.js';
import { imagesV1DirectUpload } from './images-v1-direct-upload/index.js';
import { kvNamespaces } from './kv-namespaces/index.js';
import { legacyTunnels } from './legacy-tunnels/index.js';
import { notificationEmail } from './notification-email/index.js';
import { organizations } from './organizations/index.js';
import { removingUncalled } from './places/uncalled.js';
import { pulumiResources } from './pulumi-resources/index.js';
import { pulumiRulesets } from './pulumi-rulesets/index.js';
import { pulumiSettings } from './pulumi-settings/index.js';
import { pulumiSrv } from './pulumi-srv/index.js';
import { radar } from './radar/index.js';
import { rateLimits } from './rate-limits/index.js';
import { registrarDomains } from './registrar-domains/index.js';
import { removedSettings } from './removed-settings/index.js';
import { scriptMonitor } from './script-monitor/index.js';
import { securityLevel } from './security-level/index.js';
import { settingsBatch } from './settings-batch/index.js';
import { srvData } from './srv-data/index.js';
import { teContentLength } from './te-content-length/index.js';
import { terraformFirewallRules } from './terraform-firewall-rules/index.js';
import { terraformJson } from './terraform-json/index.js';
import { terraformRateLimits } from './terraform-rate-limits/index.js';
import { terraformResources } from './terraform-resources/index.js';
import { terraformSettings } from './terraform-settings/index.js';
import { terraformSrv } from './terraform-srv/index.js';
import { terraformWaf } from './terraform-waf/index.js';
import { threatScore } from './threat-score/index.js';
import { wafPackages } from './waf-packages/index.js';
import { zoneAnalytics } from './zone-analytics/index.js';

const OWN: readonly Codemod[] = [
  accessBookmarks,
  accessSelfHostedDomains,
  ansibleBodies,
  ansibleSettings,
  cnameFlattening,
  devices,
  dnsAnalytics,
  dnsErrorChain,
  dnsFilterSyntax,
  dnsLocked,
  dnsRecordZoneFields,
  dnsSettings,
  firewallRules,
  geoipFields,
  imagesV1DirectUpload,
  kvNamespaces,
  legacyTunnels,
  notificationEmail,
  organizations,
  pulumiResources,
  pulumiRulesets,
  pulumiSettings,
  pulumiSrv,
  radar,
  rateLimits,
  registrarDomains,
  removedSettings,
  scriptMonitor,
  securityLevel,
  settingsBatch,
  srvData,
  teContentLength,
  terraformFirewallRules,
  terraformJson,
  terraformRateLimits,
  terraformResources,
  terraformSettings,
  terraformSrv,
  terraformWaf,
  threatScore,
  wafPackages,
  zoneAnalytics,
];

export const CODEMODS: readonly Codemod[] = OWN.map(removingUncalled);

/** `exemptCrawlers`: rules that are made of rate limits exempt known crawlers, as the old API did. */
export function codemodsFor({ exemptCrawlers }: { readonly exemptCrawlers: boolean }): readonly Codemod[] {
  return exemptCrawlers ? CODEMODS : CODEMODS.map(limitingCrawlers);
}
