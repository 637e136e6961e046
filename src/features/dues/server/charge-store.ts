/** Reads charges, and adds what their members' wallets cover. */
import { type RawBuilder, sql } from 'kysely';
import { readMemberNames } from '#features/members/server/store.ts';
import { readCoverOfCharges, readOpenDebits } from '#features/wallets/server/store.ts';
import { type Day, instantToDay } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { type Cents, cents, sumCents, zeroCents } from '#kit/money.ts';
import { type Page, type PageRequest, page } from '#kit/page.ts';
import type { Db, Tx } from '#server/database/db.ts';
import type { Charge, ChargeDetail, ChargeItem } from '../contract.ts';
import type { Work } from './charge-work.ts';

type ItemRow = Omit<ChargeItem, 'member' | 'open' | 'coveredOn' | 'isPaid'> & {
  readonly memberId: Id<'member'>;
};

type ChargeRow = Omit<Charge, 'createdBy' | 'open' | 'settledCount'> & {
  readonly createdBy: Id<'member'>;
};

export async function listCharges(
  db: Db,
  chapterId: Id<'chapter'>,
  request: PageRequest,
): Promise<Page<Charge>> {
  const [{ rows }, total] = await Promise.all([
    sql<ChargeRow>`
      ${selectCharges} where c.chapter_id = ${chapterId}
      order by c.due_on desc, c.id desc offset ${request.skip} limit ${request.take}
    `.execute(db),
    countRows(db, sql`charge where chapter_id = ${chapterId}`),
  ]);
  const ids = rows.map(({ id }) => id);
  const open = await readOpenOfCharges(db, chapterId, ids);
  const charges = await toCharges(db, chapterId, rows, (id) => open.get(id) ?? []);
  return page(charges, total, request);
}

export async function findCharge(
  db: Db | Tx,
  chapterId: Id<'chapter'>,
  chargeId: Id<'charge'>,
  timeZone: string,
): Promise<ChargeDetail | undefined> {
  const { rows } = await sql<ChargeRow>`
    ${selectCharges} where c.chapter_id = ${chapterId} and c.id = ${chargeId}
  `.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const asked = await selectItems(db, chapterId, sql`i.charge_id = ${chargeId}`);
  const items = await toItems(db, chapterId, asked, timeZone);
  const open = items.map((item) => item.open).filter((amount) => amount > 0);
  const [charge] = await toCharges(db, chapterId, [row], () => open);
  const sorted = items.sort((one, other) => one.member.name.localeCompare(other.member.name));
  return charge && { ...charge, items: sorted };
}

/** `openOf`: what is open of each member of a charge. */
async function toCharges(
  db: Db | Tx,
  chapterId: Id<'chapter'>,
  rows: readonly ChargeRow[],
  openOf: (id: Id<'charge'>) => readonly Cents[],
): Promise<Charge[]> {
  const creators = rows.map(({ createdBy }) => createdBy);
  const names = await readMemberNames(db, chapterId, creators);
  return rows.map((row) => ({
    ...row,
    createdBy: { id: row.createdBy, name: names.get(row.createdBy) ?? '' },
    open: sumCents(openOf(row.id)),
    settledCount: row.itemCount - openOf(row.id).length,
  }));
}

/** What charges ask of a member, the newest due day first. */
export async function listItemsOfMember(
  db: Db,
  chapterId: Id<'chapter'>,
  memberId: Id<'member'>,
  request: PageRequest,
  timeZone: string,
): Promise<Page<ChargeItem>> {
  const onPage = sql`i.member_id = ${memberId}
    order by i.due_on desc, i.id desc offset ${request.skip} limit ${request.take}`;
  const [rows, total] = await Promise.all([
    selectItems(db, chapterId, onPage),
    countRows(db, sql`charge_item where chapter_id = ${chapterId} and member_id = ${memberId}`),
  ]);
  return page(await toItems(db, chapterId, rows, timeZone), total, request);
}

async function countRows(db: Db, which: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from ${which}
  `.execute(db);
  return rows[0]?.total ?? 0;
}

export async function findItem(
  db: Db | Tx,
  chapterId: Id<'chapter'>,
  itemId: Id<'charge-item'>,
  timeZone: string,
): Promise<ChargeItem | undefined> {
  const rows = await selectItems(db, chapterId, sql`i.id = ${itemId}`);
  const [item] = await toItems(db, chapterId, rows, timeZone);
  return item;
}

/** Canceled ones are in none of the figures. */
const selectCharges = sql`
  select c.id, c.title, c.due_on as "dueOn", c.category, c.note, c.occurrence_id as "occurrenceId",
    c.is_late_fee as "isLateFee", c.created_by as "createdBy", c.created_at as "createdAt", asked.*
  from charge c
  cross join lateral (
    select count(*)::integer as "itemCount", coalesce(sum(i.amount_cents), 0)::bigint as amount,
      coalesce(sum(i.waived_cents), 0)::bigint as waived
    from charge_item i
    where i.chapter_id = c.chapter_id and i.charge_id = c.id and i.canceled_at is null
  ) asked`;

async function selectItems(
  db: Db | Tx,
  chapterId: Id<'chapter'>,
  which: RawBuilder<unknown>,
): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    select i.id, i.charge_id as "chargeId", c.title, c.note, c.is_late_fee as "isLateFee", i.member_id as "memberId",
      i.amount_cents as amount, i.waived_cents as waived, i.due_on as "dueOn", c.created_at as "chargedAt",
      i.canceled_at as "canceledAt", i.version, (
        select a.reason from charge_act a
        where a.chapter_id = i.chapter_id and a.item_id = i.id and a.reason is not null
        order by a.version desc limit 1) as reason
    from charge_item i
    join charge c on c.chapter_id = i.chapter_id and c.id = i.charge_id
    where i.chapter_id = ${chapterId} and ${which}
  `.execute(db);
  return rows;
}

