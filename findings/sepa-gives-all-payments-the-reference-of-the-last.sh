#!/usr/bin/env bash
# sepa (sepa.js) gives all payments of a file the reference of the last one, and takes away the text of those that have
# none: each payee finds the invoice of another.
#
# Version: sepa 3.0.0. Input: a pain.001.001.09 of three transfers: the invoices RF18539007547034 and RF712348231 in
# structuredRemittanceInfo.reference, and a refund with remittanceInfo alone.
# Expected (ISO 20022, RmtInf belongs to its CdtTrfTxInf; so remittanceInfo does it): the two references, and the text.
# Seen: RF712348231 three times, no text. The object of which typeCode, issuer and reference are set is the one of the
# prototype, which all transactions share, also those of the next file. A new object for each keeps them apart; neither
# README nor types say so. (The reference is written into CdorPrtry, where the schema has none.)
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts sepa@3.0.0
cat > write.mjs <<'JS'
import { Document } from 'sepa';
const write = (payments) => {
  const file = new Document('pain.001.001.09');
  Object.assign(file.grpHdr, { id: 'CHAPTER', created: new Date(), initiatorName: 'Harbor Chapter' });
  const info = file.createPaymentInfo();
  Object.assign(info, {
    requestedExecutionDate: new Date(2027, 2, 10), debtorName: 'Harbor Chapter', debtorIBAN: 'DE89370400440532013000',
  });
  file.addPaymentInfo(info);
  for (const [creditorName, amount, reference, remittanceInfo] of payments) {
    const payment = info.createTransaction();
    Object.assign(payment, {
      creditorName, amount, remittanceInfo, creditorIBAN: 'DE40987654329876543210', end2endId: creditorName,
    });
    if (reference) payment.structuredRemittanceInfo.reference = reference;
    info.addTransaction(payment);
  }
  for (const [, name, text] of file.toString().matchAll(/<Cdtr><Nm>(.*?)<.*?<RmtInf>(.*?)<\/RmtInf>/g)) {
    console.log(`${name}: ${text.replaceAll(/<[^>]*>/g, '')}`);
  }
};
write([['Hall', 120, 'RF18539007547034', ''], ['Boat', 75.5, 'RF712348231', ''], ['Ana', 12.5, '', 'Refund of dues']]);
write([['Ben', 12.5, '', 'Refund of dues']]);
JS
seen=$(node write.mjs)
printf '%s\n' "$seen"
[ "$seen" = 'Hall: RF712348231
Boat: RF712348231
Ana: RF712348231
Ben: RF712348231' ]
