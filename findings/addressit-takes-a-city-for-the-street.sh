#!/usr/bin/env bash
# addressit takes a city like Port St. Lucie or New London for the street, and leaves the street and its number out: a
# letter has no door to go to.
#
# Version: addressit 1.8.2. Input: addresses of the United States with their street, city, state and zip code, in one
# line: of Port St. Lucie, New London, St. Louis (a post office box), Mount Vernon and Springfield.
# Expected: the number and the street before the first comma, and the city after it, as of Springfield.
# Seen: no number, and Port St of Lucie for E 5th St; no number, and New London CT for N Main St; P.O. Box 12 St of
# Louis. The number 12 1/2 is one of unit 1 and of 12/2. What is before the city is nowhere in the result.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts addressit@1.8.2
cat > read.mjs <<'JS'
import addressit from 'addressit';
for (const text of [
  '12 Harbor St, Springfield, IL 62701',
  '12 Harbor St, Mount Vernon, WA 98273',
  '12 E 5th St, Port St. Lucie, FL 34952',
  '1 N Main St, New London, CT 06320',
  'P.O. Box 12, St. Louis, MO 63101',
  '12 1/2 Harbor St, Springfield, IL 62701',
]) {
  const { unit = '', number = '', street, regions, state } = addressit(text);
  console.log(`${text}: unit "${unit}", number "${number}", street "${street}", "${regions.join('; ')}", ${state}`);
}
JS
seen=$(node read.mjs)
printf '%s\n' "$seen"
[ "$seen" = '12 Harbor St, Springfield, IL 62701: unit "", number "12", street "Harbor St", "Springfield", IL
12 Harbor St, Mount Vernon, WA 98273: unit "", number "12", street "Harbor St", "Mount Vernon", WA
12 E 5th St, Port St. Lucie, FL 34952: unit "", number "", street "Port St", "Lucie", FL
1 N Main St, New London, CT 06320: unit "", number "", street "New London CT", "", undefined
P.O. Box 12, St. Louis, MO 63101: unit "", number "", street "P.O. Box 12 St", "Louis", MO
12 1/2 Harbor St, Springfield, IL 62701: unit "1", number "12/2", street "Harbor St", "Springfield", IL' ]
