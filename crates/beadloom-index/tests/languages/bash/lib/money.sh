# shellcheck shell=bash

readonly CURRENCY=EUR SCALE=100

# An amount as people write it.
format_money() {
  echo "$(($1 / SCALE)) $CURRENCY"
}
