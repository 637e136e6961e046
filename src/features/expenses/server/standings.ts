/** Reads what members have or have to pay, as the view `member_standing` defines it. */
import { sql } from 'kysely';
import { getOnlyVisibleOwner, type Reader } from '#features/wallets/read-permission.ts';
import type { Id } from '#kit/id.ts';
import { type Cents, cents, maxTotalCents } from '#kit/money.ts';
import { refuse } from '#kit/result.ts';
import type { Db } from '#server/database/db.ts';
import type { MemberStanding } from '../summary-contract.ts';

export type Standings = { items: MemberStanding[]; chapter: Cents };

/**
 * Standings of all active members, and of former ones unless they have nothing and owe nothing. With
 * the chapter's, they sum to zero. Amounts beyond what a client's numbers represent exactly are reported
 * as that bound. A reader who sees only their own gets that of everyone else as the chapter's.
 */
export async function readStandings(
  db: Db,
  reader: Reader & { readonly chapterId: Id<'chapter'> },
): Promise<Standings> {
  const { chapterId } = reader;
  const onlyOwner = getOnlyVisibleOwner(reader) ?? null;
  const { rows } = await sql<MemberStanding & { chapter: Cents }>`
    select s.member_id as "memberId", m.display_name as name,
      s.open_cents as open, ${bounded(sql`s.wallet_cents`)} as wallet,
      ${bounded(sql`s.standing_cents`)} as standing,
      own.wallet_id as "walletId", coalesce(other.balances, '[]') as "otherCurrencies",
      ${bounded(sql`-sum(s.standing_cents) over ()`)} as chapter
    from member_standing s
    join member m on m.chapter_id = s.chapter_id and m.id = s.member_id
    left join (
      select owner_id, case count(*) when 1 then (array_agg(id))[1] end as wallet_id
      from wallet
      where chapter_id = ${chapterId} and currency_code = 'USD'
      group by owner_id
    ) own on own.owner_id = s.member_id
    left join (
      select owner_id, jsonb_agg(jsonb_build_object('currency', currency_code,
        'balance', ${bounded(sql`balance_cents`)}) order by currency_code) as balances
      from wallet_total
      where chapter_id = ${chapterId} and currency_code <> 'USD' and balance_cents <> 0
      group by owner_id
    ) other on other.owner_id = s.member_id
    where s.chapter_id = ${chapterId}
      and (s.member_id = ${onlyOwner}::uuid or ${onlyOwner}::uuid is null)
      and (m.status = 'active' or s.open_cents <> 0 or s.wallet_cents <> 0
        or other.balances is not null)
    order by m.display_name collate "und-x-icu", m.id
  `.execute(db);
  const items = rows.map((row) => {
    const { memberId, name, open, wallet, standing, walletId, otherCurrencies } = row;
    return { memberId, name, open, wallet, standing, walletId, otherCurrencies };
  });
  return { items, chapter: rows[0]?.chapter ?? cents(0) };
}

function bounded(amount: ReturnType<typeof sql>) {
  return sql`greatest(least(${amount}, ${maxTotalCents}), ${-maxTotalCents})`;
}

/** Standings reported as their bound do not add up, so that no payments clear them. */
export const unplannable = refuse(
  'invalid',
  'totals_out_of_range',
  'The standings are too large to plan payments',
);
