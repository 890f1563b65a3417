#!/usr/bin/env bash
# Raises the guard while a raid lasts: raid.sh on | off
set -euo pipefail

API="${CLOUDFLARE_BASE_URL:-https://api.cloudflare.com/client/v4}"
: "${CLOUDFLARE_ZONE_ID:?}" "${CLOUDFLARE_API_TOKEN:?}"

cf() {
  curl -fsS -X "$1" "$API/$2" \
    -H "Authorization: Bearer $CLOUDFLARE_API_TOKEN" \
    -H "Content-Type: application/json" "${@:3}"
}

case "${1:-on}" in
  on)
    cf PATCH "zones/$CLOUDFLARE_ZONE_ID/settings/security_level" --data '{"value":"under_attack"}'
    ;;
  off)
    cf PATCH "zones/$CLOUDFLARE_ZONE_ID/settings/security_level" --data '{"value":"high"}'
    cf GET "zones/$CLOUDFLARE_ZONE_ID/rate_limits"
    ;;
esac
