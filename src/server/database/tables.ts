/**
 * The tables of the schema `hub` as Kysely sees them, column by column as in migrations/; a test
 * holds them to the catalogue. Cents and counts arrive as safe whole numbers, instants as text in
 * UTC with milliseconds, wall times as `yyyy-MM-ddTHH:mm` (src/server/database/db.ts parses them).
 */
import type { ColumnType, Generated } from 'kysely';
import type { MailFailure, MailState } from '#kit/mail.ts';
import type { Cents, Currency } from '#kit/money.ts';
import type { ChapterPolicy, Role } from '#kit/role.ts';
import type { AuditTables } from './audit-tables.ts';
import type { ChapterTables } from './chapter-tables.ts';
import type { EventTables } from './event-tables.ts';
import type { FiguresTables } from './figures-tables.ts';
import type { MemberTable } from './member-tables.ts';

type Uuid = string;
type InstantText = string;

export type ChapterTable = {
  id: Uuid;
  name: string;
  time_zone: string;
  policy: Generated<ChapterPolicy>;
  chapter_site_url: string;
  network_hub_url: string;
  learning_centre_url: string;
  local_platform_url: string;
  created_at: InstantText;
  version: Generated<number>;
  logo_hash: string | null;
};

export type AccountChapterTable = { account_id: string; chapter_id: Uuid; member_id: Uuid };

export type InvitationTable = {
  chapter_id: Uuid;
  id: Uuid;
  email: string;
  role: Role;
  token_hash: string;
  invited_by: Uuid | null;
  created_at: InstantText;
  expires_at: InstantText;
  accepted_at: InstantText | null;
  revoked_at: InstantText | null;
  member_id: Uuid | null;
  link_number: Generated<number>;
  mail_state: Generated<MailState>;
  mail_failure: MailFailure | null;
  mail_at: InstantText | null;
  for_first_admin: Generated<boolean>;
};

export type SetupLinkTable = {
  only: Generated<boolean>;
  token_hash: string;
  created_at: InstantText;
  expires_at: InstantText;
};

/** By account: it is not a member of any chapter who looks after all of them. */
export type InstallationAdminTable = { account_id: string; granted_at: InstantText };

export type InstallationTable = { key: string; value: string };

export type IdempotencyKeyTable = {
  chapter_id: Uuid;
  member_id: Uuid;
  key: string;
  request_hash: string;
  status: number;
  etag: string | null;
  reply: string | null;
  created_at: InstantText;
};

export type ExpenseTable = {
  chapter_id: Uuid;
  id: Uuid;
  title: string;
  description: Generated<string>;
  amount_cents: Cents;
  expense_at: InstantText;
  event_id: Uuid | null;
  category: Generated<string>;
  paid_by: Uuid | null;
  is_even_split: boolean;
  is_excluded_from_group_totals: boolean;
  use_wallet_transactions: boolean;
  reimbursement_type: 'Full' | 'None' | 'Partial';
  reimbursement_cents: Cents | null;
  receipt_ids: Generated<string[]>;
  status: Generated<'open' | 'settled'>;
  settled_at: InstantText | null;
  settled_by: Uuid | null;
  created_by: Uuid;
  created_at: InstantText;
  updated_at: InstantText;
  version: Generated<number>;
  deleted_at: InstantText | null;
};

export type ExpenseParticipantTable = {
  chapter_id: Uuid;
  expense_id: Uuid;
  member_id: Uuid;
  share_cents: Cents;
};

export type ExpenseOverrideTable = {
  chapter_id: Uuid;
  expense_id: Uuid;
  id: Uuid;
  type: 'equal' | 'manual';
  amount_cents: Cents;
  label: string;
  manual_member_id: Uuid | null;
  created_at: InstantText;
};

export type ExpenseOverrideParticipantTable = {
  chapter_id: Uuid;
  expense_id: Uuid;
  override_id: Uuid;
  member_id: Uuid;
};

export type WalletTable = {
  chapter_id: Uuid;
  id: Uuid;
  name: string;
  owner_id: Uuid;
  currency_code: Currency;
  created_at: InstantText;
  updated_at: InstantText;
};

/** Written by the database's own functions and triggers alone. */
type Derived<Row> = { [Column in keyof Row]: ColumnType<Row[Column], never, never> };

export type LedgerAccountTable = Derived<{
  chapter_id: Uuid;
  wallet_id: Uuid;
  currency_code: Currency;
  balance_cents: Cents;
  head_seq: number;
  reversal_count: number;
  updated_at: InstantText;
}>;

export type LedgerJournalTable = Derived<{
  chapter_id: Uuid;
  id: Uuid;
  kind: 'post' | 'reverse' | 'settle';
  reverses_id: Uuid | null;
  expense_id: Uuid | null;
  actor_id: Uuid;
  effective_at: InstantText;
  recorded_at: InstantText;
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
  recorded_at: InstantText;
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
  occurred_at: InstantText;
  origin: 'manual' | 'settlement';
  expense_id: Uuid | null;
  created_at: InstantText;
  updated_at: InstantText;
  updated_by: Uuid;
  deleted_at: InstantText | null;
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
  updated_at: InstantText;
  updated_by: Uuid;
}>;

type FurtherTables = AuditTables & ChapterTables & EventTables & FiguresTables;

export type Tables = FurtherTables & {
  chapter: ChapterTable;
  member: MemberTable;
  account_chapter: AccountChapterTable;
  invitation: InvitationTable;
  setup_link: SetupLinkTable;
  installation: InstallationTable;
  installation_admin: InstallationAdminTable;
  idempotency_key: IdempotencyKeyTable;
  expense: ExpenseTable;
  expense_participant: ExpenseParticipantTable;
  expense_override: ExpenseOverrideTable;
  expense_override_participant: ExpenseOverrideParticipantTable;
  wallet: WalletTable;
  ledger_account: LedgerAccountTable;
  ledger_journal: LedgerJournalTable;
  ledger_entry: LedgerEntryTable;
  wallet_transaction: WalletTransactionTable;
  wallet_transaction_history: WalletTransactionHistoryTable;
};
