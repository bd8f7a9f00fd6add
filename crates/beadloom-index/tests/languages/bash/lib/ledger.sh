# shellcheck shell=bash
# The entries of one customer.
# beadloom:domain=billing

source "$(dirname "${BASH_SOURCE[0]}")/money.sh"
. /etc/os-release

# beadloom:entity=Ledger
ledger_open() {
  mkdir -p "books/$1"
  : > "books/$1/entries"
}

function ledger_post() {
  local owner="$1" amount="$2"
  check "$amount" && echo "$amount" >> "books/$owner/entries"
  log::info "posted $(format_money "$amount")"
  # never_called "$amount"
  text='never_called "$amount"'
}

ledger_total() (
  sum < "books/$1/entries"
)

sum() {
  local line total=0
  while read -r line; do total=$((total + line)); done
  echo "$total"
}

check() { [[ "$1" -gt 0 ]]; }
