import { maySeeWalletsOf, type Reader } from '#features/wallets/read-permission.ts';
import { readOpenDebits } from '#features/wallets/server/store.ts';
import type { Id } from '#kit/id.ts';
import type { Db } from '#server/database/db.ts';
import type { ListedExpense, SettledExpense } from '../expense.ts';
import { isCharged } from '../settling/charges.ts';

/** Adds to what was charged what is open of it, of the wallets that the reader may see. */
export async function addOpenCharges<E extends ListedExpense>(
  db: Db,
  reader: Reader & { readonly chapterId: Id<'chapter'> },
  expenses: readonly E[],
): Promise<(E | (E & Pick<SettledExpense, 'openCharges'>))[]> {
  const charged = expenses.filter(isCharged);
  const participants = new Set(charged.flatMap((expense) => expense.participants));
  const ownerIds = [...participants].filter((id) => maySeeWalletsOf(reader, id));
  if (ownerIds.length === 0) {
    return expenses.map((each) => (isCharged(each) ? { ...each, openCharges: [] } : each));
  }
  const open = await readOpenDebits(db, reader.chapterId, { ownerIds });
  const byExpense = Map.groupBy(open, ({ expenseId }) => expenseId);
  return expenses.map((each) =>
    isCharged(each)
      ? {
          ...each,
          openCharges: (byExpense.get(each.id) ?? []).map((debit) => ({
            memberId: debit.memberId,
            amount: debit.open,
          })),
        }
      : each,
  );
}
