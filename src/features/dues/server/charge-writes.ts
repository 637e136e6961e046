/** Charges members, and takes off, cancels or moves what a charge asks: lock, decide, save, post, audit. */
import {
  findActiveMemberIds,
  findErasedMembers,
  listMemberNames,
} from '#features/members/server/store.ts';
import { listWalletsOf, postJournal } from '#features/wallets/server/store.ts';
import type { MemberCaller } from '#kit/caller.ts';
import { plural, pluralize } from '#kit/counts.ts';
import { type Day, type Instant, instantToDay, toDay } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { type Cents, cents, formatMoney, sumCents } from '#kit/money.ts';
import { notFound, ok, type Refused, type Result, refuse } from '#kit/result.ts';
import { type AuditRecord, audit } from '#server/audit/audit.ts';
import { catchRefusal, constraintRefusal } from '#server/database/constraints.ts';
import type { Tx } from '#server/database/db.ts';
import type { NewId } from '#server/database/ids.ts';
import { checkVersion } from '#server/http/check-version.ts';
import { type ChargeDetail, type ChargeItem, maxYearsAhead, type NewCharge } from '../contract.ts';
import { findAlreadyCharged, findCharge, findItem, insertCharge } from './charge-store.ts';

export type Work = {
  readonly tx: Tx;
  readonly caller: Pick<MemberCaller, 'chapterId' | 'memberId' | 'timeZone'>;
  readonly now: Instant;
  readonly newId: NewId;
  /** The version the caller saw. */
  readonly ifMatch?: number | undefined;
};

type Created = ChargeDetail & { skipped: { id: Id<'member'>; name: string }[] };

export async function createCharge(work: Work, stated: NewCharge): Promise<Result<Created>> {
  const { tx, caller, now, newId } = work;
  const { chapterId, memberId, timeZone } = caller;
  const { title, dueOn, occurrenceId = null, isLateFee = false } = stated;
  const refusedDay = checkDueOn(dueOn, work);
  if (refusedDay) return refusedDay;

  const asked = stated.items.map((item) => item.memberId);
  // Locks them, so that none is erased meanwhile; who was erased is not active.
  await findErasedMembers(tx, chapterId, asked);
  const known = await listMemberNames(tx, chapterId, asked);
  const active = await findActiveMemberIds(tx, chapterId, asked);
  const unknown = asked.findIndex((id) => !known.some((member) => member.id === id));
  if (unknown >= 0) {
    const field = `items.${unknown}.memberId`;
    return refuse('invalid', 'unknown_member', 'This person is not a member', { field });
  }
  const items = stated.items
    .filter((item) => active.has(item.memberId))
    // Each is shown by the transaction of its id.
    .map((item) => ({ ...item, id: newId<'charge-item' & 'transaction'>() }));
  const skipped = known
    .filter(({ id }) => !active.has(id))
    .map(({ id, displayName }) => ({ id, name: displayName }));
  if (items.length === 0) {
    return refuse('conflict', 'members_left', 'None of them is an active member any more');
  }

  const already = await findAlreadyCharged(
    tx,
    chapterId,
    stated,
    items.map((item) => item.memberId),
  );
  if (already.length > 0) return alreadyChargedRefusal(already, items.length);

  const id = newId<'charge'>();
  const charge = {
    id,
    title,
    dueOn,
    category: stated.category || null,
    note: stated.note || null,
    occurrenceId,
    isLateFee,
    createdBy: memberId,
    createdAt: now,
  };
  const inserted = await catchRefusal(unknownOccurrence, () =>
    insertCharge(tx, chapterId, charge, items),
  );
  if (!inserted.ok) return inserted;
  const posted = await post(
    work,
    'charge',
    id,
    items.map((item) => ({
      id: item.id,
      memberId: item.memberId,
      amountCents: cents(-item.amount),
      description: title,
    })),
  );
  if (!posted.ok) return posted;
  const { createdBy: _, createdAt: __, ...told } = charge;
  const amount = sumCents(items.map((item) => item.amount));
  await record(work, {
    action: 'charge.create',
    kind: 'charge',
    id,
    after: { ...told, members: items.length, amount },
  });
  const created = await findCharge(tx, chapterId, id, timeZone);
  if (!created) throw new Error('a charge was not written');
  return ok({ ...created, skipped });
}

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

function post(
  { tx, caller, now, newId }: Work,
  kind: 'charge' | 'charge_off',
  subjectId: Id,
  legs: Parameters<typeof postJournal>[2]['legs'],
): Promise<Result<undefined>> {
  const source = { origin: 'charge' };
  const posting = { kind, subjectId, source, actorId: caller.memberId, effectiveAt: now, legs };
  return postJournal(tx, caller.chapterId, posting, now, newId);
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

async function record({ tx, caller, now, newId }: Work, what: AuditRecord): Promise<void> {
  const { chapterId, memberId } = caller;
  await audit(tx, { chapterId, memberId, now, newId }, what);
}

function checkDueOn(dueOn: Day, { now, caller }: Work): Refused | undefined {
  const today = instantToDay(now, caller.timeZone);
  const last = toDay(Temporal.PlainDate.from(today).add({ years: maxYearsAhead }));
  if (dueOn >= today && dueOn <= last) return undefined;
  const message =
    dueOn < today
      ? 'The due day cannot be in the past'
      : `The due day can be at most ${plural(maxYearsAhead, 'year')} ahead`;
  return refuse('invalid', 'due_day', message, { field: 'dueOn' });
}

function alreadyChargedRefusal(memberIds: readonly Id<'member'>[], of: number): Refused {
  const others = of - memberIds.length;
  const have = `${memberIds.length} of these ${plural(of, 'member')} already ${pluralize(memberIds.length, 'has', 'have')} this charge.`;
  const message = others === 0 ? have : `${have} Charge the other ${others}?`;
  return refuse('conflict', 'already_charged', message, { details: { memberIds } });
}

const unknownOccurrence = constraintRefusal(
  'charge_is_for_occurrence',
  refuse('invalid', 'unknown_event', 'This event does not exist', { field: 'occurrenceId' }),
);
