#!/usr/bin/env bash
# Closes the books of the shop.
# beadloom:domain=shop

set -euo pipefail

ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"

source "$ROOT/lib/log.sh"
# shellcheck source=lib/ledger.sh
. "${ROOT}/lib/ledger.sh"

readonly VERSION=1.2.0

usage() {
  cat <<EOF
run.sh $VERSION: $(describe)
EOF
}

describe() {
  echo "closes the books"
}

main() {
  local owner="${1:-ann}"
  log::info "opening $owner"
  ledger_open "$owner"
  ledger_post "$owner" 5 || fail "cannot post"
  total="$(ledger_total "$owner")"
  log::info "total $(format_money "$total")"
  tell_nobody
}

main "$@"
