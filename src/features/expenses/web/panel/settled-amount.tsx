import Check from 'lucide-react/icons/check';
import type { Id } from '#kit/id.ts';
import { type Cents, cents, zeroCents } from '#kit/money.ts';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { Money } from '#web/ui/money.tsx';
import type { SettledExpense } from '../../expense.ts';
import { toReimbursedWords, toSettledWords } from '../settle/settled-words.ts';

/** How a share of a settled expense was paid: 'Paid from wallet $167.21' or 'Paid outside $167.21'. */
export function SettledShare({
  expense,
  memberId,
  amount,
}: {
  expense: SettledExpense;
  memberId: Id<'member'> | null;
  amount: Cents;
}) {
  if (amount === zeroCents) return <span className="text-third">Nothing to pay</span>;
  return (
    <SettledAmount
      expense={expense}
      memberId={memberId}
      isCredit={false}
      words={toSettledWords(expense)}
      amount={amount}
    />
  );
}

/** What a payer of a settled expense got back: 'Reimbursed to wallet $1,847.35'. */
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
      words={toReimbursedWords(expense)}
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
  memberId: Id<'member'> | null;
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
      <Check aria-hidden="true" className="mr-1 inline size-3.5 align-[-0.15em]" />
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
