import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHub, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import { createFixtures, type Fixtures } from '#app/testing/matrix/fixtures.ts';
import { auditWords as chapterWords } from '#features/chapters/audit-words.ts';
import { chapterCalls } from '#features/chapters/chapter-contract.ts';
import { invitationCalls } from '#features/chapters/invitation-contract.ts';
import { auditWords as expenseWords } from '#features/expenses/audit-words.ts';
import { expenseCalls } from '#features/expenses/contract.ts';
import { expenseBody } from '#features/expenses/server/testing/samples.ts';
import { auditWords as memberWords } from '#features/members/audit-words.ts';
import { membershipCalls } from '#features/members/membership-contract.ts';
import { auditWords as paymentWords } from '#features/payments/audit-words.ts';
import { paymentCalls } from '#features/payments/contract.ts';
import { walletCalls } from '#features/wallets/contract.ts';
import { instantToDay, toInstant } from '#kit/day.ts';
import { cents } from '#kit/money.ts';
import { ok } from '#kit/result.ts';
import { testId } from '#kit/testing/test-id.ts';
import { audit } from '#server/audit/audit.ts';
import { inTransaction } from '#server/database/db.ts';
import { newId } from '#server/database/ids.ts';
import type { AuditRecord } from '../contract.ts';
import { auditCalls } from '../contract.ts';
import { createPhrases } from '../words.ts';

let hub: TestHub;
let fixtures: Fixtures;
let admin: TestPerson;

beforeAll(async () => {
  hub = await startTestHub();
  fixtures = await createFixtures(hub, 'Heron');
  admin = fixtures.admin;
});
afterAll(() => hub?.close());

type Query = Parameters<typeof admin.call<typeof auditCalls.list>>[1];

async function list(query: NonNullable<Query>['query'] = {}, by = admin) {
  return (await by.call(auditCalls.list, { query })).value();
}
const { describeRecord } = createPhrases([chapterWords, expenseWords, memberWords]);
const sentences = (items: readonly AuditRecord[]) => items.map(describeRecord);

async function addExpense(title: string, by = fixtures.owner) {
  const raw = JSON.stringify({ ...expenseBody(fixtures), title });
  return (await by.call(expenseCalls.create, { raw })).value();
}

