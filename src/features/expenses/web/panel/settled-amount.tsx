import type { Id } from '#kit/id.ts';
import { type Cents, cents, zeroCents } from '#kit/money.ts';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { Money } from '#web/ui/money.tsx';
import type { SettledExpense } from '../../expense.ts';
import { toCreditedWords, useSettledShares } from '../settle/settled-words.ts';

/** What became of a share: 'Charged $167.21', 'Charged $167.21, $20.00 open', 'Covered $167.21'. */
export function SettledShare({
  expense,
  memberId,
  amount,
}: {
  expense: SettledExpense;
  memberId: Id<'member'>;
  amount: Cents;
}) {
  const describe = useSettledShares();
  if (amount === zeroCents) return <span className="text-third">Nothing to pay</span>;
  const { words, open } = describe(expense, memberId, amount);
  return (
    <span className="text-third">
      <SettledAmount
        expense={expense}
        memberId={memberId}
        isCredit={false}
        words={open === undefined ? words : 'Charged'}
        amount={amount}
      />
      {open !== undefined && words !== 'Charged' && `, ${open}`}
    </span>
  );
}

/** What a payer of a settled expense was credited with: 'Credited to wallet $1,847.35'. */
export function SettledCredit({
  expense,
  memberId,
}: {
  expense: SettledExpense;
  memberId: Id<'member'>;
}) {
  const credit = expense.payerCredits.find((each) => each.memberId === memberId)?.amount;
  if (!credit) return null;
  return (
    <SettledAmount
      expense={expense}
      memberId={memberId}
      isCredit
      words={toCreditedWords(expense)}
      amount={credit}
    />
  );
}

/** Links to the wallet transaction once the whole expense is loaded. */
function SettledAmount({
  expense,
  memberId,
  isCredit,
  words,
  amount,
}: {
  expense: SettledExpense;
  memberId: Id<'member'>;
  isCredit: boolean;
  words: string;
  amount: Cents;
}) {
  // A reversal moves wallets the other way round, as its words say.
  const movesUp = isCredit === amount > 0;
  const transaction = expense.settlementTransactions?.find(
    (each) => each.memberId === memberId && each.amount > 0 === movesUp,
  );
  const content = (
    <>
      {words} <Money cents={cents(Math.abs(amount))} />
    </>
  );
  if (!transaction) return <span className="text-third">{content}</span>;
  return (
    <TextLink
      to="/wallets/$walletId/transactions"
      params={{ walletId: transaction.walletId }}
      search={{ dialog: 'history', subject: transaction.transactionId }}
      className="text-third! underline decoration-line"
    >
      {content}
    </TextLink>
  );
}
