#!/usr/bin/env bash
# iso20022.js reads a reference in a bank's statement as a number, so that its zeros are lost, and amounts in cents that
# are no whole cents. Neither finds the dues that were paid.
#
# Version: iso20022.js 0.0.15. Input: a CAMT.053 statement with two credits, EUR 19.99 for "0004711" from the account
# 0012345678 and EUR 64.10 for "2027.10", the second a reversal.
# Expected (ISO 20022, camt.053: Ustrd is Max140Text, an account's Id is Max34Text, RvslInd a boolean; the library gives
# amounts in minor units): "0004711", "0012345678", "2027.10", 1999 and 6410, and a reversal.
# Seen: 4711, "12345678", 2027.1, 1998.9999999999998 and 6409.999999999999, and no reversal. Each text that looks like a
# number or a boolean is made one, but for codes and NtryRef, which are kept; the reversal is then compared with the
# text "true", which it no longer is, so there never is one.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts iso20022.js@0.0.15
cat > read.mjs <<'JS'
import { CashManagementEndOfDayReport } from 'iso20022.js';
const account = '<Id><Othr><Id>0012345678</Id></Othr></Id>';
const credit = (amount, reversal, reference) => `<Ntry><NtryRef>0001</NtryRef><Amt Ccy="EUR">${amount}</Amt>
  <CdtDbtInd>CRDT</CdtDbtInd><RvslInd>${reversal}</RvslInd><Sts>BOOK</Sts><BookgDt><Dt>2027-03-10</Dt></BookgDt>
  <BkTxCd><Prtry><Cd>0166</Cd></Prtry></BkTxCd><NtryDtls><TxDtls><RltdPties><DbtrAcct>${account}</DbtrAcct></RltdPties>
  <RmtInf><Ustrd>${reference}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
const time = '<CreDtTm>2027-03-11T08:00:00</CreDtTm>';
const statement = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>
  <GrpHdr><MsgId>M1</MsgId>${time}</GrpHdr><Stmt><Id>S1</Id><ElctrncSeqNb>1</ElctrncSeqNb>${time}<Acct>${account}
  <Ccy>EUR</Ccy><Svcr><FinInstnId><BIC>AAAADEFFXXX</BIC></FinInstnId></Svcr></Acct><Bal><Tp><CdOrPrtry><Cd>CLBD</Cd>
  </CdOrPrtry></Tp><Amt Ccy="EUR">84.09</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2027-03-10</Dt></Dt></Bal>
  ${credit('19.99', false, '0004711')}${credit('64.10', true, '2027.10')}</Stmt></BkToCstmrStmt></Document>`;
for (const { amount, reversal, referenceId, transactions: [paid] } of
  CashManagementEndOfDayReport.fromXML(statement).statements[0].entries) {
  const values = [amount, reversal, referenceId, paid.remittanceInformation, paid.debtor.account.accountNumber];
  console.log(values.map((each) => JSON.stringify(each)).join(' '));
}
JS
seen=$(node read.mjs)
printf '%s\n' "$seen"
[ "$seen" = '1998.9999999999998 false "0001" 4711 "12345678"
6409.999999999999 false "0001" 2027.1 "12345678"' ]
