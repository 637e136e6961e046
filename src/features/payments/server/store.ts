/** Reads and writes rows of payments. */
import type { Selectable } from 'kysely';
import { readMemberNames } from '#features/members/server/store.ts';
import { maySeeWalletsOf } from '#features/wallets/read-permission.ts';
import { listPaymentTransactions } from '#features/wallets/server/store.ts';
import type { MemberCaller } from '#kit/caller.ts';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Cents } from '#kit/money.ts';
import { type Page, type PageRequest, page } from '#kit/page.ts';
import { labeledColumns } from '#server/chapter-archive/sheet.ts';
import type { Db, Tx } from '#server/database/db.ts';
import { createRowMap } from '#server/database/row-map.ts';
import type { Payment, PaymentDetail, PaymentStatus } from '../contract.ts';
import { fieldLabels, recordedFields } from '../field-labels.ts';
import { keepsTheBooks, maySee, toFacts } from '../payment.ts';
import type { PaymentTable } from './tables.ts';

type Viewer = Pick<MemberCaller, 'chapterId' | 'memberId' | 'role' | 'seesAllWallets'>;
type Row = Selectable<PaymentTable>;

type Person = 'from' | 'to' | 'saidBy' | 'decidedBy' | 'takenBackBy';
type Decision = Pick<
  Payment,
  'status' | 'decidedAt' | 'takenBackAt' | 'reason' | 'version' | 'updatedAt'
>;

const decision = createRowMap<Decision, Row>()(
  {
    status: 'status',
    decidedAt: 'decided_at',
    takenBackAt: 'taken_back_at',
    reason: 'reason',
    version: 'version',
    updatedAt: 'updated_at',
  },
  {},
);
const recorded = createRowMap<Omit<Payment, Person | keyof Decision>, Row>()(
  {
    id: 'id',
    amount: 'amount_cents',
    paidOn: 'paid_on',
    method: 'method',
    reference: 'reference',
    note: 'note',
    saidAs: 'said_as',
    expenseId: 'expense_id',
    depositId: 'deposit_id',
    createdAt: 'created_at',
  },
  {},
);

/** The columns of a sheet for the recorded fields of payments. */
export const recordedCells = labeledColumns(recordedFields, fieldLabels, recorded.columnOf);

