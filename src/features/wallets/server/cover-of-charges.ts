/** Which credits cover what charges ask. */
import { sql } from 'kysely';
import { addDays } from '#kit/calendar/month.ts';
import { type Day, startOfDay } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { cents, sumCents } from '#kit/money.ts';
import type { Db } from '#server/database/db.ts';
import { type CoveredBy, type Credit, compareLastDueFirst, findCover } from '../cover.ts';
import { balanceOf, type DebitRow, debitColumns, isOneOf, walletColumns } from './open-debits.ts';

/** By which credits charges are covered, by the ids of what they ask. */
export async function readCoverOfCharges(
  db: Db,
  chapterId: Id<'chapter'>,
  items: readonly {
    readonly id: Id<'charge-item'>;
    readonly memberId: Id<'member'>;
    readonly dueOn: Day;
  }[],
): Promise<ReadonlyMap<Id<'charge-item'>, CoveredBy>> {
  const covered = new Map<Id<'charge-item'>, CoveredBy>();
  const [first] = items.map(({ dueOn }) => dueOn).sort();
  if (!first) return covered;
  const ownerIds = [...new Set(items.map(({ memberId }) => memberId))];
  const debits = await readDebitsSince(db, chapterId, ownerIds, first);
  const wanted = new Set(items.map(({ id }) => id));
  let walletIds = [...new Set(debits.map(({ walletId }) => walletId))];
  for (let most = 100; walletIds.length > 0; most *= 10) {
    const credits = Map.groupBy(
      await readLastCredits(db, chapterId, walletIds, most),
      ({ walletId }) => walletId,
    );
    walletIds = [];
    for (const [walletId, ofWallet] of Map.groupBy(debits, (debit) => debit.walletId)) {
      const read = credits.get(walletId);
      if (!read) continue;
      const inOrder = ofWallet.toSorted(compareLastDueFirst);
      const reach =
        balanceOf(ofWallet) + sumCents(inOrder.map(({ amount, paid }) => cents(amount - paid)));
      if (read.length === most && sumCents(read.map(({ amount }) => amount)) < reach) {
        walletIds.push(walletId);
        continue;
      }
      const cover = findCover(inOrder, read, balanceOf(ofWallet));
      for (const { id, chargeItemId } of inOrder) {
        const by = cover.get(id);
        if (by && chargeItemId && wanted.has(chargeItemId)) covered.set(chargeItemId, by);
      }
    }
  }
  return covered;
}

/** All debits that are due on a day or later; what is no charge, thirty days after it was recorded. */
async function readDebitsSince(
  db: Db,
  chapterId: Id<'chapter'>,
  ownerIds: readonly Id<'member'>[],
  first: Day,
): Promise<DebitRow[]> {
  const posted = startOfDay(addDays(first, -32), 'UTC');
  const { rows } = await sql<DebitRow>`
    select ${walletColumns}, a.balance_cents as balance, ${debitColumns('infinity')}
    from wallet w
    join ledger_account a on a.chapter_id = w.chapter_id and a.wallet_id = w.id
    join wallet_debits('infinity') d on d.chapter_id = w.chapter_id and d.wallet_id = w.id
    where w.chapter_id = ${chapterId} and ${isOneOf({ ownerIds })}
      and (d.is_charge or d.is_backdated or d.occurred_at >= ${posted}) and d.due_on >= ${first}
  `.execute(db);
  return rows;
}

async function readLastCredits(
  db: Db,
  chapterId: Id<'chapter'>,
  walletIds: readonly Id<'wallet'>[],
  most: number,
): Promise<(Credit & { readonly walletId: Id<'wallet'> })[]> {
  const { rows } = await sql<Credit & { readonly walletId: Id<'wallet'> }>`
    select last.*
    from unnest(${walletIds}::uuid[]) w (id)
    cross join lateral (
      select c.wallet_id as "walletId", c.amount_cents as amount, c.occurred_at as at, c.is_payment as "isPayment"
      from wallet_credit c
      where c.chapter_id = ${chapterId} and c.wallet_id = w.id
      order by c.occurred_at desc, c.id desc
      limit ${most}
    ) last
    order by last."walletId", last.at desc
  `.execute(db);
  return rows;
}
