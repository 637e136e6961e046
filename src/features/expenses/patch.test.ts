import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { scaleRuns } from '#app/testing/amounts.ts';
import type { Id } from '#kit/id.ts';
import { cents } from '#kit/money.ts';
import type { ExpenseFields, OpenExpense, Override } from './expense.ts';
import { applyPatch, createOverridesPatch, createPatch, pickFields } from './patch.ts';
import { type PatchOperation, patchBody } from './patch-contract.ts';
import { splitExpense } from './split.ts';
import { expenseWith, fieldsWith, person, randomExpense, uuid } from './testing/random-expense.ts';

const parseBody = (...operations: unknown[]) => z.safeDecode(patchBody, operations as never);
const replace = (path: string, value: unknown) => ({ op: 'replace', path, value });
const operations = (...list: unknown[]) => list as PatchOperation[];

const newOverrideId = () => uuid<'override'>('0fff', 99);
const apply = (expense: OpenExpense, list: readonly PatchOperation[], mayDrop: boolean) =>
  applyPatch(expense, list, mayDrop, newOverrideId);

const paths = [
  ['/title', 'Lunch'],
  ['/description', 'By the sea'],
  ['/amount', 12.34],
  ['/expenseDate', '2026-05-01T00:00:00.000Z'],
  ['/eventId', uuid('0bbb', 1)],
  ['/participants', [person(1)]],
  ['/category', 'Fun'],
  ['/paidBy', person(2)],
  ['/payers', [{ memberId: person(2), amountPaid: 100 }]],
  ['/isEvenSplit', true],
  ['/isExcludedFromGroupTotals', true],
  ['/useWalletTransactions', false],
  ['/payerReimbursementType', 'None'],
  ['/payerReimbursementAmount', 3],
] as const;

describe('a patch body', () => {
  test.each(paths)('replaces %s', (path, value) => {
    expect(parseBody(replace(path, value)).success).toBe(true);
  });

  test.each([
    '/id',
    '/status',
    '/settledAt',
    '/version',
    '/createdBy',
    '/overrides/0',
    '/receiptIds',
    '/participantBreakdowns',
    '/__proto__/status',
    '/__proto__',
    '/constructor/prototype/title',
    '/constructor',
    '/toString',
    '/hasOwnProperty',
    '/participants/-',
    '/participants/0',
    '/title/',
    '//title',
    'title',
    '',
    '/',
    '/TITLE',
    '/title~0',
    '/~0title',
    '/title~1',
    '/ti%74le',
    '/title\u0000',
    ' /title',
    '/titl\u0435',
  ])('refuses the path %j', (path) => {
    expect(parseBody(replace(path, 'x')).success).toBe(false);
  });

  test.each([
    ['add', { op: 'add', path: '/title', value: 'x' }],
    ['remove', { op: 'remove', path: '/description' }],
    ['copy', { op: 'copy', from: '/id', path: '/title' }],
    ['move', { op: 'move', from: '/id', path: '/title' }],
    ['test', { op: 'test', path: '/title', value: 'Dinner' }],
    ['REPLACE', { op: 'REPLACE', path: '/title', value: 'x' }],
    ['a missing value', { op: 'replace', path: '/title' }],
    ['a missing path', { op: 'replace', value: 'x' }],
    ['a path that is a list', { op: 'replace', path: ['/title'], value: 'x' }],
    ['an unknown member', { op: 'replace', path: '/title', value: 'x', from: '/id' }],
    ['null', null],
    ['text', '/title'],
  ])('refuses %s', (_, operation) => {
    expect(parseBody(operation).success).toBe(false);
  });

  test.each([
    ['/title', 5],
    ['/title', null],
    ['/amount', '12'],
    ['/amount', 1.005],
    ['/amount', true],
    ['/amount', [5]],
    ['/amount', 10_000_000_000],
    ['/expenseDate', '2026-05-01'],
    ['/eventId', ''],
    ['/participants', person(1)],
    ['/participants', [null]],
    ['/isEvenSplit', 'true'],
    ['/isEvenSplit', 1],
    ['/payerReimbursementType', 'full'],
    ['/paidBy', 'nobody'],
  ])('refuses %s with %j', (path, value) => {
    expect(parseBody(replace(path, value)).success).toBe(false);
  });

  test('must be a list of at most 32 operations', () => {
    expect(parseBody(...Array(32).fill(replace('/title', 'x'))).success).toBe(true);
    expect(parseBody(...Array(33).fill(replace('/title', 'x'))).success).toBe(false);
    expect(z.safeDecode(patchBody, replace('/title', 'x') as never).success).toBe(false);
  });

  test('never touches the prototype of objects', () => {
    parseBody(
      replace('/__proto__/polluted', true),
      replace('/constructor/prototype/polluted', true),
    );
    expect('polluted' in {}).toBe(false);
  });
});

