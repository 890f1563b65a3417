// Written by scripts/catalogue-build.ts from the YAML of src/catalogue; do not edit.

/** Every entry of the built-in catalogue. */
export type EntryId =
  | 'billing'
  | 'organizations'
  | 'zone-analytics'
  | 'dns-error-chain'
  | 'dns-settings'
  | 'dns-locked'
  | 'srv-data'
  | 'firewall-rules'
  | 'waf-packages'
  | 'rate-limits'
  | 'images-v1-direct-upload'
  | 'notification-email'
  | 'tls-chacha20-draft'
  | 'te-content-length'
  | 'script-monitor'
  | 'security-level'
  | 'threat-score'
  | 'brotli'
  | 'minify'
  | 'mobile-redirect'
  | 'server-side-excludes'
  | 'privacy-pass'
  | 'legacy-tunnels'
  | 'access-bookmarks';
