#!/usr/bin/env bash
# zatca-xml-js bills a hundred at 1.15 as 114.99, and three at 4.35 as 13.04, in invoices for the tax office of Saudi
# Arabia: the buyer pays a halala less than the price says, and the tax is too low.
#
# Version: zatca-xml-js 0.1.9. Input: four lines, 100 at 1.15, 3 at 4.35, 3 at 1.10 and 1 at 12.50, with a tax of 15
# percent each.
# Expected (EN 16931, BT-131, which ZATCA's rules follow: quantity times price, rounded to two places): 115.00, 13.05,
# 3.30 and 12.50, in all 143.85; taxes of 17.25, 1.96, 0.50 and 1.88.
# Seen: 114.99, 13.04, 3.30 and 12.50, in all 143.83; 17.24, 1.95, 0.49 and 1.87. The product as the computer has it,
# 114.99999999999999, is cut behind the second place; and so are taxes (toFixedNoRounding).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts zatca-xml-js@0.1.9
cat > bill.cjs <<'JS'
const { ZATCASimplifiedTaxInvoice } = require('zatca-xml-js');
const place = { city: 'Jeddah', city_subdivision: 'West', street: 'Main', building: '1', postal_zone: '31952',
  plot_identification: '1' };
const line_items = [[100, 1.15], [3, 4.35], [3, 1.1], [1, 12.5]].map(([quantity, tax_exclusive_price], index) => ({
  id: `${index + 1}`, name: 'Ticket', quantity, tax_exclusive_price, VAT_percent: 0.15, other_taxes: [], discounts: [],
}));
const invoice = new ZATCASimplifiedTaxInvoice({ props: {
  egs_info: { uuid: '6f4d20e0-6bfe-4a80-9389-7dabe6620f12', custom_id: 'HALL', model: 'HALL', CRN_number: '4546',
    VAT_name: 'Harbor', VAT_number: '301121971500003', location: place, branch_name: 'Hall', branch_industry: 'Club' },
  invoice_counter_number: 1, invoice_serial_number: 'HALL-1', issue_date: '2027-03-10', issue_time: '14:40:40',
  previous_invoice_hash: 'NWZl', line_items,
} });
const text = invoice.getXML().toString({});
const lines = text.match(/<cac:InvoiceLine>[^]*?<\/cac:InvoiceLine>/g);
const read = (each, name) => each.match(new RegExp(`<cbc:${name}[^>]*>([^<]*)<`))[1];
for (const line of lines) {
  console.log(`${read(line, 'InvoicedQuantity')} at ${read(line, 'PriceAmount')}: ${read(line, 'LineExtensionAmount')}`
    + `, tax ${read(line, 'TaxAmount')}`);
}
console.log(`in all ${read(text, 'TaxExclusiveAmount')}, tax ${read(text, 'TaxAmount')}`);
JS
seen=$(node bill.cjs)
printf '%s\n' "$seen"
[ "$seen" = '100 at 1.15: 114.99, tax 17.24
3 at 4.35: 13.04, tax 1.95
3 at 1.1: 3.30, tax 0.49
1 at 12.5: 12.50, tax 1.87
in all 143.83, tax 21.55' ]
