#!/usr/bin/env bash
# LoanJS asks for other cents than were lent: the installments of a loan do not add up to the sum that it tells, and
# after the last of them nothing is said to remain.
#
# Version: loanjs 1.1.2. Input: 1,000.00 at 5 percent in 12 installments, of equal parts of the capital (diminishing)
# and of equal sums (annuity), and 10,000.00 in 360 equal parts.
# Expected (the last installment takes what rounding left): installments that add up to the sum, parts of the capital
# that add up to what was lent, and a rest of 0 after the last.
# Seen: 1,027.05 of 1,027.09, with 999.96 of the capital; 1,027.32 of 1,027.30, with 1,000.02; 17,521.02 of 17,520.22,
# with 10,000.80. The rest is set to 0 and the sums are set right, but not the installment.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts loanjs@1.1.2
cat > lend.mjs <<'JS'
import loanjs from 'loanjs';
for (const [amount, count, type] of [
  [1000, 12, 'diminishing'],
  [1000, 12, 'annuity'],
  [10000, 360, 'diminishing'],
]) {
  const loan = loanjs.Loan(amount, count, 5, type);
  const add = (part) => loan.installments.reduce((sum, each) => sum + each[part], 0).toFixed(2);
  const { remain } = loan.installments.at(-1);
  const capital = `capital ${add('capital')} of ${loan.capitalSum}`;
  console.log(`${amount} ${type}: ${add('installment')} of ${loan.sum}, ${capital}, rest ${remain}`);
}
JS
seen=$(node lend.mjs)
printf '%s\n' "$seen"
[ "$seen" = '1000 diminishing: 1027.05 of 1027.09, capital 999.96 of 1000, rest 0
1000 annuity: 1027.32 of 1027.3, capital 1000.02 of 1000, rest 0
10000 diminishing: 17521.02 of 17520.22, capital 10000.80 of 10000, rest 0' ]
