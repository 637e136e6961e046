#!/usr/bin/env bash
# parse-address takes "Springfiel" for the number of a floor and sends the letter to the town of d, if the floor is told
# as Americans tell it: 2nd Floor.
#
# Version: parse-address 1.1.2. Input: "12 Main St 2nd Floor, Springfield, IL 62701", without a comma before the floor
# and with one, and so on for "12 Main St Fl 2" and "12 1/2 Main St".
# Expected (USPS Publication 28, 213.1: FL is one of the units; 233.3: a fraction belongs to the number of a house):
# Springfield in each, floor 2, and the house 12 1/2.
# Seen: the city "d" and the unit "Springfiel", as what follows the word Floor is taken for its number and may be
# anything, so that no part seems to be missing; with the comma, no city at all; in the last, the house 12.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts parse-address@1.1.2
cat > read.cjs <<'JS'
const { parseLocation } = require('parse-address');
for (const street of ['12 Main St 2nd Floor', '12 Main St, 2nd Floor', '12 Main St Fl 2', '12 1/2 Main St']) {
  const { number, street: name, type, sec_unit_num: unit, city, state } =
    parseLocation(`${street}, Springfield, IL 62701`);
  console.log(`${street}: ${[number, name, type, unit, city, state].map((part) => part ?? '-').join(' | ')}`);
}
JS
seen=$(node read.cjs)
printf '%s\n' "$seen"
[ "$seen" = '12 Main St 2nd Floor: 12 | Main St 2nd | - | Springfiel | d | IL
12 Main St, 2nd Floor: 12 | Main | St | - | - | -
12 Main St Fl 2: 12 | Main | St | 2 | Springfield | IL
12 1/2 Main St: 12 | Main | St | - | Springfield | IL' ]
