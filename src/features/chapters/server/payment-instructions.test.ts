import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestHub, type TestChapter, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import { auditCalls } from '#features/audit/contract.ts';
import { instructionCalls, type PaymentInstructions } from '../payment-instructions-contract.ts';

let hub: TestHub;
let chapter: TestChapter;
let admin: TestPerson;
let maya: TestPerson;

beforeAll(async () => {
  hub = await startTestHub();
});
afterAll(() => hub?.close());
beforeEach(async () => {
  chapter = await hub.chapter('San Diego');
  admin = await chapter.person('Ana Admin', 'admin');
  maya = await chapter.person('Maya Chen');
});

const nothing = { howToPay: '', paymentLink: '', bankAccount: null };
const german = {
  type: 'iban' as const,
  holder: 'Chapter e. V.',
  bankName: 'Harbor Bank',
  iban: 'DE89370400440532013000',
};
const american = {
  type: 'us' as const,
  holder: 'The chapter',
  bankName: '',
  routingNumber: '123456780',
  accountNumber: '000123456789',
};
const entered: PaymentInstructions = {
  howToPay: 'Checks to the treasurer.\nNo cash.',
  paymentLink: 'https://pay.example.org/chapter?x=1',
  bankAccount: german,
};

const read = async (by = maya) => (await by.call(instructionCalls.detail)).value();
const change = (body: PaymentInstructions, by = admin) =>
  by.call(instructionCalls.change, { body });
const listChanges = async () => {
  const query = { action: 'chapter.payment-instructions' };
  const { items } = (await admin.call(auditCalls.list, { query })).value();
  return items.map(({ changes }) => changes);
};
const saysHowToPay = async () =>
  hub.db
    .selectFrom('chapter')
    .select('says_how_to_pay as says')
    .where('id', '=', chapter.id)
    .executeTakeFirstOrThrow();

test('instructions from before the rules of texts are read as they were written', async () => {
  const written = 'Checks\u0007';
  await sql`update hub.chapter set how_to_pay = ${written} where id = ${chapter.id}`.execute(
    hub.db,
  );
  expect((await read()).howToPay).toBe(written);
});

test('an admin says how the chapter is paid, and every member reads it', async () => {
  expect(await read()).toEqual({ ...nothing, version: 1 });
  expect(await saysHowToPay()).toEqual({ says: false });
  expect((await change(entered)).value()).toEqual({ ...entered, version: 2 });
  expect(await read()).toEqual({ ...entered, version: 2 });
  expect(await saysHowToPay()).toEqual({ says: true });
  await change({ ...nothing, bankAccount: american });
  expect((await read()).bankAccount).toEqual(american);
  expect(await saysHowToPay()).toEqual({ says: true });
  await change(nothing);
  expect(await read()).toEqual({ ...nothing, version: 4 });
  expect(await saysHowToPay()).toEqual({ says: false });
});

test('the audit log names what changed, and masks the numbers of the account', async () => {
  await change(entered);
  await change({ ...entered, howToPay: '', bankAccount: american });
  const [second, first] = await listChanges();
  expect(first).toEqual([
    { field: 'how to pay', before: '-', after: entered.howToPay },
    { field: 'bank account', before: '-', after: 'Chapter e. V., Harbor Bank, IBAN ••••3000' },
    { field: 'payment link', before: '-', after: entered.paymentLink },
  ]);
  expect(second).toEqual([
    { field: 'how to pay', before: entered.howToPay, after: '-' },
    {
      field: 'bank account',
      before: 'Chapter e. V., Harbor Bank, IBAN ••••3000',
      after: 'The chapter, routing ••••6780, account ••••6789',
    },
  ]);
  const reply = JSON.stringify([second, first]);
  for (const number of [german.iban, american.routingNumber, american.accountNumber]) {
    expect(reply).not.toContain(number);
  }
});

test('only admins change it, in their own chapter and at the version they have seen', async () => {
  const treasurer = await chapter.person('Tara Treasurer', 'treasurer');
  for (const person of [maya, treasurer]) expect((await change(entered, person)).status).toBe(403);
  const replies = await Promise.all(
    [1, 1].map((version) =>
      admin.call(instructionCalls.change, {
        body: entered,
        headers: { 'if-match': `"${version}"` },
      }),
    ),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 412]);
  const other = await (await hub.chapter('Elsewhere')).person('Eve Else', 'admin');
  expect(await read(other)).toEqual({ ...nothing, version: 1 });
});

describe('is refused and changes nothing:', () => {
  test.each<[string, string | undefined, object]>([
    ['a script as the link', 'paymentLink', { paymentLink: 'javascript:alert(1)' }],
    ['data as the link', 'paymentLink', { paymentLink: 'data:text/html,<b>' }],
    ['a link that is not encrypted', 'paymentLink', { paymentLink: 'http://pay.example.org' }],
    ['a link with a password', 'paymentLink', { paymentLink: 'https://a:b@pay.example.org' }],
    ['a link too long', 'paymentLink', { paymentLink: `https://a.example/${'x'.repeat(500)}` }],
    ['text too long', 'howToPay', { howToPay: 'x'.repeat(1_001) }],
    ['text that is none', 'howToPay', { howToPay: null }],
    [
      'an IBAN with a typo',
      'bankAccount.iban',
      { bankAccount: { ...german, iban: 'DE88370400440532013000' } },
    ],
    [
      'a routing number with a typo',
      'bankAccount.routingNumber',
      { bankAccount: { ...american, routingNumber: '123456789' } },
    ],
    [
      'an account number with letters',
      'bankAccount.accountNumber',
      { bankAccount: { ...american, accountNumber: 'CHECKING' } },
    ],
    ['no holder', 'bankAccount.holder', { bankAccount: { ...german, holder: ' ' } }],
    [
      'a holder too long',
      'bankAccount.holder',
      { bankAccount: { ...german, holder: 'x'.repeat(71) } },
    ],
    ['numbers of both kinds', undefined, { bankAccount: { ...american, iban: german.iban } }],
    ['a kind that is unknown', undefined, { bankAccount: { ...german, type: 'giro' } }],
    ['an unknown field', undefined, { more: 1 }],
  ])('%s', async (_, field, wrong) => {
    const reply = await admin.call(instructionCalls.change, {
      raw: JSON.stringify({ ...entered, ...wrong }),
    });
    expect(reply.status).toBe(422);
    if (field !== undefined) expect(reply.refusal().field).toBe(field);
    expect(await read()).toEqual({ ...nothing, version: 1 });
  });

  test('half an account, by the database itself', async () => {
    const half = hub.db
      .updateTable('chapter')
      .set({ bank_holder: 'Half', bank_name: '' })
      .where('id', '=', chapter.id)
      .execute();
    await expect(half).rejects.toThrow('chapter_bank_account');
  });
});
