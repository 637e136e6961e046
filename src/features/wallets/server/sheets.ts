/** What an exported chapter shows of this feature, and what members take along of it. */
import { nameOf } from '#features/members/server/store.ts';
import { amount, time } from '#server/chapter-archive/formats.ts';
import type { Sheet } from '#server/chapter-archive/sheet.ts';
import { furtherCells } from './transaction-row.ts';

export const sheets: readonly Sheet[] = [
  {
    name: 'wallets',
    title: 'Wallets',
    about: 'Each wallet with its balance, which is the sum of its transactions.',
    query: `select t.id, t.name, t.owner_id, ${nameOf('t.owner_id')} as owner,
        t.currency_code as currency, ${amount('coalesce(a.balance_cents, 0)')} as balance,
        ${time('t.created_at')} as added_at
      from hub.wallet t
      left join hub.ledger_account a on a.chapter_id = t.chapter_id and a.wallet_id = t.id
      where t.chapter_id = $1 order by 4, t.name, t.id`,
  },
  {
    name: 'transactions',
    title: 'Transactions',
    about: 'What was added to (positive) or taken from wallets. Deleted ones no longer count.',
    query: `select t.id, t.wallet_id, w.name as wallet, ${nameOf('w.owner_id')} as owner,
        w.currency_code as currency, ${time('t.occurred_at')} as occurred_at,
        ${amount('t.amount_cents')} as amount, t.description, ${furtherCells}, t.origin,
        t.expense_id, t.payment_id, t.metadata_json as metadata, t.user_id, ${nameOf('t.user_id')} as "user",
        ${time('t.deleted_at')} as deleted_at
      from hub.wallet_transaction t
      join hub.wallet w on w.chapter_id = t.chapter_id and w.id = t.wallet_id
      where t.chapter_id = $1 order by t.occurred_at, t.id`,
  },
];

export const ownSheets: readonly Sheet[] = [
  {
    name: 'wallets',
    title: 'Wallets',
    about: 'Your wallets, each with its balance, which is the sum of its transactions.',
    query: `select t.id, t.name, t.currency_code as currency,
        ${amount('coalesce(a.balance_cents, 0)')}::text as balance, ${time('t.created_at')} as added_at
      from hub.wallet t
      left join hub.ledger_account a on a.chapter_id = t.chapter_id and a.wallet_id = t.id
      where t.chapter_id = $1 and t.owner_id = $2 order by t.name, t.id`,
  },
  {
    name: 'transactions',
    title: 'Transactions',
    about: 'What was added to (positive) or taken from your wallets. Deleted ones no longer count.',
    query: `select t.id, t.wallet_id, w.name as wallet, w.currency_code as currency,
        ${time('t.occurred_at')} as occurred_at, ${amount('t.amount_cents')}::text as amount,
        t.description, ${furtherCells}, t.origin, t.expense_id, t.payment_id,
        ${time('t.deleted_at')} as deleted_at
      from hub.wallet_transaction t
      join hub.wallet w on w.chapter_id = t.chapter_id and w.id = t.wallet_id
      where t.chapter_id = $1 and w.owner_id = $2 order by t.occurred_at, t.id`,
  },
];
