#!/usr/bin/env bash
# Beancount's bean-query cuts cents where its bean-report rounds them, so that the two tell different balances of one
# account. So do two forms of bean-query's answer to the same question.
#
# Version: beancount 2.3.5-2 of Debian 12. Input: an account that pays 12.50, 7.25, and 42.11 liters of fuel at 1.799
# EUR each, which is 75.75589 EUR; the balance is -95.50589 EUR.
# Expected (the nearest cent): -95.51 EUR in each.
# Seen: -95.51 EUR in bean-report balances and in bean-query -m (a column for each currency), -95.50 EUR in bean-query.
# The bank has taken 12.50, 7.25 and 75.76.
set -euo pipefail
package=beancount version=2.3.5-2
if [ "$(dpkg-query -W -f '${Version}' "$package" 2> /dev/null || true)" != "$version" ]; then
  apt-get -qq update
  apt-get -qq install -y --no-install-recommends "$package=$version" > /dev/null 2>&1
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export LC_ALL=C.UTF-8 PATH=/usr/bin:/bin
cat > board.beancount <<'BEANCOUNT'
2027-01-01 open Assets:Bank
2027-01-01 open Expenses:Hall
2027-01-01 open Expenses:Fuel
2027-03-10 * "Hall"
  Expenses:Hall  12.50 EUR
  Assets:Bank
2027-03-11 * "Hall"
  Expenses:Hall  7.25 EUR
  Assets:Bank
2027-03-12 * "Fuel"
  Expenses:Fuel  42.11 LITER @ 1.799 EUR
  Assets:Bank
BEANCOUNT
bean-check board.beancount
query="SELECT sum(position) AS balance WHERE account = 'Assets:Bank'"
show() { printf '%s: %s\n' "$1" "$(grep -o -e '-[0-9.]*[0-9]')"; }
seen=$(
  bean-report board.beancount balances -e Bank 2> /dev/null | show bean-report
  bean-query -f csv -m board.beancount "$query" 2> /dev/null | show 'bean-query -m'
  bean-query -f csv board.beancount "$query" 2> /dev/null | show bean-query
)
printf '%s\n' "$seen"
[ "$seen" = 'bean-report: -95.51
bean-query -m: -95.51
bean-query: -95.50' ]
