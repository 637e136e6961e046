#!/usr/bin/env bash
# Three parsers of names take a family name for a degree or a title, or a first name for a numeral, so that a member has
# no last name: Jo Ma is a Jo of the degree MA, Do Nguyen is a Nguyen, and Joe Captain is captain Joe.
#
# Versions: humanname 0.2.2, split-human-name 2.0.13, another-name-parser 0.1.0. Input: Jo Ma, Do Nguyen, Vi Nguyen, Ana
# Do, Joe Captain and Ana Lee.
# Expected (a name of two words has a first and a last one, as of Ana Lee): these two.
# Seen: no last name for Jo Ma in humanname, and ", Ma" in split-human-name; in another-name-parser none for the other
# four, with Nguyen as the first name of two of them and Do, Vi and Captain beside the name. Each list of degrees is
# looked up in either case and at any place, also if nothing else is left for a name.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts \
  humanname@0.2.2 split-human-name@2.0.13 another-name-parser@0.1.0
cat > split.cjs <<'JS'
const another = require('another-name-parser');
const human = require('humanname');
const split = require('split-human-name');
const parse = {
  humanname: (text) => human.parse(text),
  'split-human-name': (text) => split(text),
  'another-name-parser': (text) => {
    const { first, last } = another(text);
    return { firstName: first, lastName: last };
  },
};
for (const [name, each] of Object.entries(parse)) {
  for (const text of ['Jo Ma', 'Do Nguyen', 'Vi Nguyen', 'Ana Do', 'Joe Captain', 'Ana Lee']) {
    const { firstName, lastName } = each(text);
    if (`${firstName} ${lastName}` !== text) console.log(`${name}: ${text} is "${firstName}" "${lastName}"`);
  }
}
JS
seen=$(node split.cjs)
printf '%s\n' "$seen"
[ "$seen" = 'humanname: Jo Ma is "Jo" ""
split-human-name: Jo Ma is "Jo" ", Ma"
another-name-parser: Do Nguyen is "Nguyen" "null"
another-name-parser: Vi Nguyen is "Nguyen" "null"
another-name-parser: Ana Do is "Ana" "null"
another-name-parser: Joe Captain is "Joe" "null"' ]
