#!/usr/bin/env bash
# tsdav loses the name of an address book that is called by a year, and shortens that of a calendar: of "2027.10",
# 2027.1 is left.
#
# Version: tsdav 2.3.4. Input: a server's answer with an address book or calendar of the name Board, 2027 or 2027.10.
# Nothing is sent anywhere: the answer is given by the `fetch` that each call takes.
# Expected (RFC 4918, 15.2: displayname is a text for people to read; tsdav's type says the same): the name as it is.
# Seen: the address books of both years have the empty name; the calendars have the numbers 2027 and 2027.1. The text of
# each element that looks like a number is made one, whatever it means; books then keep only names that are texts. The
# same name in CDATA, which means the same in XML, stays a text.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts tsdav@2.3.4
cat > read.mjs <<'JS'
import { fetchAddressBooks, fetchCalendars } from 'tsdav';
const answer = (name, type) => async () => new Response(
  `<d:multistatus xmlns:d="DAV:" xmlns:cal="urn:ietf:params:xml:ns:caldav" xmlns:card="urn:ietf:params:xml:ns:carddav">
    <d:response><d:href>/dav/one/</d:href><d:propstat><d:prop>
      <d:displayname>${name}</d:displayname><d:resourcetype><d:collection/><${type}/></d:resourcetype>
      <cal:supported-calendar-component-set><cal:comp name="VEVENT"/></cal:supported-calendar-component-set>
    </d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response></d:multistatus>`,
  { status: 207, headers: { 'content-type': 'application/xml' } },
);
const account = { rootUrl: 'http://127.0.0.1/dav/', homeUrl: 'http://127.0.0.1/dav/' };
for (const name of ['Board', '2027', '2027.10', '<![CDATA[2027.10]]>']) {
  const [book] = await fetchAddressBooks({
    account: { ...account, accountType: 'carddav' }, fetch: answer(name, 'card:addressbook'),
  });
  const [calendar] = await fetchCalendars({
    account: { ...account, accountType: 'caldav' }, fetch: answer(name, 'cal:calendar'),
  });
  console.log(`${name}: ${[book, calendar].map(({ displayName }) => JSON.stringify(displayName)).join(' ')}`);
}
JS
seen=$(node read.mjs)
printf '%s\n' "$seen"
[ "$seen" = 'Board: "Board" "Board"
2027: "" 2027
2027.10: "" 2027.1
<![CDATA[2027.10]]>: "2027.10" "2027.10"' ]
