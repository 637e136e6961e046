#!/usr/bin/env bash
# zugferd-generator writes invoices that do not say how many of a thing were bought, and have 0.00 as the price of what
# costs less than half a cent: for whoever books them, 1,000 copies cost nothing.
#
# Version: zugferd-generator 1.2.1. Input: an invoice as in its README with 3 tickets at 12.50 and 1,000 copies at
# 0.004, of March 10, 2027.
# Expected (EN 16931: BT-129, the quantity, is a must in each line, and BT-146, the price, may have more than two
# places; UNTDID 2379: a date of format 102 is CCYYMMDD; the README calls the result compliant): a quantity of 3 and
# 1000, a price of 12.5 and 0.004, and 20270310.
# Seen: no quantity at all, though an invoice without one is an error; 12.50 and 0.00; 2027-03-10. The totals of the
# lines are there, 37.50 and 4.00, and nothing that they follow from.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts zugferd-generator@1.2.1
cat > write.cjs <<'JS'
const Generator = require('zugferd-generator');
const invoice = {
  id: '2027-7', issueDate: '2027-03-10', currency: 'EUR', totalAmount: 49.39,
  supplier: { name: 'Harbor Chapter', country: 'DE' }, customer: { name: 'Ana Lind', country: 'DE' },
  taxTotal: { taxAmount: 7.89, taxPercentage: 19 },
  lineItems: [
    { id: '1', description: 'Ticket', quantity: 3, unitPrice: 12.5, lineTotal: 37.5 },
    { id: '2', description: 'Copy', quantity: 1000, unitPrice: 0.004, lineTotal: 4 },
  ],
};
const text = new Generator(invoice).toXMLString();
for (const name of ['DateTimeString', 'BilledQuantity', 'ChargeAmount', 'LineTotalAmount']) {
  const values = [...text.matchAll(new RegExp(`<\\w+:${name}[^>]*>([^<]*)<`, 'g'))].map(([, value]) => value);
  console.log(`${name}: ${values.join(', ') || 'none'}`);
}
console.log(`a quantity of 1000: ${text.includes('1000') ? 'somewhere' : 'nowhere'}`);
try {
  new Generator({ ...invoice, lineItems: [{ ...invoice.lineItems[0], quantity: undefined }] });
  console.log('without a quantity: an invoice');
} catch {
  console.log('without a quantity: an error');
}
JS
seen=$(node write.cjs)
printf '%s\n' "$seen"
[ "$seen" = 'DateTimeString: 2027-03-10
BilledQuantity: none
ChargeAmount: 12.50, 0.00
LineTotalAmount: 37.50, 4.00
a quantity of 1000: nowhere
without a quantity: an error' ]
