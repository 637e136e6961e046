#!/usr/bin/env bash
# @midlandsbank/node-nacha numbers the text of a payment as that of the next one: whoever reads a file of the American
# clearing house by its numbers shows each payee what another was paid for.
#
# Version: @midlandsbank/node-nacha 0.4.0. Input: two payments to members with a text each (addenda), and one to a hall
# without, in the way of its README.
# Expected (Nacha's rules, addenda record: positions 88 to 94, the entry detail sequence number, are the last seven
# digits of the trace number of the entry that the addenda belongs to): 0 and 0, 1 and 1, 2.
# Seen: the texts have 1 and 2, the entries 0, 1 and 2, so that "Dues of Ana" is numbered as the entry of Ben, and "Hall
# cleaning by Ben" as that of the hall. Entries are counted from 0, and addenda after the count went on.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @midlandsbank/node-nacha@0.4.0
cat > write.cjs <<'JS'
const { create, from } = require('@midlandsbank/node-nacha');
const file = create({
  from: { name: 'Harbor Chapter', fein: '123456789' }, for: { name: 'Our Bank', routing: '081000032' },
});
const batch = file.ppd({ effectiveDate: '270310', description: 'Refund' });
for (const [name, amount, addenda] of [
  ['Ana', 1250, 'Dues of Ana'], ['Ben', 725, 'Hall cleaning by Ben'], ['Hall', 12000],
]) batch.credit({ name, amount, addenda, account: { num: '135792468', type: 'C' }, routing: '081000210' });
for (const line of from(file).to('ach').split('\n')) {
  if (line[0] === '6') console.log(`${line.slice(54, 76).trim()} has the trace number ...${line.slice(87, 94)}`);
  if (line[0] === '7') console.log(`${line.slice(3, 83).trim()} belongs to ...${line.slice(87, 94)}`);
}
JS
seen=$(node write.cjs)
printf '%s\n' "$seen"
[ "$seen" = 'Ana has the trace number ...0000000
Dues of Ana belongs to ...0000001
Ben has the trace number ...0000001
Hall cleaning by Ben belongs to ...0000002
Hall has the trace number ...0000002' ]
