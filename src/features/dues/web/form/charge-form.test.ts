import { describe, expect, test } from 'vitest';
import { cents } from '#kit/money.ts';
import { testId } from '#kit/testing/test-id.ts';
import type { ChargeDetail, ChargeItem } from '../../contract.ts';
import {
  beginAgain,
  beginCharge,
  beginLateFee,
  type ChargeForm,
  listAmounts,
  placeRefusal,
  sumCharge,
  toNewCharge,
  validateCharge,
} from './charge-form.ts';

const [ann, ben, cal] = [testId<'member'>('ann'), testId<'member'>('ben'), testId<'member'>('cal')];
const context = {
  today: '2026-11-30',
  zone: 'America/Los_Angeles',
  members: [
    { id: ann, label: 'Ann', joinedOn: '2020-03-01' },
    { id: ben, label: 'Ben', joinedOn: '2024-07-09' },
    { id: cal, label: 'Cal', joinedOn: '2026-10-12' },
  ],
} as const;
const dues: ChargeForm = { ...beginCharge(context), title: ' 2027 dues ', amount: '250' };

test('everyone is asked the amount within thirty days, and those with another one that', () => {
  const form = { ...dues, amounts: new Map([[ben, '$125.00']]) };
  expect(sumCharge(form, context)).toEqual({ count: 3, total: 625_00 });
  expect(toNewCharge(form, context)).toEqual({
    title: '2027 dues',
    dueOn: '2026-12-30',
    category: '',
    note: '',
    isLateFee: false,
    items: [
      { memberId: ann, amount: 250_00 },
      { memberId: ben, amount: 125_00 },
      { memberId: cal, amount: 250_00 },
    ],
  });
});

test('prorated, those who joined this year pay from that month on, unless their row says more', () => {
  const prorated = { ...dues, isProrated: true };
  expect([...listAmounts(prorated, context).values()]).toEqual(['250.00', '250.00', '62.50']);
  const changed = { ...prorated, amount: '100.10', amounts: new Map([[ann, '1']]) };
  expect([...listAmounts(changed, context).values()]).toEqual(['1', '100.10', '25.03']);
});

test('who is not chosen counts nothing, and keeps what was typed', () => {
  const form = { ...dues, chosen: new Set([ann]), amounts: new Map([[ben, 'x']]) };
  expect(sumCharge(form, context)).toEqual({ count: 1, total: 250_00 });
  expect(toNewCharge(form, context)?.items).toEqual([{ memberId: ann, amount: 250_00 }]);
});

describe('nothing is sent', () => {
  test.each([
    ['title', { title: ' ' }, 'Enter a title'],
    ['title', { title: 'x'.repeat(101) }, 'Must be at most 100 characters'],
    ['amount', { amount: '' }, 'Enter an amount'],
    ['amount', { amount: '0' }, 'Amount must be greater than 0'],
    ['amount', { amount: '100,000' }, 'Amount must be at most $99,999.99'],
    ['amount', { amount: '1.234' }, 'Enter an amount like 1,234.56, with at most two decimals'],
    ['dueOn', { dueOn: '' }, 'Choose the day'],
    ['dueOn', { dueOn: '2026-11-29' }, 'Choose today or a later day'],
    ['dueOn', { dueOn: '2028-12-01' }, 'Choose a day until Nov 30, 2028'],
    ['category', { category: 'x'.repeat(101) }, 'Must be at most 100 characters'],
    ['note', { note: 'x'.repeat(501) }, 'Must be at most 500 characters'],
    ['chosen', { chosen: new Set() }, 'Choose at least one member'],
  ] as const)('while its %s is wrong', (field, changes, problem) => {
    const form = { ...dues, ...changes } as ChargeForm;
    expect(validateCharge(form, context)).toEqual({ [field]: problem });
    expect(toNewCharge(form, context)).toBeUndefined();
  });

  test('while a row is wrong, which is named alone', () => {
    const form = { ...dues, amounts: new Map([[ben, '']]) };
    expect(validateCharge(form, context)).toEqual({
      amounts: new Map([[ben, 'Enter an amount']]),
    });
    expect(toNewCharge(form, context)).toBeUndefined();
  });
});

