import { describe, expect, test } from 'vitest';
import { cents, sumCents } from '#kit/money.ts';
import type { Role } from '#kit/role.ts';
import { testId } from '#kit/testing/test-id.ts';
import { type PaymentStatus, paymentStatuses } from './contract.ts';
import { checkAct, listActs, maySee, movementsOf, type PaymentFacts, sayAs } from './payment.ts';

const [ann, ben, cat] = [testId<'member'>('a'), testId<'member'>('b'), testId<'member'>('c')];
const person = (memberId = ann, role: Role = 'member') => ({ memberId, role });

/** Ann says she paid Ben, by default. */
function facts(more: Partial<PaymentFacts> = {}): PaymentFacts {
  return {
    fromMemberId: ann,
    toMemberId: ben,
    saidBy: ann,
    saidAs: 'payer',
    status: 'waiting',
    ...more,
  };
}

describe('who may record a payment', () => {
  const toChapter = { fromMemberId: ann, toMemberId: null };
  const between = { fromMemberId: ann, toMemberId: ben };
  test.each([
    ['the payer', person(ann), between, 'payer'],
    ['the payee', person(ben), between, 'payee'],
    ['anyone else', person(cat), between, undefined],
    ['a payer to the chapter', person(ann), toChapter, 'payer'],
    ['a member for the chapter', person(ben), toChapter, undefined],
    ['a treasurer', person(cat, 'treasurer'), between, 'treasurer'],
    ['an admin', person(cat, 'admin'), toChapter, 'treasurer'],
    ['a treasurer who paid', person(ann, 'treasurer'), between, 'treasurer'],
  ])('%s', (_, actor, sides, saidAs) => expect(sayAs(actor, sides)).toBe(saidAs));
});

test('members see the payments they are a side of, treasurers all', () => {
  expect([ann, ben, cat].map((each) => maySee(person(each), facts()))).toEqual([true, true, false]);
  expect(maySee(person(cat, 'treasurer'), facts())).toBe(true);
  expect(maySee(person(cat, 'admin'), facts())).toBe(true);
});

describe('what may be done to a payment that Ann recorded', () => {
  const nobodys = { waiting: [], confirmed: [], rejected: [], withdrawn: [], taken_back: [] };
  const deciders = { ...nobodys, waiting: ['confirm', 'reject'] };
  const keepers = { ...deciders, confirmed: ['takeBack'] };
  test.each([
    ['Ann', person(ann), { ...nobodys, waiting: ['withdraw'] }],
    ['Ben', person(ben), deciders],
    ['a treasurer', person(cat, 'treasurer'), keepers],
    ['an admin', person(cat, 'admin'), keepers],
    [
      'Ann, a treasurer meanwhile',
      person(ann, 'treasurer'),
      { ...nobodys, waiting: ['withdraw'], confirmed: ['takeBack'] },
    ],
  ])('by %s', (_, actor, expected: Record<PaymentStatus, string[]>) => {
    for (const status of paymentStatuses) {
      expect([status, listActs(actor, facts({ status }))]).toEqual([status, expected[status]]);
    }
  });

  test('refusals say why: their own word, or what became of it', () => {
    const code = (actor: ReturnType<typeof person>, status: PaymentStatus) =>
      checkAct(actor, facts({ status }), 'confirm')?.refusal.code;
    expect(code(person(ann), 'waiting')).toBe('own_word');
    expect(code(person(ben), 'confirmed')).toBe('payment_confirmed');
    expect(code(person(ben), 'rejected')).toBe('payment_rejected');
    expect(checkAct(person(ben), facts(), 'withdraw')?.refusal.code).toBe('not_yours');
  });
});

test('the payer’s wallet goes up, the payee’s down, and taking back is the opposite', () => {
  const amount = cents(1234);
  for (const sides of [
    facts(),
    facts({ toMemberId: null }),
    facts({ fromMemberId: null, saidBy: ben, saidAs: 'payee' }),
  ]) {
    const paid = movementsOf({ ...sides, amount }, 'pay');
    const back = movementsOf({ ...sides, amount }, 'pay_back');
    const amounts = new Map(paid.map((each) => [each.memberId, each.amountCents]));
    expect(amounts.get(ann)).toBe(sides.fromMemberId === null ? undefined : 1234);
    expect(amounts.get(ben)).toBe(sides.toMemberId === null ? undefined : -1234);
    for (const [index, { memberId, amountCents }] of paid.entries()) {
      expect(back[index]?.memberId).toBe(memberId);
      expect(sumCents([amountCents, back[index]?.amountCents ?? cents(0)])).toBe(0);
    }
  }
});
