#!/usr/bin/env bash
# Two readers of CSV judge by one row whether a column has numbers, and make nothing of what is none in the others: an
# amount of 1,234.50, a member's number A-12 and a note are gone, and who paid nothing yet has paid 0.
#
# Versions: udsv 0.7.3, comma-separated-values 3.6.4, d3-dsv 3.0.2. Input: lists of two members each, with an amount of
# "1,234.50" and one of 7.25; with the numbers A-12 and 13, and 13 and A-12; with paid "yes" and "true"; with an empty
# note and "guest".
# Expected (RFC 4180 has texts only; who reads numbers keeps what is none, as d3.autoType does, or reads all as texts):
# both amounts, both numbers, both as having paid, both notes.
# Seen: udsv looks at the last of the first nine rows that is not empty, also if others say otherwise: null and 7.25,
# null and 13, false and true. comma-separated-values looks at the first: A-12 after 13 is null, and if the first note
# is empty, it is 0 and all others are null. Neither raises an error.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts comma-separated-values@3.6.4 d3-dsv@3.0.2 udsv@0.7.3
cat > read.mjs <<'JS'
import CSV from 'comma-separated-values';
import { autoType, csvParse } from 'd3-dsv';
import { inferSchema, initParser } from 'udsv';
for (const values of [['"1,234.50"', '7.25'], ['A-12', '13'], ['13', 'A-12'], ['yes', 'true'], ['', 'guest']]) {
  const text = ['name,value', ...values.map((value, index) => `Member ${'AB'[index]},${value}`), ''].join('\n');
  const lists = [initParser(inferSchema(text)).typedObjs(text), new CSV(text, { header: true }).parse(),
    csvParse(text, autoType)];
  console.log(values.join(' | '), '->', ...lists.map((list) => JSON.stringify(list.map(({ value }) => value))));
}
JS
seen=$(node read.mjs)
printf '%s\n' "$seen"
[ "$seen" = '"1,234.50" | 7.25 -> [null,7.25] ["1,234.50","7.25"] ["1,234.50",7.25]
A-12 | 13 -> [null,13] ["A-12","13"] ["A-12",13]
13 | A-12 -> ["13","A-12"] [13,null] [13,"A-12"]
yes | true -> [false,true] ["yes","true"] ["yes",true]
 | guest -> [null,"guest"] [0,null] [null,"guest"]' ]
