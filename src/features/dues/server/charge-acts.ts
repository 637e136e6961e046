/** Waives, cancels and moves what a charge asks: lock, decide, save, post, audit. */
import { findErasedMembers } from '#features/members/server/store.ts';
import { listWalletsOf } from '#features/wallets/server/store.ts';
import type { Day } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { type Cents, cents, formatMoney } from '#kit/money.ts';
import { notFound, ok, type Result, refuse } from '#kit/result.ts';
import type { AuditRecord } from '#server/audit/audit.ts';
import { checkVersion } from '#server/http/check-version.ts';
import type { ChargeDetail, ChargeItem } from '../contract.ts';
import { findCharge, findItem } from './charge-store.ts';
import { checkDueOn, post, record, type Work } from './charge-work.ts';

export async function waive(
  work: Work,
  at: ItemAddress,
  { amount, reason }: { readonly amount: Cents; readonly reason: string },
): Promise<Result<ChargeItem>> {
  const found = await lockItem(work, at);
  if (!found.ok) return found;
  const before = found.value;
  const most = cents(before.amount - before.waived);
  if (amount > most) {
    const message =
      most === 0 ? 'All of it is waived already' : `At most ${formatMoney(most)} can be waived`;
    return refuse('invalid', 'too_much', message, { field: 'amount' });
  }
  const taken = await takeOff(work, 'waive', [{ item: before, amount }], reason);
  return taken.ok ? finish(work, 'charge.waive', before, reason) : taken;
}

export async function cancelItem(
  work: Work,
  at: ItemAddress,
  reason: string,
): Promise<Result<ChargeItem>> {
  const found = await lockItem(work, at);
  if (!found.ok) return found;
  const before = found.value;
  const amount = cents(before.amount - before.waived);
  const taken = await takeOff(work, 'cancel', [{ item: before, amount }], reason);
  return taken.ok ? finish(work, 'charge.cancel', before, reason) : taken;
}

export async function moveDueDay(
  work: Work,
  at: ItemAddress,
  dueOn: Day,
): Promise<Result<ChargeItem>> {
  const found = await lockItem(work, at);
  if (!found.ok) return found;
  const before = found.value;
  const refused = checkDueOn(dueOn, work);
  if (refused) return refused;
  if (dueOn === before.dueOn) return ok(before);
  const { tx, caller, now, newId } = work;
  await tx
    .insertInto('charge_act')
    .values({
      ...actColumns(work, before.id, newId()),
      act: 'move',
      amount_cents: null,
      posting_id: null,
      due_on: dueOn,
      reason: null,
      acted_by: caller.memberId,
      acted_at: now,
    })
    .execute();
  return finish(work, 'charge.move', before, null);
}

/** For everyone of whom it still asks something. */
export async function cancelCharge(
  work: Work,
  chargeId: Id<'charge'>,
  reason: string,
): Promise<Result<ChargeDetail>> {
  const { tx, caller } = work;
  const { chapterId, timeZone } = caller;
  await tx
    .selectFrom('charge_item')
    .select('id')
    .where('chapter_id', '=', chapterId)
    .where('charge_id', '=', chargeId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const before = await findCharge(tx, chapterId, chargeId, timeZone);
  if (!before) return notFound('Charge');
  const live = before.items.filter((item) => item.canceledAt === null);
  // What was settled with someone before they were erased stays.
  const erased = await findErasedMembers(
    tx,
    chapterId,
    live.map(({ member }) => member.id),
  );
  const items = live.filter(({ member }) => !erased.has(member.id));
  if (items.length === 0) return ok(before);
  const taken = await takeOff(
    work,
    'cancel',
    items.map((item) => ({ item, amount: cents(item.amount - item.waived) })),
    reason,
  );
  if (!taken.ok) return taken;
  const { title, amount } = before;
  const after = { title, members: items.length, amount, reason };
  await record(work, { action: 'charge.cancel', kind: 'charge', id: chargeId, after });
  const canceled = await findCharge(tx, chapterId, chargeId, timeZone);
  return canceled ? ok(canceled) : notFound('Charge');
}

export type ItemAddress = { readonly chargeId: Id<'charge'>; readonly itemId: Id<'charge-item'> };

async function lockItem(
  work: Work,
  { chargeId, itemId }: ItemAddress,
): Promise<Result<ChargeItem>> {
  const { tx, caller, ifMatch } = work;
  await tx
    .selectFrom('charge_item')
    .select('id')
    .where('chapter_id', '=', caller.chapterId)
    .where('id', '=', itemId)
    .forNoKeyUpdate()
    .execute();
  const item = await findItem(tx, caller.chapterId, itemId, caller.timeZone);
  if (!item || item.chargeId !== chargeId) return notFound('Charge');
  const stale = checkVersion(item, ifMatch, 'this charge');
  if (stale) return stale;
  if (item.canceledAt !== null) {
    return refuse('conflict', 'charge_canceled', 'This charge was canceled');
  }
  const erased = await findErasedMembers(tx, caller.chapterId, [item.member.id]);
  return erased.size === 0
    ? ok(item)
    : refuse('conflict', 'member_erased', 'This member was erased, and nothing of theirs changes');
}

/** One posting for all of them; nothing is posted where nothing is left. */
async function takeOff(
  work: Work,
  act: 'waive' | 'cancel',
  parts: readonly { readonly item: ChargeItem; readonly amount: Cents }[],
  reason: string,
): Promise<Result<undefined>> {
  const { tx, caller, now, newId } = work;
  const postingId = newId();
  await tx
    .insertInto('charge_act')
    .values(
      parts.map(({ item, amount }) => ({
        ...actColumns(work, item.id, newId()),
        act,
        amount_cents: amount,
        posting_id: amount > 0 ? postingId : null,
        due_on: null,
        reason,
        acted_by: caller.memberId,
        acted_at: now,
      })),
    )
    .execute();
  const word = act === 'waive' ? 'Waived' : 'Canceled';
  const taken = parts.filter(({ amount }) => amount > 0);
  // A member's settlement wallet may be another one by now.
  const wallets = await listWalletsOf(
    tx,
    caller.chapterId,
    taken.map(({ item }) => item.id),
  );
  const legs = taken.map(({ item, amount }) => {
    const walletId = wallets.get(item.id);
    if (!walletId) throw new Error('a charge is shown in no wallet');
    return {
      memberId: item.member.id,
      walletId,
      amountCents: amount,
      description: `${word}: ${item.title}`,
    };
  });
  return post(work, 'charge_off', postingId, legs);
}

function actColumns({ caller }: Work, itemId: Id<'charge-item'>, id: Id<'charge-act'>) {
  return { chapter_id: caller.chapterId, id, item_id: itemId };
}

async function finish(
  work: Work,
  action: AuditRecord['action'],
  before: ChargeItem,
  reason: string | null,
): Promise<Result<ChargeItem>> {
  const { tx, caller } = work;
  const after = await findItem(tx, caller.chapterId, before.id, caller.timeZone);
  if (!after) throw new Error('a charge is gone');
  await record(work, {
    action,
    kind: 'charge item',
    id: before.id,
    before: toRecord(before),
    after: { ...toRecord(after), ...(reason !== null && { reason }) },
  });
  return ok(after);
}

function toRecord({ title, member, amount, waived, dueOn, canceledAt }: ChargeItem) {
  return { title, memberId: member.id, amount, waived, dueOn, isCanceled: canceledAt !== null };
}
