import type { Generated } from 'kysely';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Cents } from '#kit/money.ts';

export type SampleTable = {
  chapter_id: Id<'chapter'>;
  id: Id<'sample'>;
  member_id: Id<'member'>;
  title: string;
  amount_cents: Cents;
  is_checked: Generated<boolean>;
  created_at: Instant;
};

declare module '#server/database/tables.ts' {
  interface Tables {
    sample: SampleTable;
  }
}