test('a new record is listed immediately, described in words, newest first', async () => {
  const expense = await addExpense('Lunch');
  const params = { expenseId: expense.id };
  const replace = [{ op: 'replace', path: '/amount', value: 45 }];
  await fixtures.owner.call(expenseCalls.patch, { params, raw: JSON.stringify(replace) });
  await fixtures.other.call(expenseCalls.settle, { params });
  const { items } = await list({ search: expense.id });
  expect(sentences(items)).toEqual([
    'Otto Heron settled the expense "Lunch": status open → settled; settled at - → ' +
      `${items[0]?.changes.find(({ field }) => field === 'settled at')?.after}; settled by - → Otto Heron; use wallet transactions no → yes`,
    'Olga Heron changed the expense "Lunch": amount $40.00 → $45.00',
    'Olga Heron logged the expense "Lunch"',
  ]);
  expect(items[0]?.link).toEqual({ to: 'expense', id: expense.id, parentId: null });
  const detail = await admin.call(auditCalls.detail, {
    params: { recordId: items[2]?.id ?? testId('') },
  });
  expect(detail.value()).toMatchObject({
    subject: 'Lunch',
    hasMoreChanges: false,
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(detail.value().changes).toContainEqual({ field: 'amount', before: null, after: '$40.00' });
});

test('deleted and unnamed entities have no link', async () => {
  const expense = await addExpense('Gone');
  await fixtures.owner.call(expenseCalls.remove, { params: { expenseId: expense.id } });
  const sent = await admin.call(invitationCalls.invite, {
    body: { email: 'nora@example.org', role: 'member' },
  });
  const invitationId = sent.value().invitation.id;
  await admin.call(invitationCalls.revoke, { params: { invitationId } });
  const gone = (await list({ search: expense.id })).items;
  expect(gone.map(({ link }) => link)).toEqual([null, null]);
  expect(sentences((await list({ search: invitationId })).items)).toEqual([
    'Ada Heron revoked the invitation',
    'Ada Heron invited "nora@example.org"',
  ]);
});

test('money of a wallet is shown in its currency', async () => {
  const wallet = await fixtures.owner.call(walletCalls.create, {
    body: { name: 'Euros', ownerId: fixtures.owner.memberId, currencyCode: 'EUR' },
  });
  const params = { walletId: wallet.value().id };
  const added = await fixtures.owner.call(walletCalls.addTransaction, {
    params,
    body: {
      userId: fixtures.owner.memberId,
      transactionType: 'debit',
      amount: cents(12_34),
      description: 'Stamps',
    },
  });
  const { items } = await list({ search: added.value().id });
  expect(sentences(items)).toEqual(['Olga Heron added the transaction "Stamps"']);
  expect(items[0]?.changes).toContainEqual({ field: 'amount', before: null, after: '-€12.34' });
  expect(items[0]?.link).toMatchObject({ to: 'transaction', parentId: wallet.value().id });
});

test('a record of a payment links to the payment and says how much from whom to whom', async () => {
  const body = {
    fromMemberId: fixtures.owner.memberId,
    toMemberId: null,
    amount: cents(12_34),
    paidOn: '2026-03-01',
    method: 'check',
    reference: '1041',
  } as const;
  const { id } = (await fixtures.owner.call(paymentCalls.record, { body })).value();
  const { items } = await list({ search: id });
  expect(items[0]?.link).toEqual({ to: 'payment', id, parentId: null });
  const { describeRecord: describe } = createPhrases([paymentWords]);
  expect(items.map(describe)).toEqual([
    'Olga Heron recorded the payment of $12.34 from Olga Heron to the chapter, check 1041',
  ]);
});

test('a search finds names whatever their accents and typographic signs', async () => {
  await addExpense('Café O’Brien');
  for (const search of ["cafe o'brien", 'CAFÉ O’', 'fé']) {
    expect((await list({ search })).items, search).toMatchObject([{ subject: 'Café O’Brien' }]);
  }
});

test('filters by person, kind, action, day and text can be combined', async () => {
  const title = 'Paddle & 100% fun';
  await addExpense(title);
  await addExpense(`${title} again`, fixtures.treasurer);
  const role = { memberId: fixtures.other.memberId };
  await admin.call(membershipCalls.changeRole, { params: role, body: { role: 'treasurer' } });
  const all = (await list({ take: 200 })).items;
  const narrowed = async (
    query: Parameters<typeof list>[0],
    law: (one: AuditRecord) => boolean,
  ) => {
    const { items } = await list({ ...query, take: 200 });
    expect(items.length).toBeGreaterThan(0);
    expect(items.length).toBeLessThan(all.length);
    expect(items).toEqual(all.filter(law));
  };
  await narrowed({ actorId: admin.memberId }, ({ actor }) => actor?.id === admin.memberId);
  await narrowed({ kind: 'member' }, ({ kind }) => kind === 'member');
  await narrowed({ action: 'expense.create' }, ({ action }) => action === 'expense.create');
  await narrowed({ search: '100% F' }, ({ subject }) => subject?.startsWith(title) === true);
  await narrowed(
    { search: 'paddle', actorId: fixtures.treasurer.memberId, kind: 'expense' },
    ({ subject }) => subject === `${title} again`,
  );
  const zone = 'America/Los_Angeles';
  const today = Temporal.Now.plainDateISO(zone);
  // Another test records something earlier.
  const ofToday = all.filter(({ at }) => instantToDay(at, zone) === today.toString());
  const days = { from: today.toString(), to: today.toString() };
  expect((await list({ ...days, take: 200 })).items).toEqual(ofToday);
  const tomorrow = today.add({ days: 1 }).toString();
  expect((await list({ from: tomorrow })).items).toEqual([]);
  const earlier = (await list({ to: today.subtract({ days: 1 }).toString(), take: 200 })).items;
  expect(new Set(earlier)).toEqual(new Set(all.filter((record) => !ofToday.includes(record))));
  expect((await list({ search: 'nothing like it' })).items).toEqual([]);
});

test('pages have no gaps or duplicates despite concurrent writes', async () => {
  const all = (await list({ take: 200 })).items;
  const seen: AuditRecord[] = [];
  let before: number | undefined;
  do {
    const page = await list({ take: 3, ...(before === undefined ? {} : { before }) });
    seen.push(...page.items);
    before = page.next ?? undefined;
    await addExpense('Meanwhile');
  } while (before !== undefined);
  expect(seen).toEqual(all);
});

test('within a range of days, pages are in time order', async () => {
  const chapterId = fixtures.chapter.id;
  const hours = [9, 23, 1, 9, 15, 9, 4];
  for (const hour of hours) {
    const at = toInstant(Temporal.Instant.from('2020-02-03T00:00Z').add({ hours: hour }));
    const by = { chapterId, memberId: admin.memberId, now: at, newId };
    await inTransaction(hub.db, async (tx) => {
      await audit(tx, by, { action: 'resource.create', kind: 'resource', id: newId() });
      return ok(undefined);
    });
    await list();
  }
  const days = { from: '2020-02-01', to: '2020-02-05' };
  const all = (await list({ ...days, take: 200 })).items;
  const sorted = hours.toSorted((a, b) => b - a);
  expect(all.map(({ at }) => Number(at.slice(11, 13)))).toEqual(sorted);
  const seen: AuditRecord[] = [];
  let before: number | undefined;
  do {
    const page = await list({ ...days, take: 2, ...(before === undefined ? {} : { before }) });
    seen.push(...page.items);
    before = page.next ?? undefined;
  } while (before !== undefined);
  expect(seen).toEqual(all);
});

test('choices are all recorded actions and actors', async () => {
  const choices = (await admin.call(auditCalls.choices)).value();
  const { items } = await list({ take: 200 });
  const actions = [...new Set(items.map(({ action }) => action))].sort();
  expect(choices.actions.map(({ action }) => action)).toEqual(actions);
  const names = [...new Set(items.map(({ actor }) => actor?.name))].sort();
  expect(choices.actors.map(({ name }) => name).sort()).toEqual(names);
});

test('private fields of members are neither shown nor searchable', async () => {
  const { chapterId, memberId } = admin;
  const now = '2026-11-20T20:00:00.000Z';
  await inTransaction(hub.db, async (tx) => {
    await audit(
      tx,
      { chapterId, memberId, now, newId },
      {
        action: 'member.profile',
        kind: 'member',
        id: fixtures.owner.memberId,
        before: { primaryPhone: '+1 555 0100' },
        after: { primaryPhone: '+1 555 0199', email: 'secret@example.org' },
      },
    );
    return ok(undefined);
  });
  const { items } = await list({ action: 'member.profile' });
  expect(sentences(items)).toEqual(['Ada Heron changed the profile of "Olga Heron": phone']);
  const detail = await admin.call(auditCalls.detail, {
    params: { recordId: items[0]?.id ?? testId('') },
  });
  expect(detail.text + JSON.stringify(items)).not.toMatch(/555 01|secret/);
  for (const search of ['555', 'secret@example.org']) {
    expect((await list({ search })).items).toEqual([]);
  }
});

test("a chapter's audit is its own", async () => {
  const elsewhere = await createFixtures(hub, 'Zanzibar');
  const before = (await list({ take: 200 })).items.length;
  const settings = (await elsewhere.admin.call(chapterCalls.detail)).value();
  const { version: _, ...rest } = settings;
  await elsewhere.admin.call(chapterCalls.change, { body: { ...rest, name: 'Zanzibar North' } });
  const theirs = (await list({ take: 200 }, elsewhere.admin)).items;
  expect(sentences(theirs)).toEqual([
    'Ada Zanzibar changed the settings of the chapter "Zanzibar North": name Chapter Zanzibar → Zanzibar North',
  ]);
  expect((await list({ take: 200 })).items.length).toBe(before);
  const params = { recordId: theirs[0]?.id ?? testId('') };
  expect((await admin.call(auditCalls.detail, { params })).status).toBe(404);
  expect((await list({ search: params.recordId })).items).toEqual([]);
});
