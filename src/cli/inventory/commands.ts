/** A script that makes an export: it asks for lists only, and runs where the token is. */

/** What a zone and an account have that may be retired, or name what is. */
const ZONE_LISTS = [
  '',
  '/firewall/rules',
  '/rate_limits',
  '/firewall/waf/packages',
  '/settings',
  '/dns_records',
  '/pagerules',
  '/rulesets/phases/http_request_firewall_custom/entrypoint',
  '/rulesets/phases/http_request_firewall_managed/entrypoint',
  '/rulesets/phases/http_ratelimit/entrypoint',
  '/rulesets/phases/http_config_settings/entrypoint',
];
const ACCOUNT_LISTS = ['/load_balancers/pools', '/access/bookmarks'];

export const EXPORT_SCRIPT = `#!/bin/sh
# Exports lists of zones and accounts, with read requests only, for 'edge-sunset inventory --from export.ndjson'.
# Usage: CLOUDFLARE_API_TOKEN=... sh export.sh ZONE_ID... [account:ACCOUNT_ID...] > export.ndjson
set -eu
api=\${CLOUDFLARE_API:-https://api.cloudflare.com/client/v4}

# The token is handed over by a pipe, so that no list of processes shows it.
get() {
  printf 'header = "Authorization: Bearer %s"\\n' "$CLOUDFLARE_API_TOKEN" |
    curl --silent --show-error --config - "$api$1?page=$2&per_page=50" | tr -d '\\r\\n'
}

# A line for each page.
list() {
  page=1
  while :; do
    answer=$(get "$1" "$page")
    case $answer in '{'*) ;; *) answer=null ;; esac
    printf '{"path":"%s","answer":%s}\\n' "$1" "$answer"
    pages=$(printf '%s' "$answer" | sed -n 's/.*"total_pages": *\\([0-9][0-9]*\\).*/\\1/p')
    [ "$page" -lt "\${pages:-1}" ] || break
    page=$((page + 1))
  done
}

for id in "$@"; do
  case $id in
    account:*) for name in ${ACCOUNT_LISTS.join(' ')}; do list "/accounts/\${id#account:}$name"; done ;;
    *) for name in ${ZONE_LISTS.map((name) => (name === '' ? '""' : name)).join(' ')}; do list "/zones/$id$name"; done ;;
  esac
done
`;
