#!/usr/bin/env bash
# einvoicing takes the zeros off the postal code 01067 of Dresden and off the reference that a payment has to tell: an
# invoice that it reads and writes again asks for a payment with a number that nobody looks for.
#
# Version: einvoicing 0.0.3. Input: a UBL invoice with the number 0042, the buyer's reference 0007, an order 00123, the
# postal code 01067, the payment's reference 0000123456 and 007 as the seller's number of a thing, by UblReader and then
# by UblWriter.
# Expected (EN 16931: these are identifiers and texts): all as they are.
# Seen: 7, 1067 and 123456; the others as they are. What looks like a number is made one, but for the names of elements
# that are listed as texts. The amount to pay also stands before what was paid, where the schema has it behind.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts einvoicing@0.0.3
cat > read.cjs <<'JS'
const { UblReader, UblWriter } = require('einvoicing');
const namespace = 'urn:oasis:names:specification:ubl:schema:xsd';
const amount = (name, value) => `<cbc:${name} currencyID="EUR">${value}</cbc:${name}>`;
const tax = (name) => `<cac:${name}><cbc:ID>E</cbc:ID><cbc:Percent>0</cbc:Percent>
  <cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:${name}>`;
const party = (name) => `<cac:Party><cac:PostalAddress><cbc:CityName>Dresden</cbc:CityName>
  <cbc:PostalZone>01067</cbc:PostalZone><cac:Country><cbc:IdentificationCode>DE</cbc:IdentificationCode></cac:Country>
  </cac:PostalAddress><cac:PartyLegalEntity><cbc:RegistrationName>${name}</cbc:RegistrationName></cac:PartyLegalEntity>
  </cac:Party>`;
const text = `<?xml version="1.0" encoding="UTF-8"?><Invoice xmlns="${namespace}:Invoice-2"
  xmlns:cac="${namespace}:CommonAggregateComponents-2" xmlns:cbc="${namespace}:CommonBasicComponents-2">
  <cbc:CustomizationID>urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0</cbc:CustomizationID>
  <cbc:ProfileID>urn:fdc:peppol.eu:2017:poacc:billing:01:1.0</cbc:ProfileID><cbc:ID>0042</cbc:ID>
  <cbc:IssueDate>2027-03-10</cbc:IssueDate><cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode>
  <cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode><cbc:BuyerReference>0007</cbc:BuyerReference>
  <cac:OrderReference><cbc:ID>00123</cbc:ID></cac:OrderReference>
  <cac:AccountingSupplierParty>${party('Harbor Chapter')}</cac:AccountingSupplierParty>
  <cac:AccountingCustomerParty>${party('Ana Lind')}</cac:AccountingCustomerParty>
  <cac:PaymentMeans><cbc:PaymentMeansCode>30</cbc:PaymentMeansCode><cbc:PaymentID>0000123456</cbc:PaymentID>
  <cac:PayeeFinancialAccount><cbc:ID>DE89370400440532013000</cbc:ID></cac:PayeeFinancialAccount></cac:PaymentMeans>
  <cac:TaxTotal>${amount('TaxAmount', '0.00')}<cac:TaxSubtotal>${amount('TaxableAmount', '37.50')}
  ${amount('TaxAmount', '0.00')}${tax('TaxCategory')}</cac:TaxSubtotal></cac:TaxTotal><cac:LegalMonetaryTotal>
  ${amount('LineExtensionAmount', '37.50')}${amount('TaxExclusiveAmount', '37.50')}
  ${amount('TaxInclusiveAmount', '37.50')}${amount('PrepaidAmount', '10.00')}${amount('PayableAmount', '27.50')}
  </cac:LegalMonetaryTotal><cac:InvoiceLine><cbc:ID>01</cbc:ID>
  <cbc:InvoicedQuantity unitCode="C62">3</cbc:InvoicedQuantity>${amount('LineExtensionAmount', '37.50')}<cac:Item>
  <cbc:Name>Ticket</cbc:Name><cac:SellersItemIdentification><cbc:ID>007</cbc:ID></cac:SellersItemIdentification>
  ${tax('ClassifiedTaxCategory')}</cac:Item><cac:Price>${amount('PriceAmount', '12.50')}</cac:Price></cac:InvoiceLine>
  </Invoice>`;
const show = (name, each) => {
  const tags = ['cbc:ID', 'BuyerReference', 'PostalZone', 'PaymentID'];
  const found = tags.map((tag) => each.match(new RegExp(`<(?:cbc:)?${tag}>([^<]*)<`))[1]);
  const order = each.match(/<cac:(?:OrderReference|SellersItemIdentification)>\s*<cbc:ID>[^<]*/g).map((one) =>
    one.replaceAll(/.*>/g, ''));
  const right = each.indexOf('<cbc:PrepaidAmount') < each.indexOf('<cbc:PayableAmount');
  console.log(`${name}: ${[...found, ...order].join(' ')}; to pay stands ${right ? 'behind' : 'before'} what was paid`);
};
(async () => {
  show('before', text);
  show('after', String(await new UblWriter().write(await new UblReader().read(text))));
})();
JS
seen=$(node read.cjs)
printf '%s\n' "$seen"
[ "$seen" = 'before: 0042 0007 01067 0000123456 00123 007; to pay stands behind what was paid
after: 0042 7 1067 123456 00123 007; to pay stands before what was paid' ]