async function toItems(
  db: Db | Tx,
  chapterId: Id<'chapter'>,
  rows: readonly ItemRow[],
  timeZone: string,
): Promise<ChargeItem[]> {
  const memberIds = [...new Set(rows.map(({ memberId }) => memberId))];
  const [names, debits] = [
    await readMemberNames(db, chapterId, memberIds),
    await readOpenDebits(db, chapterId, { ownerIds: memberIds }),
  ];
  const openOf = new Map(debits.map(({ chargeItemId, open }) => [chargeItemId, open]));
  const covered = rows.filter(
    ({ id, amount, waived, canceledAt }) =>
      !openOf.has(id) && canceledAt === null && waived < amount,
  );
  const coverOf = await readCoverOfCharges(db, chapterId, covered);
  return rows.map(({ memberId, ...row }) => {
    const by = coverOf.get(row.id);
    return {
      ...row,
      member: { id: memberId, name: names.get(memberId) ?? '' },
      open: openOf.get(row.id) ?? zeroCents,
      coveredOn: by ? instantToDay(by.at, timeZone) : null,
      isPaid: by?.isPaid ?? false,
    };
  });
}

/** What is open of each charge, by member. */
async function readOpenOfCharges(
  db: Db,
  chapterId: Id<'chapter'>,
  chargeIds: readonly Id<'charge'>[],
): Promise<ReadonlyMap<Id<'charge'>, Cents[]>> {
  const { rows } = await sql<{ id: Id<'charge-item'>; chargeId: Id<'charge'> }>`
    select id, charge_id as "chargeId" from charge_item
    where chapter_id = ${chapterId} and charge_id = any (${chargeIds}::uuid[]) and canceled_at is null
  `.execute(db);
  const chargeOf = new Map(rows.map(({ id, chargeId }) => [id, chargeId]));
  const open = new Map<Id<'charge'>, Cents[]>();
  for (const debit of await readOpenDebits(db, chapterId, 'dollars')) {
    const chargeId = debit.chargeItemId && chargeOf.get(debit.chargeItemId);
    if (chargeId) open.set(chargeId, [...(open.get(chargeId) ?? []), cents(debit.open)]);
  }
  return open;
}

/** The whole charge with what it asks, before it is posted. */
export async function insertCharge(
  { tx, caller: { chapterId, memberId }, now }: Work,
  id: Id<'charge'>,
  charge: Pick<Charge, 'title' | 'dueOn' | 'category' | 'note' | 'occurrenceId' | 'isLateFee'>,
  items: readonly {
    readonly id: Id<'charge-item'>;
    readonly memberId: Id<'member'>;
    readonly amount: Cents;
  }[],
): Promise<void> {
  const { title_key } = await tx
    .insertInto('charge')
    .values({
      chapter_id: chapterId,
      id,
      title: charge.title,
      due_on: charge.dueOn,
      category: charge.category,
      note: charge.note,
      occurrence_id: charge.occurrenceId,
      is_late_fee: charge.isLateFee,
      created_by: memberId,
      created_at: now,
    })
    .returning('title_key')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('charge_item')
    .values(
      items.map((item) => ({
        chapter_id: chapterId,
        id: item.id,
        charge_id: id,
        title_key,
        asked_due_on: charge.dueOn,
        member_id: item.memberId,
        amount_cents: item.amount,
        due_on: charge.dueOn,
        canceled_at: null,
      })),
    )
    .execute();
}

/** Which of these members are asked for the same title and day already. Of two at once the second sees the first. */
export async function findAlreadyCharged(
  tx: Tx,
  chapterId: Id<'chapter'>,
  { title, dueOn }: { readonly title: string; readonly dueOn: Day },
  memberIds: readonly Id<'member'>[],
): Promise<Id<'member'>[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended('charge/' || ${chapterId}, 0))`.execute(
    tx,
  );
  const { rows } = await sql<{ memberId: Id<'member'> }>`
    select member_id as "memberId" from charge_item
    where chapter_id = ${chapterId} and title_key = folded(btrim(${title})) and asked_due_on = ${dueOn}
      and member_id = any (${memberIds}::uuid[]) and canceled_at is null
  `.execute(tx);
  return rows.map(({ memberId }) => memberId);
}
