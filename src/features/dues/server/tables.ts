/** The tables of dues, as in migrations/; a test compares them with the catalog. */
import type { Generated } from 'kysely';
import type { Day, Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Cents } from '#kit/money.ts';
import type { Made } from '#server/database/columns.ts';

export type ChargeTable = {
  chapter_id: Id<'chapter'>;
  id: Id<'charge'>;
  title: string;
  title_key: Made<string>;
  due_on: Day;
  category: string | null;
  note: string | null;
  occurrence_id: Id<'occurrence'> | null;
  is_late_fee: Generated<boolean>;
  created_by: Id<'member'>;
  created_at: Instant;
};

export type ChargeItemTable = {
  chapter_id: Id<'chapter'>;
  id: Id<'charge-item'>;
  charge_id: Id<'charge'>;
  title_key: string;
  asked_due_on: Day;
  member_id: Id<'member'>;
  amount_cents: Cents;
  due_on: Day;
  waived_cents: Generated<Cents>;
  canceled_at: Instant | null;
  version: Generated<number>;
};

export type ChargeActTable = {
  chapter_id: Id<'chapter'>;
  id: Id<'charge-act'>;
  item_id: Id<'charge-item'>;
  /** Set by the database. */
  version: Generated<number>;
  act: 'waive' | 'cancel' | 'move';
  amount_cents: Cents | null;
  posting_id: Id | null;
  due_on: Day | null;
  reason: string | null;
  acted_by: Id<'member'>;
  acted_at: Instant;
};

export type DuesPauseTable = {
  chapter_id: Id<'chapter'>;
  member_id: Id<'member'>;
  until_on: Day;
  note: string | null;
  paused_by: Id<'member'>;
  paused_at: Instant;
};

declare module '#server/database/tables.ts' {
  interface Tables {
    charge: ChargeTable;
    charge_item: ChargeItemTable;
    charge_act: ChargeActTable;
    dues_pause: DuesPauseTable;
    charge_reconciliation: DifferenceView;
  }
}
