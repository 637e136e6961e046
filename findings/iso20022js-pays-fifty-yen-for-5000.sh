#!/usr/bin/env bash
# iso20022.js pays 50 yen for 5,000, and ten times the dinars, and reads 5,000 yen of a bank's statement as 500,000: it
# has hundredths in every currency.
#
# Version: iso20022.js 0.0.15. Input: SWIFT transfers with an amount of 5000 in US dollars, yen, Icelandic crowns and
# Kuwaiti dinars; a CAMT.053 statement with a credit of 5000 yen.
# Expected (the README has amount: 1000 and no unit; ISO 4217: the yen and the crown have no smaller unit, the dinar has
# 1000 of them; ISO 20022: the amount is told in units of the currency): 50 dollars if amount is told in the smallest
# unit, and then 5000 yen, 5000 crowns and 5 dinars; 5000 each if it is not. 5000 yen either way, also from the bank.
# Seen: 50 of each; 500000 from the bank. A payee gets a hundredth in yen, and tenfold in dinars.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts iso20022.js@0.0.15
cat > pay.mjs <<'JS'
import { CashManagementEndOfDayReport, ISO20022 } from 'iso20022.js';
const bank = { bic: 'AAAAUS33XXX', bankAddress: { country: 'US' } };
const chapter = { name: 'Harbor Chapter', id: 'HARBOR', account: { accountNumber: '123456789' }, agent: bank };
const pay = (currency) => ({
  type: 'swift', direction: 'credit', amount: 5000, currency,
  creditor: {
    name: 'Hall', account: { accountNumber: '0012345' }, agent: { bic: 'AAAAJPJTXXX', bankAddress: { country: 'JP' } },
    address: { streetName: 'Main', buildingNumber: '1', postalCode: '100', townName: 'Tokyo', country: 'JP' },
  },
});
const file = new ISO20022({ initiatingParty: chapter })
  .createSWIFTCreditPaymentInitiation(['USD', 'JPY', 'ISK', 'KWD'].map(pay)).serialize();
for (const [, currency, amount] of file.matchAll(/<InstdAmt Ccy="(.*?)">(.*?)</g)) console.log(`${currency} ${amount}`);
const time = '<CreDtTm>2027-03-11T08:00:00</CreDtTm>';
const amount = '<Amt Ccy="JPY">5000</Amt><CdtDbtInd>CRDT</CdtDbtInd>';
const account = '<Id><Othr><Id>12345678</Id></Othr></Id>';
const report = CashManagementEndOfDayReport.fromXML(`<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02">
  <BkToCstmrStmt><GrpHdr><MsgId>M1</MsgId>${time}</GrpHdr><Stmt><Id>S1</Id><ElctrncSeqNb>1</ElctrncSeqNb>${time}
  <Acct>${account}<Ccy>JPY</Ccy><Svcr><FinInstnId><BIC>AAAAJPJTXXX</BIC></FinInstnId></Svcr></Acct>
  <Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp>${amount}<Dt><Dt>2027-03-10</Dt></Dt></Bal>
  <Ntry><NtryRef>1</NtryRef>${amount}<RvslInd>false</RvslInd><Sts>BOOK</Sts><BookgDt><Dt>2027-03-10</Dt></BookgDt>
  <BkTxCd><Prtry><Cd>0166</Cd></Prtry></BkTxCd><NtryDtls><TxDtls><RltdPties><DbtrAcct>${account}</DbtrAcct></RltdPties>
  <RmtInf><Ustrd>Dues</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`);
console.log(`JPY 5000 of the bank is ${report.statements[0].entries[0].amount}`);
JS
seen=$(node pay.mjs)
printf '%s\n' "$seen"
[ "$seen" = 'USD 50
JPY 50
ISK 50
KWD 50
JPY 5000 of the bank is 500000' ]
