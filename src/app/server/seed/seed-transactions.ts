/** Inserts wallet transactions in bulk, through the ledger's own triggers. */
import { type Kysely, sql } from 'kysely';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Tables } from '#server/database/tables.ts';
import type { SeededRandom } from '../demo/seeded-random.ts';

/** The chapter being seeded; its wallets belong to `members`, in order. */
export type Seeding = {
  db: Kysely<Tables>;
  chapterId: Id<'chapter'>;
  random: SeededRandom;
  now: Instant;
  members: Id<'member'>[];
};

/**
 * Rows per statement. Versions of a wallet's account row remain until the end of the transaction,
 * so larger batches are slower.
 */
const batch = 500;

const spanMilliseconds = 700 * 86_400_000;

const whats = ['Dues', 'Dinner', 'Taxi', 'Venue deposit', 'Printing', 'Speaker gift', 'Refund'];
const whens = ['in January', 'in March', 'for the retreat', 'for the forum', 'at the harbor', ''];

/**
 * Adds `count` transactions, spread over the last 700 days and over all wallets; wallet n belongs
 * to member n.
 */
export async function seedTransactions(
  seeding: Seeding,
  wallets: readonly Id<'wallet'>[],
  count: number,
): Promise<void> {
  const { db } = seeding;
  await sql`
    create temporary table if not exists movement (n bigint, id uuid, journal_id uuid,
      wallet_id uuid, member_id uuid, amount_cents bigint, description text, reference_id text,
      at timestamptz)`.execute(db);
  for (let done = 0; done < count; done += batch) {
    await seedBatch(seeding, wallets, planned(seeding, wallets, { count, done }));
    // The triggers' query plans were made for smaller tables.
    if (isPowerOfTen(done / batch)) {
      const tables = sql`ledger_account, ledger_journal, ledger_entry, wallet_transaction`;
      await sql`analyze ${tables}`.execute(db);
    }
  }
}

function isPowerOfTen(count: number): boolean {
  return Number.isInteger(Math.log10(count));
}

type Movements = ReturnType<typeof planned>;

function planned(
  { random, now }: Seeding,
  wallets: readonly Id<'wallet'>[],
  { count, done }: { count: number; done: number },
) {
  const numbers = Array.from({ length: Math.min(batch, count - done) }, (_, index) => done + index);
  const end = Temporal.Instant.from(now).epochMilliseconds;
  return {
    wallets: numbers.map(() => random.whole(1, wallets.length)),
    amounts: numbers.map(() => random.whole(1, 50_000) * (random.percent(60) ? 1 : -1)),
    descriptions: numbers.map(() => describe(random)),
    references: numbers.map((number) => (random.percent(40) ? `R-${number}` : null)),
    times: numbers.map((number) => Math.floor(end - spanMilliseconds * (1 - number / count))),
  };
}

function describe(random: SeededRandom): string {
  return `${random.pick(whats)} ${random.whole(1, 9_999)} ${random.pick(whens)}`.trim();
}

/** As the owner of the tables, who is bound by the ledger's triggers like any role. */
async function seedBatch(
  { db, chapterId, members }: Seeding,
  wallets: readonly Id<'wallet'>[],
  moved: Movements,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`truncate movement`.execute(tx);
    await sql`
      insert into movement
      select n, ${uuidV7('time')}, ${uuidV7('time')}, (${wallets}::uuid[])[wallet],
        (${members}::uuid[])[wallet], amount, description, reference, to_timestamp(time / 1000.0)
      from unnest(${moved.wallets}::int[], ${moved.amounts}::bigint[],
        ${moved.descriptions}::text[], ${moved.references}::text[], ${moved.times}::bigint[])
        with ordinality as given (wallet, amount, description, reference, time, n)
    `.execute(tx);
    await sql`
      with journal as (
        insert into ledger_journal (chapter_id, id, kind, actor_id, effective_at, recorded_at)
        select ${chapterId}, journal_id, 'post', member_id, at, at
        from movement
      ), posting as (
        select movement.*, currency_code, head_seq + row_number() over wallet as seq,
          balance_cents + sum(amount_cents) over wallet as balance_after_cents
        from movement
        join ledger_account using (wallet_id)
        where chapter_id = ${chapterId}
        window wallet as (partition by wallet_id order by n)
      )
      insert into ledger_entry (chapter_id, journal_id, leg, account, wallet_id, currency_code,
        amount_cents, seq, balance_before_cents, balance_after_cents, recorded_at)
      select ${chapterId}, journal_id, leg, account, leg_wallet_id, currency_code, leg_cents,
        leg_seq, before_cents, after_cents, at
      from posting, lateral (values
        (1, 'wallet', wallet_id, amount_cents, seq,
          balance_after_cents - amount_cents, balance_after_cents),
        (2, 'world', null, -amount_cents, null, null, null)
      ) legs (leg, account, leg_wallet_id, leg_cents, leg_seq, before_cents, after_cents)
      -- The chain is continued row by row, in this order.
      order by seq, leg
    `.execute(tx);
    await sql`
      insert into wallet_transaction (chapter_id, id, wallet_id, journal_id, leg, user_id,
        amount_cents, description, reference_id, occurred_at, origin, created_at, updated_at, updated_by)
      select ${chapterId}, id, wallet_id, journal_id, 1, member_id, amount_cents, description,
        reference_id, at, 'manual', at, at, member_id
      from movement
    `.execute(tx);
  });
}

/** Ids with the rows' time, so that they are ordered on disk as if entered day by day. */
function uuidV7(milliseconds: string) {
  return sql`(lpad(to_hex(${sql.ref(milliseconds)}), 12, '0') || '7'
    || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid`;
}
