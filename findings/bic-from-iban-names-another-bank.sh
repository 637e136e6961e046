#!/usr/bin/env bash
# bic-from-iban names another bank than the account's: of an account at DKB, Postbank or the savings bank in Hamburg it
# tells the code of Dresdner Bank or Deutsche Bank, and a transfer goes with the code of a bank without that account.
#
# Versions: bic-from-iban 1.0.0, iban-to-bic 1.4.0, ibantools 4.5.4 (makes the IBANs). Input: the account 0532013000 at
# eight German banks, by the bank code that an IBAN has in its places 5 to 12.
# Expected (the Bundesbank's list of bank codes): DEUTDEBB, BYLADEM1, COBADEFF, HASPDEHH, GENODEM1GLS, COLSDE33,
# PBNKDEFF and INGDDEFF, as iban-to-bic has them; or nothing.
# Seen: DRESDEFF805, DRESDEFF834, ESSEDE5F362, DEUTDE8L873, HYVEDEMM280, ESSEDE5F700, DRESDEFFJ14, and nothing for ING.
# Four of the eight digits are looked up among the numbers of lines in a list of banks, which mean nothing.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts bic-from-iban@1.0.0 iban-to-bic@1.4.0 ibantools@4.5.4
cat > find.cjs <<'JS'
const { getBIC } = require('bic-from-iban');
const { ibanToBic } = require('iban-to-bic');
const { composeIBAN } = require('ibantools');
for (const [bank, name] of [
  ['10070000', 'Deutsche Bank'], ['12030000', 'DKB'], ['37040044', 'Commerzbank'], ['20050550', 'Haspa'],
  ['43060967', 'GLS Bank'], ['37050198', 'Sparkasse KölnBonn'], ['10010010', 'Postbank'], ['50010517', 'ING'],
]) {
  const iban = composeIBAN({ countryCode: 'DE', bban: `${bank}0532013000` });
  console.log(`${name}, ${iban}: ${getBIC(iban) || 'nothing'}; iban-to-bic ${ibanToBic(iban)}`);
}
JS
seen=$(node find.cjs)
printf '%s\n' "$seen"
[ "$seen" = 'Deutsche Bank, DE72100700000532013000: DRESDEFF805; iban-to-bic DEUTDEBBXXX
DKB, DE23120300000532013000: DRESDEFF834; iban-to-bic BYLADEM1001
Commerzbank, DE89370400440532013000: ESSEDE5F362; iban-to-bic COBADEFFXXX
Haspa, DE12200505500532013000: DEUTDE8L873; iban-to-bic HASPDEHHXXX
GLS Bank, DE88430609670532013000: HYVEDEMM280; iban-to-bic GENODEM1GLS
Sparkasse KölnBonn, DE71370501980532013000: ESSEDE5F700; iban-to-bic COLSDE33XXX
Postbank, DE84100100100532013000: DRESDEFFJ14; iban-to-bic PBNKDEFFXXX
ING, DE48500105170532013000: nothing; iban-to-bic INGDDEFFXXX' ]
