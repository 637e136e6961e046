#!/usr/bin/env bash
# vcf cuts a street at a semicolon that a backslash protects, so that half of it takes the place of the town, the town
# that of the state, and so on. A family name so written puts its end into the place of the given name.
#
# Versions: vcf 2.1.2, ical.js 2.2.1. Input: a vCard 4.0 with the street "12 Main St.\; Apt 4" in the town of
# Springfield, and Ana with the family name "Silva\; Costa".
# Expected (RFC 6350, 3.4: a semicolon within a part of a value has a backslash before it; 6.3.1 and 6.2.2: the order of
# the parts): street "12 Main St.; Apt 4", town "Springfield", given name "Ana", as ical.js has them.
# Seen: street "12 Main St.\", town " Apt 4", given name " Costa". The town is where a state is looked for.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts vcf@2.1.2 ical.js@2.2.1
cat > read.mjs <<'JS'
import ICAL from 'ical.js';
import VCard from 'vcf';
const text = [
  'BEGIN:VCARD', 'VERSION:4.0', 'FN:Ana Silva', 'N:Silva\\; Costa;Ana;;;',
  'ADR;TYPE=home:;;12 Main St.\\; Apt 4;Springfield;IL;62701;USA', 'END:VCARD', '',
].join('\r\n');
const print = (name, address, person) => console.log(`${name}: ${JSON.stringify([address[2], address[3], person[1]])}`);
const vcf = new VCard().parse(text).toJSON()[1];
print('vcf', ...['adr', 'n'].map((each) => vcf.find(([key]) => key === each).slice(3)[0]));
const ical = new ICAL.Component(ICAL.parse(text));
print('ical.js', ...['adr', 'n'].map((each) => ical.getFirstPropertyValue(each)));
JS
seen=$(node read.mjs)
printf '%s\n' "$seen"
[ "$seen" = 'vcf: ["12 Main St.\\"," Apt 4"," Costa"]
ical.js: ["12 Main St.; Apt 4","Springfield","Ana"]' ]
