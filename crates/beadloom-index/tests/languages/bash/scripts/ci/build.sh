#!/bin/sh
# Builds and checks.

. ../../lib/log.sh
. "$(dirname "$0")/../lib.sh"

check() {
  shellcheck "$1"
}

for script in lib/*.sh; do
  check "$script" || fail "$script"
done
