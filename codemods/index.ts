/** Every codemod there is: a folder of its own and a line here. */
import type { Codemod } from '../src/migrate/model.js';
import { accessBookmarks } from './access-bookmarks/index.js';
import { dnsSettings } from './dns-settings/index.js';
import { firewallRules } from './firewall-rules/index.js';
import { imagesV1DirectUpload } from './images-v1-direct-upload/index.js';
import { kvNamespaces } from './kv-namespaces/index.js';
import { legacyTunnels } from './legacy-tunnels/index.js';
import { organizations } from './organizations/index.js';
import { removedSettings } from './removed-settings/index.js';
import { scriptMonitor } from './script-monitor/index.js';
import { securityLevel } from './security-level/index.js';

export const CODEMODS: readonly Codemod[] = [
  accessBookmarks,
  dnsSettings,
  firewallRules,
  imagesV1DirectUpload,
  kvNamespaces,
  legacyTunnels,
  organizations,
  removedSettings,
  scriptMonitor,
  securityLevel,
];
