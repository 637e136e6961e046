import type { Id } from '#kit/id.ts';
import { type Cents, formatMoney } from '#kit/money.ts';
import { maySeeAllWallets } from '#kit/role.ts';
import { useSession } from '#web/api/session.ts';
import type { SettledExpense } from '../../expense.ts';
import { type ChargeState, findCharge, isCharged } from '../../settling/charges.ts';

/** What became of a share of a settled expense: words and no tick, as whose wallet covers it may owe others. */
export type SettledShareWords = {
  /** 'Charged', 'Partly covered', 'Covered', … */
  readonly words: string;
  /** '$143.31 open'; undefined if nothing is open, or the member may not see it. */
  readonly open: string | undefined;
};

const chargeWords: Record<ChargeState, string> = {
  charged: 'Charged',
  'partly-covered': 'Partly covered',
  covered: 'Covered',
};

/** Says what became of shares: 'paid' describes payments alone, and 'covered' only what a wallet covers. */
export function useSettledShares(): (
  expense: SettledExpense,
  memberId: Id<'member'>,
  share: Cents,
) => SettledShareWords {
  const { me, chapter } = useSession();
  const seesAll = maySeeAllWallets(me.role, chapter.membersSeeWallets);
  return (expense, memberId, share) => {
    if (!isCharged(expense)) {
      return { words: toReturnedWords(expense), open: undefined };
    }
    const sees = seesAll || memberId === me.memberId;
    const { state, open } = findCharge(expense, { memberId, share, sees });
    return {
      words: chargeWords[state],
      open: open ? `${formatMoney(open)} open` : undefined,
    };
  };
}

type Settled = Pick<
  SettledExpense,
  | 'useWalletTransactions'
  | 'isEvenSplit'
  | 'correctsId'
  | 'correctedById'
  | 'moneyBackForId'
  | 'amount'
>;

/** Of shares that are not charged to wallets, or no longer. */
function toReturnedWords(expense: Settled): string {
  const { useWalletTransactions, isEvenSplit, correctsId, correctedById, moneyBackForId } = expense;
  if (isReversedMoneyBack(expense)) return 'Charged back';
  if (correctsId !== undefined) {
    return useWalletTransactions ? 'Refunded to wallet' : 'Refunded outside';
  }
  if (correctedById !== undefined) return 'Reversed';
  if (moneyBackForId !== undefined) return 'Credited to wallet';
  return isEvenSplit ? 'Own share' : 'Settled outside';
}

/** What a payer was credited with, or no longer; of money back, what its recipient was charged. */
export function toCreditedWords(expense: Settled): string {
  const { useWalletTransactions, correctsId, correctedById, moneyBackForId } = expense;
  if (isReversedMoneyBack(expense)) return 'Refunded to wallet';
  if (correctsId !== undefined) {
    return useWalletTransactions ? 'Credit reversed' : 'Reversed outside';
  }
  if (correctedById !== undefined) return 'Reversed';
  if (moneyBackForId !== undefined) return 'Charged';
  return useWalletTransactions ? 'Credited to wallet' : 'Settled outside';
}

/** Reversals of expenses are negative. */
const isReversedMoneyBack = ({ correctsId, amount }: Settled) =>
  correctsId !== undefined && amount > 0;
