/** A random write of expenses, overrides or wallets, for the model's test. */
import fc from 'fast-check';
import type { ReimbursementType } from '../expense.ts';

export type Facts = {
  amount: number;
  participants: number[];
  payer: number | null;
  type: ReimbursementType;
  part: number;
  isExcluded: boolean;
  usesWallets: boolean;
};

/** Numbers pick among what is there at that time. */
export type Step =
  | { kind: 'log'; facts: Facts }
  | { kind: 'edit'; expense: number; change: Partial<Facts>; mayDrop: boolean }
  | { kind: 'override'; expense: number; override: OverrideStep }
  | { kind: 'change override'; expense: number; which: number; override: OverrideStep }
  | { kind: 'drop override'; expense: number; which: number }
  | { kind: 'settle' | 'delete' | 'restore'; expense: number }
  | { kind: 'move money'; wallet: number; amount: number };
export type OverrideStep = { isManual: boolean; amount: number; people: number[] };

const person = fc.nat(3);
const people = fc.uniqueArray(person, { minLength: 1, maxLength: 4 });
const amount = fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 100_000 }));
const facts = fc.record<Facts>({
  amount,
  participants: people,
  payer: fc.option(person),
  type: fc.constantFrom('Full', 'Full', 'None', 'Partial'),
  part: fc.nat(),
  isExcluded: fc.boolean(),
  usesWallets: fc.boolean(),
});
const override = fc.record<OverrideStep>({
  isManual: fc.boolean(),
  amount: fc.oneof(fc.nat(5), fc.nat(50_000)),
  people,
});
const which = fc.nat(7);
const kind = <K extends string>(name: K) => fc.constant(name);
export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: kind('log'), facts }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: kind('edit'),
      expense: which,
      change: fc.oneof(
        facts.map(({ amount }) => ({ amount })),
        facts.map(({ participants }) => ({ participants })),
        facts.map(({ payer, type, part }) => ({ payer, type, part })),
        facts.map(({ isExcluded, usesWallets }) => ({ isExcluded, usesWallets })),
      ),
      mayDrop: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: kind('override'), expense: which, override }) },
  {
    weight: 5,
    arbitrary: fc.record({ kind: kind('change override'), expense: which, which, override }),
  },
  { weight: 2, arbitrary: fc.record({ kind: kind('drop override'), expense: which, which }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('settle'), expense: which }) },
  fc.record({ kind: kind('delete'), expense: which }),
  // Done only where one is deleted.
  { weight: 3, arbitrary: fc.record({ kind: kind('restore'), expense: which }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: kind('move money'),
      wallet: which,
      amount: fc.integer({ min: 1, max: 9_999 }),
    }),
  },
);
