/** The table of payments, as in migrations/; a test compares it with the catalog. */
import type { Generated } from 'kysely';
import type { Day, Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Cents } from '#kit/money.ts';
import type { PaymentMethod } from '#kit/payment-methods.ts';
import type { PaymentStatus } from '../contract.ts';

export type PaymentTable = {
  chapter_id: Id<'chapter'>;
  id: Id<'payment'>;
  from_member_id: Id<'member'> | null;
  to_member_id: Id<'member'> | null;
  amount_cents: Cents;
  paid_on: Day;
  method: PaymentMethod;
  reference: string | null;
  note: string | null;
  status: Generated<PaymentStatus>;
  said_by: Id<'member'>;
  said_as: 'payer' | 'payee' | 'treasurer' | 'settler';
  decided_by: Id<'member'> | null;
  decided_at: Instant | null;
  taken_back_by: Id<'member'> | null;
  taken_back_at: Instant | null;
  reason: string | null;
  expense_id: Id<'expense'> | null;
  deposit_id: Id<'deposit'> | null;
  version: Generated<number>;
  created_at: Instant;
  updated_at: Instant;
};

declare module '#server/database/tables.ts' {
  interface Tables {
    payment: PaymentTable;
    payment_reconciliation: DifferenceView;
  }
}
