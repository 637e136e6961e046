import { test } from 'vitest';
import * as z from 'zod/mini';
import { expectNamed } from '#features/audit/testing/expect-named.ts';
import { auditFields } from './audit-fields.ts';
import { memberGroup } from './group-contract.ts';
import { memberProfile } from './profile-contract.ts';

test('every field of a recorded member has a name', () => {
  // What a press dials follows from the phone and is not recorded.
  expectNamed(auditFields, 'member', z.omit(memberProfile, { phoneUrl: true }));
});

test('every field of a recorded group has a name', () => {
  expectNamed(auditFields, 'group', memberGroup);
});
