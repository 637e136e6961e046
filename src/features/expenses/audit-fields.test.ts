import { test } from 'vitest';
import { expectNamed } from '#features/audit/testing/expect-named.ts';
import { auditFields } from './audit-fields.ts';
import { listedExpense } from './expense.ts';

test('every field of a recorded expense has a name', () => {
  expectNamed(auditFields, 'expense', listedExpense);
});
