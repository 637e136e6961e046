/** Kept figures and the reconciliation, as in tables.ts. Only the database writes them. */
import type { ColumnType } from 'kysely';

type Uuid = string;
type InstantText = string;
type Derived<Row> = { [Column in keyof Row]: ColumnType<Row[Column], never, never> };

export type DifferenceView = Derived<{
  chapter_id: Uuid;
  check_name: string;
  subject_id: Uuid;
  expected: string;
  actual: string;
}>;

export type GapView = Derived<{
  chapter_id: Uuid;
  check_name: string;
  subject_id: Uuid;
  expected: string;
  actual: string;
  gap: string;
}>;

export type FindingTable = Derived<{
  chapter_id: Uuid;
  check_name: string;
  subject_id: Uuid;
  gap: string;
  expected: string;
  actual: string;
  found_at: InstantText;
}>;

export type ExplanationTable = Derived<{
  chapter_id: Uuid;
  check_name: string;
  subject_id: Uuid;
  gap: string;
  expected: string;
  actual: string;
  why: string;
  explained_by: string;
  explained_at: InstantText;
}>;

export type FigureKind = 'balance' | 'count' | 'event_count' | 'gross' | 'open_count' | 'total';

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

export type FiguresTables = {
  expense_figure: ExpenseFigureTable;
  expense_figure_change: ExpenseFigureChangeTable;
  expense_figure_now: ExpenseFigureView;
  expense_figure_recomputed: ExpenseFigureView;
  reconciliation: DifferenceView;
  expense_reconciliation: DifferenceView;
  difference: GapView;
  reconciliation_finding: FindingTable;
  reconciliation_explanation: ExplanationTable;
  unexplained_difference: FindingTable;
};
