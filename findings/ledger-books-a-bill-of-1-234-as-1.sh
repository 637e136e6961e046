#!/usr/bin/env bash
# ledger books an amount of 1 234.50 from a bank's CSV as 1, and one with its minus behind, 12.50-, as one above zero:
# what was paid out came in.
#
# Version: ledger 3.3.0-3 of Debian 12. Input: a CSV for its convert, with amounts of -12.50, 12.50-, 1,250.00-, 1234.50
# and 1 234.50 (the blank between thousands is that of ISO 80000-1, and of banks in Sweden, France and Switzerland).
# Expected: -12.50 twice, -1250.00, 1234.50 twice, or an error, as for (12.50), which it refuses.
# Seen: -12.5, 12.5, 1250, 1234.5 and 1. What follows the first number is left out without a word. hledger 1.25 reads
# 1 234.50 and raises an error for the minus behind.
set -euo pipefail
package=ledger version=3.3.0-3
if [ "$(dpkg-query -W -f '${Version}' "$package" 2> /dev/null || true)" != "$version" ]; then
  apt-get -qq update
  apt-get -qq install -y --no-install-recommends "$package=$version" > /dev/null 2>&1
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export LC_ALL=C.UTF-8 PATH=/usr/bin:/bin
cat > bank.csv <<'CSV'
date,payee,amount
2027/02/01,Hall,-12.50
2027/02/02,Boat,12.50-
2027/02/03,Fuel,"1,250.00-"
2027/02/04,Dues,1234.50
2027/02/05,Gift,1 234.50
CSV
seen=$(
  ledger -f /dev/null convert bank.csv --input-date-format '%Y/%m/%d' --account Assets:Bank |
    awk '/^2027/ { payee = $3 } /Unknown/ { print payee ": " $2 }'
  printf 'date,payee,amount\n2027/02/06,Fee,(12.50)\n' > refused.csv
  ledger -f /dev/null convert refused.csv --input-date-format '%Y/%m/%d' 2>&1 | grep '^Error' || true
)
printf '%s\n' "$seen"
[ "$seen" = 'Hall: -12.5
Boat: 12.5
Fuel: 1250
Dues: 1234.5
Gift: 1
Error: No quantity specified for amount' ]
