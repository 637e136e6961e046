import { expect, test } from 'vitest';
import { auditFields as chapterFields } from '#features/chapters/audit-fields.ts';
import { auditWords as eventWords } from '#features/events/audit-words.ts';
import { auditFields as expenseFields } from '#features/expenses/audit-fields.ts';
import { auditFields as memberFields } from '#features/members/audit-fields.ts';
import { auditFields as walletFields } from '#features/wallets/audit-fields.ts';
import { testId } from '#kit/testing/test-id.ts';
import { collectIds, describeChanges, type NameLookup } from './changes.ts';
import { type AuditRecord, auditRecord } from './contract.ts';
import { mergeFields } from './field-names.ts';
import { createPhrases } from './words.ts';

const maya = testId('0190a0a0-0aaa-7000-8000-000000000001');
const tom = testId('0190a0a0-0aaa-7000-8000-000000000002');
const purse = testId('0190a0a0-0bbb-7000-8000-000000000001');
const { formatAction, describeRecord } = createPhrases([eventWords]);
const naming: NameLookup = {
  fields: mergeFields([chapterFields, expenseFields, memberFields, walletFields]),
  nameOf: (id) => (id === maya ? 'Maya Chen' : id === tom ? 'Tom Becker' : undefined),
  getCurrency: (id) => (id === purse ? 'EUR' : undefined),
  timeZone: 'America/Los_Angeles',
};
const changes = (kind: string, before: unknown, after: unknown) =>
  describeChanges({ kind, before, after }, naming);

const record = (more: Partial<AuditRecord>): AuditRecord => ({
  id: purse,
  seq: 1,
  at: '2026-11-20T20:00:00.000Z',
  actor: { id: maya, name: 'Maya Chen' },
  action: 'expense.update',
  kind: 'expense',
  subjectId: tom,
  subject: 'Lunch',
  about: null,
  changes: [],
  hasMoreChanges: false,
  link: null,
  ...more,
});

test('only changed fields are listed, without derived ones', () => {
  const before = { title: 'Lunch', amount: 40_00, version: 1, participantBreakdowns: [1] };
  const after = { title: 'Lunch', amount: 45_00, version: 2, participantBreakdowns: [2] };
  expect(changes('expense', before, after)).toEqual([
    { field: 'amount', before: '$40.00', after: '$45.00' },
  ]);
});

test("people are shown by name, times in the chapter's zone, money in the wallet's currency", () => {
  expect(
    changes(
      'expense',
      { paidBy: maya, participants: [maya], expenseDate: '2026-11-01T19:00:00.000Z' },
      { paidBy: null, participants: [tom, maya], expenseDate: '2026-11-02T20:00:00.000Z' },
    ),
  ).toEqual([
    { field: 'paid by', before: 'Maya Chen', after: '-' },
    { field: 'participants', before: 'Maya Chen', after: 'Maya Chen, Tom Becker' },
    {
      field: 'expense date',
      before: expect.stringContaining('Nov'),
      after: expect.stringContaining('Nov'),
    },
  ]);
  expect(
    changes('transaction', { walletId: purse, amount: -100 }, { walletId: purse, amount: 250 }),
  ).toEqual([{ field: 'amount', before: '-€1.00', after: '€2.50' }]);
});

test('a creation lists every field, a deletion what was there', () => {
  const wallet = { id: purse, name: 'Purse', ownerId: tom, currencyCode: 'EUR' };
  expect(changes('wallet', null, wallet)).toEqual([
    { field: 'name', before: null, after: 'Purse' },
    { field: 'owner', before: null, after: 'Tom Becker' },
    { field: 'currency', before: null, after: 'EUR' },
  ]);
  expect(changes('wallet', { name: 'Purse' }, null)).toEqual([
    { field: 'name', before: 'Purse', after: null },
  ]);
});

test('nested objects are flattened by one level, and overrides are shown by label', () => {
  expect(
    changes('chapter', { links: { chapterSiteUrl: 'a' } }, { links: { chapterSiteUrl: 'b' } }),
  ).toEqual([{ field: 'link to the chapter site', before: 'a', after: 'b' }]);
  expect(
    changes(
      'expense',
      { overrides: [] },
      { overrides: [{ id: purse, label: 'Less', amount: 5_00 }] },
    ),
  ).toEqual([{ field: 'overrides', before: '-', after: 'Less $5.00' }]);
});

test('private fields of members are not shown', () => {
  const listed = changes(
    'member',
    { role: 'member', email: 'old@example.org', primaryPhone: '1', profile: { pronouns: 'x' } },
    { role: 'admin', email: 'new@example.org', primaryPhone: null, profile: { pronouns: 'y' } },
  );
  expect(listed[0]).toEqual({ field: 'role', before: 'member', after: 'admin' });
  expect(listed.slice(1).map(({ field }) => field)).toEqual(['email', 'phone', 'profile pronouns']);
  expect(JSON.stringify(listed)).not.toMatch(/example\.org|"1"|"x"|"y"/);
});

test('a long text is cut, and never within a character', () => {
  const [change] = changes('expense', undefined, { description: `${'x'.repeat(499)}🎉 and more` });
  expect(change?.after).toBe(`${'x'.repeat(499)}…`);
});

test('a record reads as a sentence', () => {
  const change = { field: 'amount', before: '$40.00', after: '$45.00' };
  expect(describeRecord(record({ changes: [change] }))).toBe(
    'Maya Chen changed the expense "Lunch": amount $40.00 → $45.00',
  );
  expect(describeRecord(record({ changes: [change], hasMoreChanges: true }))).toMatch(
    /→ \$45\.00; …$/,
  );
  expect(describeRecord(record({ actor: null, action: 'wallet.create', subject: null }))).toBe(
    'System added the wallet',
  );
  expect(formatAction('calendar-feed.revoke')).toBe('revoked the private calendar address');
  expect(formatAction('wallet.update')).toBe('changed the wallet');
  expect(formatAction('member.photo.frobnicate')).toBe(
    'performed "frobnicate" on the member photo',
  );
  expect(auditRecord.safeParse(record({})).success).toBe(true);
});

test('ids are collected from anywhere in a record', () => {
  expect(
    collectIds({ kind: 'x', before: null, after: { a: maya, b: [{ c: tom }], d: maya } }),
  ).toEqual([maya, tom]);
});