test('a refusal of the server is shown at its field, or at the row of its member', () => {
  const body = toNewCharge(dues, context);
  if (!body) throw new Error('the form is valid');
  const place = (field: string) => placeRefusal({ code: 'invalid', message: 'No', field }, body);
  expect(place('items.1.memberId')).toEqual({ amounts: new Map([[ben, 'No']]) });
  expect(place('dueOn')).toEqual({ dueOn: 'No' });
  expect(place('occurrenceId')).toEqual({});
  expect(placeRefusal(undefined, body)).toEqual({});
});

test('the amount may be missing if every row has one', () => {
  const amounts = new Map([ann, ben, cal].map((id) => [id, '5']));
  expect(sumCharge({ ...dues, amount: '', amounts }, context).total).toBe(15_00);
  expect(toNewCharge({ ...dues, amount: '', amounts }, context)?.items).toHaveLength(3);
});

function makeItem(memberId: typeof ann, fields: Partial<ChargeItem>): ChargeItem {
  return {
    id: testId('item'),
    chargeId: testId('charge'),
    title: '2026 dues',
    note: null,
    isLateFee: false,
    member: { id: memberId, name: '' },
    amount: cents(200_00),
    waived: cents(0),
    open: cents(0),
    dueOn: '2026-01-31',
    chargedAt: '2026-01-02T20:00:00.000Z',
    canceledAt: null,
    coveredOn: null,
    isPaid: false,
    reason: null,
    version: 1,
    ...fields,
  };
}

function makeCharge(items: ChargeItem[]): ChargeDetail {
  return {
    id: testId('charge'),
    title: '2026 dues',
    dueOn: '2026-01-31',
    category: 'Dues',
    note: null,
    occurrenceId: null,
    isLateFee: false,
    createdBy: { id: ann, name: 'Ann' },
    createdAt: '2026-01-02T20:00:00.000Z',
    itemCount: items.length,
    settledCount: 0,
    amount: cents(0),
    waived: cents(0),
    open: cents(0),
    items,
  };
}

test('a charge of a year ago asks the same amounts again, of new members the usual one', () => {
  const [dan, eve] = [testId<'member'>('dan'), testId<'member'>('eve')];
  const before = makeCharge([
    makeItem(ann, {}),
    makeItem(ben, { amount: cents(150_00) }),
    // Joined in July 2025: a year begun.
    makeItem(dan, { amount: cents(100_00) }),
    makeItem(testId('gone'), {}),
  ]);
  const members = [
    ...context.members,
    { id: dan, label: 'Dan', joinedOn: '2025-07-01' },
    { id: eve, label: 'Eve', joinedOn: '2019-01-01' },
  ] as const;
  const form = beginAgain({ ...context, members }, before);
  expect(form).toMatchObject({ title: '2027 dues', dueOn: '2027-01-31', amount: '200.00' });
  expect([...form.chosen]).toEqual([ann, ben, cal, dan]);
  expect([...form.amounts]).toEqual([[ben, '150.00']]);
  expect(form.category).toBe('Dues');
});

test('a late fee asks exactly those who are late', () => {
  const late = { open: cents(200_00) };
  const charge = makeCharge([
    makeItem(ann, late),
    makeItem(ben, { ...late, dueOn: '2026-12-24' }),
    makeItem(cal, { ...late, canceledAt: '2026-03-01T00:00:00.000Z' }),
  ]);
  const form = { ...beginLateFee(context, charge), amount: '10' };
  expect(toNewCharge(form, context)).toEqual({
    title: 'Late fee: 2026 dues',
    dueOn: '2026-12-30',
    category: 'Dues',
    note: '',
    isLateFee: true,
    items: [{ memberId: ann, amount: 10_00 }],
  });
});
