/** Waives, cancels and moves what a charge asks: lock, decide, save, post, audit. */
import { type Insertable, type RawBuilder, sql } from 'kysely';
import { findErasedMembers } from '#features/members/server/store.ts';
import { listWalletsOf } from '#features/wallets/server/store.ts';
import type { Day } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { type Cents, cents, formatMoney } from '#kit/money.ts';
import { notFound, ok, type Result, refuse } from '#kit/result.ts';
import { type AuditRecord, auditWork } from '#server/audit/audit.ts';
import { checkVersion } from '#server/http/check-version.ts';
import type { ChargeDetail, ChargeItem } from '../contract.ts';
import { findCharge, findItem } from './charge-store.ts';
import { checkDueOn, post, type Work } from './charge-work.ts';
import type { ChargeActTable } from './tables.ts';

export const waive = (
  work: Work,
  at: ItemAddress,
  { amount, reason }: { readonly amount: Cents; readonly reason: string },
) =>
  act(work, at, 'charge.waive', reason, async (item) => {
    const { amount: most } = whole(item);
    if (amount <= most) return takeOff(work, 'waive', [{ item, amount }], reason);
    const message =
      most === 0 ? 'All of it is waived already' : `At most ${formatMoney(most)} can be waived`;
    return refuse('invalid', 'too_much', message, { field: 'amount' });
  });

export const cancelItem = (work: Work, at: ItemAddress, reason: string) =>
  act(work, at, 'charge.cancel', reason, (item) => takeOff(work, 'cancel', [whole(item)], reason));

export const moveDueDay = (work: Work, at: ItemAddress, dueOn: Day) =>
  act(work, at, 'charge.move', null, async (item) => {
    const refused = checkDueOn(dueOn, work);
    if (refused) return refused;
    if (dueOn !== item.dueOn) {
      await insertActs(work, [{ item_id: item.id, act: 'move', due_on: dueOn }]);
    }
    return ok(undefined);
  });

/** For everyone of whom it still asks something. */
export async function cancelCharge(
  work: Work,
  chargeId: Id<'charge'>,
  reason: string,
): Promise<Result<ChargeDetail>> {
  const { tx, caller } = work;
  const { chapterId, timeZone } = caller;
  await lockItems(work, sql`charge_id = ${chargeId}`);
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
  const taken = await takeOff(work, 'cancel', items.map(whole), reason);
  if (!taken.ok) return taken;
  const { title, amount } = before;
  const after = { title, members: items.length, amount, reason };
  await auditWork(work, { action: 'charge.cancel', kind: 'charge', id: chargeId, after });
  const canceled = await findCharge(tx, chapterId, chargeId, timeZone);
  return canceled ? ok(canceled) : notFound('Charge');
}

export type ItemAddress = { readonly chargeId: Id<'charge'>; readonly itemId: Id<'charge-item'> };

async function lockItems({ tx, caller }: Work, which: RawBuilder<unknown>): Promise<void> {
  await sql`select from charge_item where chapter_id = ${caller.chapterId} and ${which}
    order by id for no key update`.execute(tx);
}

async function lockItem(
  work: Work,
  { chargeId, itemId }: ItemAddress,
): Promise<Result<ChargeItem>> {
  const { tx, caller, ifMatch } = work;
  await lockItems(work, sql`id = ${itemId}`);
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

/** Locked, changed and recorded, if anything of it changed. */
async function act(
  work: Work,
  at: ItemAddress,
  action: AuditRecord['action'],
  reason: string | null,
  change: (item: ChargeItem) => Promise<Result<undefined>>,
): Promise<Result<ChargeItem>> {
  const found = await lockItem(work, at);
  if (!found.ok) return found;
  const before = found.value;
  const changed = await change(before);
  if (!changed.ok) return changed;
  const { tx, caller } = work;
  const after = await findItem(tx, caller.chapterId, before.id, caller.timeZone);
  if (!after) throw new Error('a charge is gone');
  if (after.version !== before.version) {
    await auditWork(work, {
      action,
      kind: 'charge item',
      id: before.id,
      before: toRecord(before),
      after: { ...toRecord(after), ...(reason !== null && { reason }) },
    });
  }
  return ok(after);
}

/** All that is still asked. */
const whole = (item: ChargeItem) => ({ item, amount: cents(item.amount - item.waived) });

/** One posting for all of them; nothing is posted where nothing is left. */
async function takeOff(
  work: Work,
  act: 'waive' | 'cancel',
  parts: readonly { readonly item: ChargeItem; readonly amount: Cents }[],
  reason: string,
): Promise<Result<undefined>> {
  const { tx, caller, newId } = work;
  const postingId = newId();
  await insertActs(
    work,
    parts.map(({ item, amount }) => ({
      item_id: item.id,
      act,
      amount_cents: amount,
      posting_id: amount > 0 ? postingId : null,
      reason,
    })),
  );
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

async function insertActs(
  { tx, caller: { chapterId, memberId }, now, newId }: Work,
  acts: readonly Omit<Insertable<ChargeActTable>, 'chapter_id' | 'id' | 'acted_by' | 'acted_at'>[],
): Promise<void> {
  const by = { chapter_id: chapterId, acted_by: memberId, acted_at: now };
  await tx
    .insertInto('charge_act')
    .values(acts.map((act) => ({ ...act, ...by, id: newId<'charge-act'>() })))
    .execute();
}

function toRecord({ title, member, amount, waived, dueOn, canceledAt }: ChargeItem) {
  return { title, memberId: member.id, amount, waived, dueOn, isCanceled: canceledAt !== null };
}
