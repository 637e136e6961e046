/**
 * Columns of the wallet and ledger tables, as in migrations/; a test compares them to the database.
 */

import type { Generated } from 'kysely';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Cents, Currency } from '#kit/money.ts';
import type { Derived } from '#server/database/columns.ts';

export type WalletTable = {
  chapter_id: Id<'chapter'>;
  id: Id<'wallet'>;
  name: string;
  owner_id: Id<'member'>;
  currency_code: Currency;
  created_at: Instant;
  updated_at: Instant;
};

export type LedgerAccountTable = Derived<{
  chapter_id: Id<'chapter'>;
  wallet_id: Id<'wallet'>;
  currency_code: Currency;
  balance_cents: Cents;
  head_seq: number;
  reversal_count: number;
  updated_at: Instant;
}>;

export type LedgerJournalTable = Derived<{
  chapter_id: Id<'chapter'>;
  id: Id<'journal'>;
  kind: string;
  reverses_id: Id<'journal'> | null;
  expense_id: Id<'expense'> | null;
  payment_id: Id<'payment'> | null;
  source_id: Id<string> | null;
  actor_id: Id<'member'>;
  effective_at: Instant;
  recorded_at: Instant;
}>;

/** Written by migrations alone. */
export type LedgerKindTable = Derived<{
  kind: string;
  origin: string | null;
  is_changeable: boolean;
  subject: 'reverses_id' | 'expense_id' | 'payment_id' | 'source_id' | null;
  counter_account: 'world' | 'company' | null;
}>;

export type LedgerEntryTable = Derived<{
  chapter_id: Id<'chapter'>;
  journal_id: Id<'journal'>;
  leg: number;
  account: 'wallet' | 'world' | 'company';
  wallet_id: Id<'wallet'> | null;
  currency_code: Currency;
  amount_cents: Cents;
  seq: number | null;
  balance_before_cents: Cents | null;
  balance_after_cents: Cents | null;
  recorded_at: Instant;
}>;

/** Of a transaction and of each of its versions. */
type EnteredColumns = {
  user_id: Id<'member'>;
  amount_cents: Cents;
  description: string;
  reference_id: string | null;
  metadata_json: Generated<string>;
};

export type WalletTransactionTable = EnteredColumns & {
  chapter_id: Id<'chapter'>;
  id: Id<'transaction'>;
  wallet_id: Id<'wallet'>;
  version: Generated<number>;
  journal_id: Id<'journal'>;
  leg: number;
  occurred_at: Instant;
  origin: string;
  expense_id: Id<'expense'> | null;
  payment_id: Id<'payment'> | null;
  created_at: Instant;
  updated_at: Instant;
  updated_by: Id<'member'>;
  deleted_at: Instant | null;
};

export type WalletTransactionHistoryTable = Derived<
  EnteredColumns & {
    chapter_id: Id<'chapter'>;
    transaction_id: Id<'transaction'>;
    version: number;
    journal_id: Id<'journal'>;
    leg: number;
    updated_at: Instant;
    updated_by: Id<'member'>;
  }
>;

/** Stored balances by owner and currency. */
export type WalletTotalView = Derived<{
  chapter_id: Id<'chapter'>;
  owner_id: Id<'member'>;
  currency_code: Currency;
  balance_cents: Cents;
}>;

/** Debits that nothing has taken back; amounts are positive. */
export type WalletDebitView = Derived<{
  chapter_id: Id<'chapter'>;
  wallet_id: Id<'wallet'>;
  id: Id<'transaction'>;
  user_id: Id<'member'>;
  amount_cents: Cents;
  occurred_at: Instant;
}>;

/** Credits that cover debits. */
export type WalletCreditView = Derived<{
  chapter_id: Id<'chapter'>;
  wallet_id: Id<'wallet'>;
  id: Id<'transaction'>;
  amount_cents: Cents;
  occurred_at: Instant;
  is_payment: boolean;
}>;

declare module '#server/database/tables.ts' {
  interface Tables {
    wallet: WalletTable;
    ledger_account: LedgerAccountTable;
    ledger_kind: LedgerKindTable;
    ledger_journal: LedgerJournalTable;
    ledger_entry: LedgerEntryTable;
    wallet_transaction: WalletTransactionTable;
    wallet_transaction_history: WalletTransactionHistoryTable;
    wallet_total: WalletTotalView;
    wallet_debit: WalletDebitView;
    wallet_credit: WalletCreditView;
  }
}
