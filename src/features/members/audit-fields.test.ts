import { test } from 'vitest';
import { expectNamed } from '#features/audit/testing/expect-named.ts';
import { auditFields } from './audit-fields.ts';
import { memberGroup } from './group-contract.ts';
import { memberProfile } from './profile-contract.ts';

test('every field of a recorded member has a name', () => {
  expectNamed(auditFields, 'member', memberProfile);
});

test('every field of a recorded group has a name', () => {
  expectNamed(auditFields, 'group', memberGroup);
});
