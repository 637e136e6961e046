import { test } from 'vitest';
import { expectNamed } from '#features/audit/testing/expect-named.ts';
import { auditFields } from './audit-fields.ts';
import { bankBalance } from './bank-balance-contract.ts';
import { chapterCalls } from './chapter-contract.ts';
import { sentInvitation } from './invitation-contract.ts';
import { logoCalls } from './logo-contract.ts';
import { instructionCalls } from './payment-instructions-contract.ts';

test('every field of a recorded chapter, logo or invitation has a name', () => {
  expectNamed(auditFields, 'chapter', chapterCalls.detail.reply);
  expectNamed(auditFields, 'chapter', bankBalance);
  expectNamed(auditFields, 'chapter', logoCalls.change.reply);
  expectNamed(auditFields, 'chapter', instructionCalls.change.reply);
  const aboutMail = ['state', 'invitedBy', 'mail', 'mailFailure', 'mailAt'];
  expectNamed(auditFields, 'invitation', sentInvitation.shape.invitation, aboutMail);
});
