import { test } from 'vitest';
import { expectNamed } from '#features/audit/testing/expect-named.ts';
import { auditFields } from './audit-fields.ts';
import { payment } from './contract.ts';

test('every field of a recorded payment has a name', () => {
  expectNamed(auditFields, 'payment', payment);
});
