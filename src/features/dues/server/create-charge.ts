import {
  findActiveMemberIds,
  findErasedMembers,
  listMemberNames,
} from '#features/members/server/store.ts';
import { pluralize } from '#kit/counts.ts';
import type { Id } from '#kit/id.ts';
import { cents, sumCents } from '#kit/money.ts';
import { ok, type Refused, type Result, refuse } from '#kit/result.ts';
import { auditWork } from '#server/audit/audit.ts';
import { catchRefusal, constraintRefusal } from '#server/database/constraints.ts';
import type { ChargeDetail, NewCharge } from '../contract.ts';
import { findAlreadyCharged, findCharge, insertCharge } from './charge-store.ts';
import { checkDueOn, post, type Work } from './charge-work.ts';

type Created = ChargeDetail & { skipped: { id: Id<'member'>; name: string }[] };

export async function createCharge(work: Work, entered: NewCharge): Promise<Result<Created>> {
  const { tx, caller, newId } = work;
  const { chapterId, timeZone } = caller;
  const { title, dueOn, occurrenceId = null, isLateFee = false } = entered;
  const refusedDay = checkDueOn(dueOn, work);
  if (refusedDay) return refusedDay;

  const asked = entered.items.map((item) => item.memberId);
  // Locks them, so that none is erased in the meantime; an erased member is not active.
  await findErasedMembers(tx, chapterId, asked);
  const known = await listMemberNames(tx, chapterId, asked);
  const active = await findActiveMemberIds(tx, chapterId, asked);
  const unknown = asked.findIndex((id) => !known.some((member) => member.id === id));
  if (unknown >= 0) {
    const field = `items.${unknown}.memberId`;
    return refuse('invalid', 'unknown_member', 'This person is not a member', { field });
  }
  const items = entered.items
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
    entered,
    items.map((item) => item.memberId),
  );
  if (already.length > 0) return alreadyChargedRefusal(already, items.length);

  const id = newId<'charge'>();
  const charge = {
    title,
    dueOn,
    category: entered.category || null,
    note: entered.note || null,
    occurrenceId,
    isLateFee,
  };
  const inserted = await catchRefusal(unknownOccurrence, () =>
    insertCharge(work, id, charge, items),
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
  const amount = sumCents(items.map((item) => item.amount));
  await auditWork(work, {
    action: 'charge.create',
    kind: 'charge',
    id,
    after: { ...charge, members: items.length, amount },
  });
  const created = await findCharge(tx, chapterId, id, timeZone);
  if (!created) throw new Error('a charge was not written');
  return ok({ ...created, skipped });
}

function alreadyChargedRefusal(memberIds: readonly Id<'member'>[], of: number): Refused {
  const { length } = memberIds;
  const others = of - length === 1 ? 'one' : of - length;
  const message =
    others === 0
      ? 'All of these members already have this charge.'
      : `${length} of these ${of} members already ${pluralize(length, 'has', 'have')} this charge. Charge the other ${others}?`;
  return refuse('conflict', 'already_charged', message, { details: { memberIds } });
}

const unknownOccurrence = constraintRefusal(
  'charge_is_for_occurrence',
  refuse('invalid', 'unknown_event', 'This event does not exist', { field: 'occurrenceId' }),
);
