#!/usr/bin/env bash
# ical.js reads the backslash that protects a semicolon as part of a contact's name or note, and doubles it when it
# writes the contact, so that every program shows it from then on. In a company's name, where it is needed, it is lost.
#
# Versions: ical.js 2.2.1, vcard-creator 1.0.0, which writes the contact (vCard 3.0); the same with 4.0. Input: the full
# name and the company "Harbor Club; Board" and the note "Keys: hall; shed", read and written again.
# Expected (RFC 2426, section 4, and RFC 6350, 3.4: "\;" is a semicolon in any text; it may be written so in a value of
# one part and has to be in one of several, as ORG): all three as they are, then and again.
# Seen: "Harbor Club\; Board", written again as "Harbor Club\\; Board", which is read with a backslash everywhere. The
# company is read right and written again as "Harbor Club; Board": the company Harbor Club and its department Board. In
# calendars the same program reads a title right.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts ical.js@2.2.1 vcard-creator@1.0.0
cat > read.mjs <<'JS'
import ICAL from 'ical.js';
import VCard from 'vcard-creator';
const written = new VCard()
  .addFullName('Harbor Club; Board').addCompany({ name: 'Harbor Club; Board' }).addNote('Keys: hall; shed').toString();
for (const text of [written, written.replace('VERSION:3.0', 'VERSION:4.0')]) {
  const card = new ICAL.Component(ICAL.parse(text));
  const [version, name, note, company] = ['version', 'fn', 'note', 'org'].map((each) => card.getFirstProperty(each));
  console.log(`${version.getFirstValue()}: ${[name, note, company].map((each) => each.getFirstValue()).join(' | ')}`);
  console.log(`written again: ${name.toICALString()} | ${company.toICALString()}`);
}
const event = new ICAL.Component('vevent');
event.addPropertyWithValue('summary', 'Board; members');
console.log(`calendar: ${new ICAL.Component(ICAL.parse(event.toString())).getFirstPropertyValue('summary')}`);
JS
seen=$(node read.mjs)
printf '%s\n' "$seen"
[ "$seen" = '3.0: Harbor Club\; Board | Keys: hall\; shed | Harbor Club; Board
written again: FN:Harbor Club\\; Board | ORG:Harbor Club; Board
4.0: Harbor Club\; Board | Keys: hall\; shed | Harbor Club; Board
written again: FN:Harbor Club\\; Board | ORG:Harbor Club; Board
calendar: Board; members' ]
