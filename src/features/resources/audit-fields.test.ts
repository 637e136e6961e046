import { test } from 'vitest';
import { expectNamed } from '#features/audit/testing/expect-named.ts';
import { auditFields } from './audit-fields.ts';
import { resourceCalls } from './contract.ts';

test('every field of the recorded resources has a name', () => {
  expectNamed(auditFields, 'resources', resourceCalls.change.body);
});
