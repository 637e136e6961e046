/** The tables of expenses and their figures, column by column as in migrations/; a test holds them to the catalogue. */

import type { Generated } from 'kysely';
import type { Instant } from '#kit/day.ts';
import type { Cents } from '#kit/money.ts';
import type { Derived, Uuid } from '#server/database/columns.ts';

export type FigureKind = 'balance' | 'count' | 'event_count' | 'gross' | 'open_count' | 'total';

export type ExpenseTable = {
  chapter_id: Uuid;
  id: Uuid;
  title: string;
  description: Generated<string>;
  amount_cents: Cents;
  expense_at: Instant;
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
  settled_at: Instant | null;
  settled_by: Uuid | null;
  created_by: Uuid;
  created_at: Instant;
  updated_at: Instant;
  version: Generated<number>;
  deleted_at: Instant | null;
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
  created_at: Instant;
};

export type ExpenseOverrideParticipantTable = {
  chapter_id: Uuid;
  expense_id: Uuid;
  override_id: Uuid;
  member_id: Uuid;
};

export type ExpenseFigureTable = Derived<{
  chapter_id: Uuid;
  kind: string;
  subject_id: Uuid;
  amount: number;
}>;

export type ExpenseFigureChangeTable = Derived<{
  chapter_id: Uuid;
  id: number;
  kind: string;
  subject_id: Uuid;
  amount: number;
}>;

export type ExpenseFigureView = Derived<{
  chapter_id: Uuid;
  kind: string;
  subject_id: Uuid;
  amount: number;
}>;

export type DifferenceView = Derived<{
  chapter_id: Uuid;
  check_name: string;
  subject_id: Uuid;
  expected: string;
  actual: string;
}>;

declare module '#server/database/tables.ts' {
  interface Tables {
    expense: ExpenseTable;
    expense_participant: ExpenseParticipantTable;
    expense_override: ExpenseOverrideTable;
    expense_override_participant: ExpenseOverrideParticipantTable;
    expense_figure: ExpenseFigureTable;
    expense_figure_change: ExpenseFigureChangeTable;
    expense_figure_now: ExpenseFigureView;
    expense_figure_recomputed: ExpenseFigureView;
    expense_reconciliation: DifferenceView;
  }
}
