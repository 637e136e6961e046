/** What emails say of payments. */
import { sql } from 'kysely';
import { readMemberNames } from '#features/members/server/store.ts';
import { type Day, formatLongDay, type Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { type Cents, formatMoney } from '#kit/money.ts';
import { methodNames, type PaymentMethod } from '#kit/payment-methods.ts';
import type { Db } from '#server/database/db.ts';
import { toSingleLine } from '#server/mail/single-line.ts';
import type { PaymentStatus } from '../../contract.ts';
import type { Side } from '../../payment.ts';

export type NoticePayment = {
  readonly id: Id<'payment'>;
  readonly from: Side;
  readonly to: Side;
  readonly saidBy: Id<'member'>;
  readonly saidAs: 'payer' | 'payee' | 'treasurer' | 'settler';
  readonly undoneBy: Id<'member'> | null;
  readonly status: PaymentStatus;
  readonly amount: Cents;
  readonly paidOn: Day;
  readonly method: PaymentMethod;
  readonly reference: string | null;
  readonly reason: string | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
};

const columns = sql`id, from_member_id as "from", to_member_id as "to", said_by as "saidBy", said_as as "saidAs",
  coalesce(taken_back_by, decided_by) as "undoneBy", status, amount_cents as amount, paid_on as "paidOn", method,
  reference, reason, created_at as "createdAt", updated_at as "updatedAt"`;

/** Recorded since then, and waiting for an answer. */
export async function listWaiting(
  db: Db,
  chapterId: Id<'chapter'>,
  since: Instant,
): Promise<NoticePayment[]> {
  const { rows } = await sql<NoticePayment>`select ${columns} from payment
    where chapter_id = ${chapterId} and status = 'waiting' and created_at >= ${since}
    order by created_at, id`.execute(db);
  return rows;
}

/** Declined or reversed since then. */
export async function listUndone(
  db: Db,
  chapterId: Id<'chapter'>,
  since: Instant,
): Promise<NoticePayment[]> {
  const { rows } = await sql<NoticePayment>`select ${columns} from payment
    where chapter_id = ${chapterId} and status in ('rejected', 'taken_back') and updated_at >= ${since}
    order by updated_at, id`.execute(db);
  return rows;
}

/** Whose word it waits for; null is the chapter. */
export function findAnswerer({ saidAs, from, to }: NoticePayment): Side {
  return saidAs === 'payee' ? from : to;
}

/** How sentences call the two sides, and others, for one reader: 'you' and 'the chapter' among them. */
export async function nameSides(
  db: Db,
  chapterId: Id<'chapter'>,
  readerId: Id<'member'>,
  payments: readonly NoticePayment[],
): Promise<(side: Side) => string> {
  const ids = payments.flatMap(({ from, to, saidBy, undoneBy }) => [from, to, saidBy, undoneBy]);
  const known = ids.filter((id) => id !== null);
  const names = await readMemberNames(db, chapterId, known);
  return (side) => {
    if (side === null) return 'the chapter';
    return side === readerId ? 'you' : toSingleLine(names.get(side) ?? 'a former member');
  };
}

/** 'payment of $40.00 from Ana Ash to you, check 1042, January 28, 2027', without whom its sentence begins with. */
export function describePayment(
  payment: NoticePayment,
  nameOf: (side: Side) => string,
  subject: Side,
): string {
  const { amount, from, to, method, reference, paidOn } = payment;
  const sides = `${from === subject ? '' : ` from ${nameOf(from)}`}${to === subject ? '' : ` to ${nameOf(to)}`}`;
  const how = `${methodNames[method].toLowerCase()}${reference ? ` ${toSingleLine(reference)}` : ''}`;
  return `payment of ${formatMoney(amount)}${sides}, ${how}, ${formatLongDay(paidOn)}`;
}

export function linkToPayments(publicUrl: string, payments: readonly NoticePayment[]): string {
  const [only, ...others] = payments;
  if (only && others.length === 0) return `${publicUrl}/payments?payment=${only.id}`;
  return `${publicUrl}/payments${only?.status === 'waiting' ? '?status=waiting' : ''}`;
}