/** The payments the viewer may see, newest first. */
export async function listPayments(
  db: Db,
  viewer: Viewer,
  request: PageRequest & {
    readonly memberId?: Id<'member'> | undefined;
    readonly status?: PaymentStatus | undefined;
    readonly depositId?: Id<'deposit'> | undefined;
  },
): Promise<Page<Payment>> {
  const { chapterId, memberId } = viewer;
  let found = db.selectFrom('payment').where('chapter_id', '=', chapterId);
  const sides = [keepsTheBooks(viewer) ? undefined : memberId, request.memberId];
  for (const side of sides) {
    if (side === undefined) continue;
    found = found.where((row) =>
      row.or([
        row('from_member_id', '=', side),
        row('to_member_id', '=', side),
        row.and([row('said_by', '=', side), row('said_as', '=', 'settler')]),
      ]),
    );
  }
  if (request.status !== undefined) found = found.where('status', '=', request.status);
  if (request.depositId !== undefined) found = found.where('deposit_id', '=', request.depositId);
  const [rows, { total }] = await Promise.all([
    found
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .offset(request.skip)
      .limit(request.take)
      .execute(),
    found.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return page(await toPayments(db, chapterId, rows), Number(total), request);
}

/** Undefined if there is none, or none that the viewer may see. */
export async function findPaymentDetail(
  db: Db | Tx,
  viewer: Viewer,
  id: Id<'payment'>,
): Promise<PaymentDetail | undefined> {
  const payment = await findPayment(db, viewer, id);
  return payment && addTransactions(db, viewer, payment);
}

/** Adds what a payment has posted to wallets that the viewer may see. */
export async function addTransactions(
  db: Db | Tx,
  viewer: Viewer,
  payment: Payment,
): Promise<PaymentDetail> {
  const transactions = await listPaymentTransactions(db, viewer.chapterId, payment.id);
  const visible = transactions.filter(({ memberId }) => maySeeWalletsOf(viewer, memberId));
  return { ...payment, transactions: visible };
}

/** What members say they paid the chapter, which waits for confirmation. */
export async function sumWaitingPayments(
  db: Db,
  chapterId: Id<'chapter'>,
): Promise<Map<Id<'member'>, Cents>> {
  const rows = await db
    .selectFrom('payment')
    .select((row) => ['from_member_id', row.fn.sum<Cents>('amount_cents').as('amount')])
    .where('chapter_id', '=', chapterId)
    .where('status', '=', 'waiting')
    .where('to_member_id', 'is', null)
    .groupBy('from_member_id')
    .execute();
  return new Map(
    rows.flatMap((row) => (row.from_member_id ? [[row.from_member_id, row.amount]] : [])),
  );
}

/**
 * Members whose payment to the chapter waits for an answer since then at most, or was declined or reversed so lately
 * that they have just heard.
 */
export async function listMembersPaying(
  db: Db,
  chapterId: Id<'chapter'>,
  { waitingSince, undoneSince }: { readonly waitingSince: Instant; readonly undoneSince: Instant },
): Promise<Set<Id<'member'> | null>> {
  const rows = await db
    .selectFrom('payment')
    .select('from_member_id as memberId')
    .distinct()
    .where('chapter_id', '=', chapterId)
    .where('to_member_id', 'is', null)
    .where(({ and, eb, or }) =>
      or([
        and([eb('status', '=', 'waiting'), eb('created_at', '>=', waitingSince)]),
        and([eb('status', 'in', ['rejected', 'taken_back']), eb('updated_at', '>=', undoneSince)]),
      ]),
    )
    .execute();
  return new Set(rows.map(({ memberId }) => memberId));
}

/** `lock` serializes those who decide. */
export async function findPayment(
  db: Db | Tx,
  viewer: Viewer,
  id: Id<'payment'>,
  lock?: 'lock',
): Promise<Payment | undefined> {
  let query = db
    .selectFrom('payment')
    .selectAll()
    .where('chapter_id', '=', viewer.chapterId)
    .where('id', '=', id);
  if (lock) query = query.forNoKeyUpdate();
  const row = await query.executeTakeFirst();
  if (!row) return undefined;
  const [payment] = await toPayments(db, viewer.chapterId, [row]);
  return payment && maySee(viewer, toFacts(payment)) ? payment : undefined;
}

/** The whole row of a payment. */
export function toPaymentRow(chapterId: Id<'chapter'>, payment: Payment): Row {
  return {
    chapter_id: chapterId,
    from_member_id: payment.from?.id ?? null,
    to_member_id: payment.to?.id ?? null,
    said_by: payment.saidBy.id,
    ...recorded.toRow(payment),
    ...toDecisionColumns(payment),
  };
}

export async function savePayment(
  tx: Tx,
  chapterId: Id<'chapter'>,
  payment: Payment,
): Promise<void> {
  await tx
    .updateTable('payment')
    .set(toDecisionColumns(payment))
    .where('chapter_id', '=', chapterId)
    .where('id', '=', payment.id)
    .execute();
}

function toDecisionColumns(payment: Payment) {
  return {
    ...decision.toRow(payment),
    decided_by: payment.decidedBy?.id ?? null,
    taken_back_by: payment.takenBackBy?.id ?? null,
  };
}

async function toPayments(
  db: Db | Tx,
  chapterId: Id<'chapter'>,
  rows: readonly Row[],
): Promise<Payment[]> {
  const ids = rows.flatMap((row) => [
    row.from_member_id,
    row.to_member_id,
    row.said_by,
    row.decided_by,
    row.taken_back_by,
  ]);
  const known = ids.filter((id) => id !== null);
  const names = await readMemberNames(db, chapterId, known);
  const toPerson = (id: Id<'member'>) => ({ id, name: names.get(id) ?? '' });
  const toSide = (id: Id<'member'> | null) => (id === null ? null : toPerson(id));
  return rows.map((row) => ({
    ...recorded.toEntity(row),
    ...decision.toEntity(row),
    from: toSide(row.from_member_id),
    to: toSide(row.to_member_id),
    saidBy: toPerson(row.said_by),
    decidedBy: toSide(row.decided_by),
    takenBackBy: toSide(row.taken_back_by),
  }));
}
