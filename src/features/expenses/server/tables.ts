/** The tables of expenses and their figures, as in migrations/. A test compares them with the catalog. */
import type { Generated } from 'kysely';
import type { Day, Instant, TimeOfDay } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Cents } from '#kit/money.ts';
import type { Derived, JsonObject } from '#server/database/columns.ts';
import type { ForeignCurrency, Rate } from '../original.ts';

export type ExpenseTable = {
  chapter_id: Id<'chapter'>;
  id: Id<'expense'>;
  title: string;
  description: Generated<string>;
  amount_cents: Cents;
  expense_at: Instant;
  event_id: Id<'event'> | null;
  category: Generated<string>;
  paid_by: Id<'member'> | null;
  has_several_payers: Generated<boolean>;
  participant_count: Generated<number>;
  original_currency: ForeignCurrency | null;
  original_cents: Cents | null;
  original_rate: Rate | null;
  is_even_split: boolean;
  is_excluded_from_group_totals: boolean;
  use_wallet_transactions: boolean;
  reimbursement_type: 'Full' | 'None' | 'Partial';
  reimbursement_cents: Cents | null;
  status: Generated<'open' | 'settled'>;
  settled_at: Instant | null;
  settled_by: Id<'member'> | null;
  settlement_note: string | null;
  created_by: Id<'member'>;
  created_at: Instant;
  updated_at: Instant;
  version: Generated<number>;
  deleted_at: Instant | null;
  corrects_id: Id<'expense'> | null;
  replaces_id: Id<'expense'> | null;
  money_back_for_id: Id<'expense'> | null;
  recurring_id: Id<'recurring'> | null;
  recurring_day: Day | null;
};

export type RecurringExpenseTable = {
  chapter_id: Id<'chapter'>;
  id: Id<'recurring'>;
  frequency: 'weekly' | 'monthly' | 'yearly';
  interval_count: number;
  first_day: Day;
  last_day: Day;
  position: number;
  skipped: Generated<number>;
  next_day: Day | null;
  local_time: TimeOfDay;
  template: JsonObject;
  paused_at: Instant | null;
  ended_at: Instant | null;
  failure_code: string | null;
  failure_message: string | null;
  failed_at: Instant | null;
  created_by: Id<'member'>;
  saved_by: Id<'member'>;
  created_at: Instant;
  updated_at: Instant;
  version: Generated<number>;
};

export type ExpenseParticipantTable = {
  chapter_id: Id<'chapter'>;
  expense_id: Id<'expense'>;
  member_id: Id<'member'>;
  share_cents: Cents;
};

export type ExpensePayerTable = {
  chapter_id: Id<'chapter'>;
  expense_id: Id<'expense'>;
  member_id: Id<'member'>;
  amount_cents: Cents;
  credit_cents: Cents;
};

export type OpenCreditView = Derived<{
  chapter_id: Id<'chapter'>;
  expense_id: Id<'expense'>;
  member_id: Id<'member'>;
  credit_cents: Cents;
  use_wallet_transactions: boolean;
}>;

export type ExpenseOverrideTable = {
  chapter_id: Id<'chapter'>;
  expense_id: Id<'expense'>;
  id: Id<'override'>;
  type: 'equal' | 'manual';
  amount_cents: Cents;
  label: string;
  manual_member_id: Id<'member'> | null;
  created_at: Instant;
  stated_unit: 'percent' | 'weight' | null;
  stated_value: string | null;
};

export type ExpenseOverrideParticipantTable = {
  chapter_id: Id<'chapter'>;
  expense_id: Id<'expense'>;
  override_id: Id<'override'>;
  member_id: Id<'member'>;
};

export type ExpenseFigureTable = Derived<{
  chapter_id: Id<'chapter'>;
  kind: string;
  subject_id: Id;
  amount: number;
}>;

export type ExpenseFigureChangeTable = Derived<{
  chapter_id: Id<'chapter'>;
  id: number;
  kind: string;
  subject_id: Id;
  amount: number;
}>;

export type ExpenseFigureView = Derived<{
  chapter_id: Id<'chapter'>;
  kind: string;
  subject_id: Id;
  amount: number;
}>;

export type MoneyBackView = Derived<{
  chapter_id: Id<'chapter'>;
  id: Id<'expense'>;
  expense_id: Id<'expense'>;
  amount_cents: Cents;
  expense_at: Instant;
}>;

export type MemberStandingView = Derived<{
  chapter_id: Id<'chapter'>;
  member_id: Id<'member'>;
  open_cents: Cents;
  wallet_cents: Cents;
  standing_cents: Cents;
}>;

declare module '#server/database/tables.ts' {
  interface Tables {
    expense: ExpenseTable;
    expense_participant: ExpenseParticipantTable;
    expense_payer: ExpensePayerTable;
    expense_override: ExpenseOverrideTable;
    expense_override_participant: ExpenseOverrideParticipantTable;
    open_credit: OpenCreditView;
    expense_figure: ExpenseFigureTable;
    expense_figure_change: ExpenseFigureChangeTable;
    expense_figure_now: ExpenseFigureView;
    expense_figure_recomputed: ExpenseFigureView;
    expense_reconciliation: DifferenceView;
    member_standing: MemberStandingView;
    standing_reconciliation: DifferenceView;
    stated_share_reconciliation: DifferenceView;
    recurring_expense: RecurringExpenseTable;
    recurring_reconciliation: DifferenceView;
    correction_reconciliation: DifferenceView;
    money_back: MoneyBackView;
    money_back_reconciliation: DifferenceView;
  }
}
