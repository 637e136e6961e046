#!/usr/bin/env bash
# AmortizeJS has no installment in February if the first is on January 31, and one on the 3rd of each month thereafter;
# from March 31 on, April and with it the last day of each month are lost.
#
# Version: amortizejs 1.0.3. Input: 600.00 at 5 percent in 6 months, the first on January 28, January 31 and March 31,
# 2027.
# Expected (a month on, or the last day of a shorter month): the 28th of each; the last day of January to June; the last
# day of March to August.
# Seen: the 28th of each; January 31, March 3, April 3 and so on; March 31, May 1, June 1 and so on. The plans end on
# July 3 and September 1, for June 30 and August 31.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts amortizejs@1.0.3
cat > plan.mjs <<'JS'
import amortizejs from 'amortizejs';
for (const day of ['2027-01-28', '2027-01-31', '2027-03-31']) {
  const { schedule } = amortizejs.Calculator.calculate({
    method: 'mortgage',
    apr: 5,
    balance: 600,
    loanTerm: 6,
    startDate: new Date(`${day}T12:00:00Z`),
  });
  console.log(schedule.map(({ date }) => date.toISOString().slice(5, 10)).join(' '));
}
JS
seen=$(TZ=UTC node plan.mjs)
printf '%s\n' "$seen"
[ "$seen" = '01-28 02-28 03-28 04-28 05-28 06-28
01-31 03-03 04-03 05-03 06-03 07-03
03-31 05-01 06-01 07-01 08-01 09-01' ]
