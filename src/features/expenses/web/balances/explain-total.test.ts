import { expect, test } from 'vitest';
import type { Id } from '#kit/id.ts';
import { cents } from '#kit/money.ts';
import { testId } from '#kit/testing/test-id.ts';
import { explainPayments, explainTotal } from './explain-total.ts';

const [ann, ben, cid] = ['ann', 'ben', 'cid'].map((name) => testId<'member'>(name)) as [
  Id<'member'>,
  Id<'member'>,
  Id<'member'>,
];
const names = new Map([
  [ann, 'Ann'],
  [ben, 'Ben'],
  [cid, 'Cid'],
]);
const getName = (id: Id<'member'> | null) => (id === null ? 'the chapter' : (names.get(id) ?? ''));

test.each([
  [
    -1_646_20,
    -33_55,
    '-$1,646.20 in open expenses and -$33.55 in the wallet make $1,679.75 to pay.',
  ],
  [-10_00, 25_00, '-$10.00 in open expenses and $25.00 in the wallet make $15.00 to get back.'],
  [-10_00, 10_00, '-$10.00 in open expenses and $10.00 in the wallet make zero.'],
  [-10_00, 0, undefined],
])('%i open and %i in the wallet are added up in words', (open, wallet, words) => {
  const standing = cents(open + wallet);
  expect(explainTotal({ standing, open: cents(open), wallet: cents(wallet) })).toBe(words);
});

test('a suggestion names everyone the member pays or is paid by, and nobody else', () => {
  const payments = [
    { from: ann, to: ben, amount: cents(12_00) },
    { from: ann, to: null, amount: cents(3_50) },
    { from: cid, to: ben, amount: cents(1_00) },
  ];
  const explain = (member: Id<'member'>) => explainPayments(member, payments, getName);
  expect(explain(ann)).toContain('suggests paying Ben ($12.00) and the chapter ($3.50).');
  expect(explain(ben)).toContain('suggests payments from Ann ($12.00) and Cid ($1.00).');
  expect(explain(testId<'member'>('dan'))).toBeUndefined();
});
