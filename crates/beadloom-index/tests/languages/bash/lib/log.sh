# shellcheck shell=bash
# What is said, and how.

declare -r LOG_PREFIX="shop"

# Says something.
log::info() {
  printf '%s: %s\n' "$LOG_PREFIX" "$*"
}

function fail {
  log::info "$@" >&2
  exit 1
}
