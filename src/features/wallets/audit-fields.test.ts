import { test } from 'vitest';
import { expectNamed } from '#features/audit/testing/expect-named.ts';
import { auditFields } from './audit-fields.ts';
import { transaction, walletDetail } from './contract.ts';

test('every field of a recorded wallet or transaction has a name', () => {
  expectNamed(auditFields, 'wallet', walletDetail);
  expectNamed(auditFields, 'transaction', transaction);
});