describe('applying a patch', () => {
  const expense = expenseWith();
  const override = (label: string, ...participantIds: Id<'member'>[]): Override => ({
    id: uuid('0fff', label.length),
    type: participantIds.length === 1 ? 'manual' : 'equal',
    amount: cents(10),
    label,
    participantIds,
  });

  test('replaces only the named fields', () => {
    const patched = apply(expense, operations(replace('/title', 'Lunch')), false);
    expect(patched).toEqual({
      ok: true,
      value: { fields: fieldsWith({ title: 'Lunch' }), overrides: [], dropped: [] },
    });
  });

  test('refuses a repeated path', () => {
    const twice = operations(replace('/title', 'a'), replace('/title', 'b'));
    const result = apply(expense, twice, false);
    expect(result.ok ? undefined : result.refusal).toMatchObject({
      code: 'patch_path_twice',
      field: '1.path',
    });
  });

  test('refuses a merged expense that breaks a rule', () => {
    const codeOf = (...list: unknown[]) => {
      const result = apply(expense, operations(...list), false);
      return result.ok ? undefined : result.refusal.code;
    };
    expect(codeOf(replace('/title', ''))).toBe('required_fields');
    expect(codeOf(replace('/paidBy', null))).toBe('required_fields');
    expect(codeOf(replace('/participants', []))).toBe('required_fields');
    expect(codeOf(replace('/payerReimbursementType', 'Partial'))).toBe('reimbursement_required');
    expect(codeOf(replace('/payerReimbursementAmount', 5))).toBe('reimbursement_not_partial');
    const both = [replace('/isEvenSplit', true), replace('/paidBy', person(2))];
    expect(codeOf(...both)).toBe('payer_of_even_split');
  });

  test('clears the payer on an even split, and the partial amount with another type', () => {
    const even = apply(expense, operations(replace('/isEvenSplit', true)), false);
    expect(even.ok && even.value.fields).toMatchObject({ isEvenSplit: true, paidBy: null });
    const still = apply(expense, operations(replace('/isEvenSplit', false)), false);
    expect(still.ok && still.value.fields).toEqual(fieldsWith());
    const partial = expenseWith({
      payerReimbursementType: 'Partial',
      payerReimbursementAmount: cents(500),
    });
    const none = operations(replace('/payerReimbursementType', 'None'));
    const full = apply(partial, none, false);
    expect(full.ok && full.value.fields.payerReimbursementAmount).toBe(null);
  });

  test('removes overrides of people who are no longer participants only with consent', () => {
    const [ann, ben, cid] = [person(1), person(2), person(3)];
    const kept = override('Salad', ann);
    const lost = [override('Wine for two', cid, ben), override('Ben', ben)];
    const overridden = expenseWith({ overrides: [kept, ...lost] });
    const leave = operations(replace('/participants', [ann, cid, person(4)]));
    const refused = apply(overridden, leave, false);
    expect(refused.ok ? undefined : refused.refusal).toMatchObject({
      code: 'overrides_would_be_dropped',
      message:
        'These overrides include people who are no longer participants: "Wine for two", "Ben". Confirm to remove them.',
      details: { overrideIds: lost.map(({ id }) => id) },
    });
    const consented = apply(overridden, leave, true);
    expect(consented.ok && consented.value).toMatchObject({ overrides: [kept], dropped: lost });
  });

  test('replaces all overrides, and those about the same people or part keep their ids', () => {
    const fix = (id: number, who: number, label: string): Override => ({
      id: uuid('0fff', id),
      type: 'manual',
      amount: cents(10_00),
      label,
      participantIds: [person(who)],
    });
    const wine: Override = {
      id: uuid('0fff', 3),
      type: 'equal',
      amount: cents(5_00),
      label: 'Wine',
      participantIds: [person(3), person(4)],
    };
    const participants = [1, 2, 3, 4].map(person);
    const expense = expenseWith({
      participants,
      overrides: [fix(1, 1, 'Agreed'), fix(2, 2, 'Less'), wine],
    });
    const half = { unit: 'percent', value: '50' } as const;
    const { id: _, ...changed } = { ...fix(1, 1, ''), stated: half };
    const { id: __, ...added } = fix(4, 3, '');
    const list = createOverridesPatch(expense, [changed, added, wine], expense.participants);
    const result = apply(expense, list, false);
    expect(result.ok && result.value.overrides).toMatchObject([
      { id: uuid('0fff', 1), label: 'Agreed', stated: half },
      { id: newOverrideId(), participantIds: [person(3)] },
      { id: wine.id },
    ]);
    expect(createOverridesPatch(expense, expense.overrides, expense.participants)).toEqual([]);
  });

  test('created from two expenses turns one into the other with only the changed fields', () => {
    fc.assert(
      fc.property(randomExpense, randomExpense, (from, to) => {
        const list = createPatch(pickFields(from), pickFields(to));
        expect(parseBody(...z.encode(patchBody, list)).success).toBe(true);
        const result = apply(from, list, false);
        const sorted = (fields: ExpenseFields) => ({
          ...fields,
          participants: fields.participants.toSorted(),
        });
        expect(result.ok && sorted(result.value.fields)).toEqual(sorted(pickFields(to)));
        expect(createPatch(pickFields(from), pickFields(from))).toEqual([]);
      }),
      { numRuns: scaleRuns(500) },
    );
  });

  test('of fields other than money and people changes no share', () => {
    const edit = fc.record({
      title: fc.string({ minLength: 1 }).map((text) => `x${text}`),
      description: fc.string(),
      category: fc.string(),
      expenseDate: fc.constantFrom('2026-05-01T00:00:00.000Z', '1999-05-01T00:00:00.000Z'),
      isExcludedFromGroupTotals: fc.boolean(),
      useWalletTransactions: fc.boolean(),
    });
    fc.assert(
      fc.property(randomExpense, edit, (before, change) => {
        const list = createPatch(pickFields(before), { ...pickFields(before), ...change });
        const patched = apply(before, list, false);
        if (!patched.ok) throw new Error(patched.refusal.message);
        const { fields, overrides } = patched.value;
        const { amount: total, participants } = fields;
        const shares = splitExpense({ expenseId: before.id, total, participants, overrides });
        expect(shares).toEqual({ ok: true, value: before.participantBreakdowns });
      }),
      { numRuns: scaleRuns(500) },
    );
  });
});
