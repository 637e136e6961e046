/** The tables of wallets and the ledger beneath them, column by column as in migrations/; a test holds them to the catalogue. */

import type { Generated } from 'kysely';
import type { Instant } from '#kit/day.ts';
import type { Cents, Currency } from '#kit/money.ts';
import type { Derived, Uuid } from '#server/database/columns.ts';

export type WalletTable = {
  chapter_id: Uuid;
  id: Uuid;
  name: string;
  owner_id: Uuid;
  currency_code: Currency;
  created_at: Instant;
  updated_at: Instant;
};

export type LedgerAccountTable = Derived<{
  chapter_id: Uuid;
  wallet_id: Uuid;
  currency_code: Currency;
  balance_cents: Cents;
  head_seq: number;
  reversal_count: number;
  updated_at: Instant;
}>;

export type LedgerJournalTable = Derived<{
  chapter_id: Uuid;
  id: Uuid;
  kind: 'post' | 'reverse' | 'settle';
  reverses_id: Uuid | null;
  expense_id: Uuid | null;
  actor_id: Uuid;
  effective_at: Instant;
  recorded_at: Instant;
}>;

export type LedgerEntryTable = Derived<{
  chapter_id: Uuid;
  journal_id: Uuid;
  leg: number;
  account: 'wallet' | 'world' | 'company';
  wallet_id: Uuid | null;
  currency_code: Currency;
  amount_cents: Cents;
  seq: number | null;
  balance_before_cents: Cents | null;
  balance_after_cents: Cents | null;
  recorded_at: Instant;
}>;

export type WalletTransactionTable = {
  chapter_id: Uuid;
  id: Uuid;
  wallet_id: Uuid;
  version: Generated<number>;
  journal_id: Uuid;
  leg: number;
  user_id: Uuid;
  amount_cents: Cents;
  description: string;
  reference_id: string | null;
  metadata_json: Generated<string>;
  occurred_at: Instant;
  origin: 'manual' | 'settlement';
  expense_id: Uuid | null;
  created_at: Instant;
  updated_at: Instant;
  updated_by: Uuid;
  deleted_at: Instant | null;
};

export type WalletTransactionHistoryTable = Derived<{
  chapter_id: Uuid;
  transaction_id: Uuid;
  version: number;
  journal_id: Uuid;
  leg: number;
  user_id: Uuid;
  amount_cents: Cents;
  description: string;
  reference_id: string | null;
  metadata_json: string;
  updated_at: Instant;
  updated_by: Uuid;
}>;

declare module '#server/database/tables.ts' {
  interface Tables {
    wallet: WalletTable;
    ledger_account: LedgerAccountTable;
    ledger_journal: LedgerJournalTable;
    ledger_entry: LedgerEntryTable;
    wallet_transaction: WalletTransactionTable;
    wallet_transaction_history: WalletTransactionHistoryTable;
  }
}
