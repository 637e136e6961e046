import { test } from 'vitest';
import { expectNamed } from '#features/audit/testing/expect-named.ts';
import { auditFields } from './audit-fields.ts';
import { resourceCalls } from './contract.ts';
import { document } from './documents/document-contract.ts';
import { folder } from './documents/folder-contract.ts';

test('every field of a recorded document and its folder has a name', () => {
  expectNamed(auditFields, 'document', document);
  expectNamed(auditFields, 'document-folder', folder);
});

test('every field of the recorded resources has a name', () => {
  expectNamed(auditFields, 'resources', resourceCalls.change.body);
});
