#!/usr/bin/env bash
# csv-parse, asked to find the delimiter itself, splits a list of members and their mail addresses at each letter e, and
# one of members and their dues at each 0.
#
# Versions: csv-parse 7.0.3, papaparse 5.7.1. Input: "name,email", "Ana,ana@example.org" and "Bo,bo@example.org", with
# delimiter_auto and columns; "Ana,1000.00" and "Bo,2000.00", without a header; "name;amount", "Ana;12,50" and
# "Bo;7,00".
# Expected: two fields in each row, split at the comma (RFC 4180) or at the semicolon; so does papaparse.
# Seen: the columns "nam", "," and "mail", with "Ana,ana@", "xampl" and ".org" in them; "Ana,1" and five fields more. No
# error: any of 127 characters may be the delimiter, letters and digits as well, if it is as often in each row, and
# preferred ones only weigh more. The third list is read right.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts csv-parse@7.0.3 papaparse@5.7.1
cat > read.mjs <<'JS'
import { parse } from 'csv-parse/sync';
import Papa from 'papaparse';
const lists = [
  ['name,email\nAna,ana@example.org\nBo,bo@example.org\n', true], ['Ana,1000.00\nBo,2000.00\n', false],
  ['name;amount\nAna;12,50\nBo;7,00\n', true],
];
for (const [text, header] of lists) {
  const [first] = parse(text, { delimiter_auto: true, columns: header });
  const [other] = Papa.parse(text, { header, skipEmptyLines: true }).data;
  console.log(`csv-parse ${JSON.stringify(first)}, papaparse ${JSON.stringify(other)}`);
}
JS
seen=$(node read.mjs)
printf '%s\n' "$seen"
[ "$seen" = 'csv-parse {"nam":"Ana,ana@",",":"xampl","mail":".org"}, papaparse {"name":"Ana","email":"ana@example.org"}
csv-parse ["Ana,1","","",".","",""], papaparse ["Ana","1000.00"]
csv-parse {"name":"Ana","amount":"12,50"}, papaparse {"name":"Ana","amount":"12,50"}' ]
