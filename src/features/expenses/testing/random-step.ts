/** Random writes of expenses, overrides and wallets, for the model test. */
import fc from 'fast-check';
import type { ReimbursementType } from '../expense.ts';

export type ModelFields = {
  amount: number;
  participants: number[];
  payer: number | null;
  /** Others who paid as well, if there are cents for everyone. */
  others: { who: number; weight: number }[];
  type: ReimbursementType;
  part: number;
  isExcluded: boolean;
  usesWallets: boolean;
};

/** Numbers select one of the existing items, modulo their count. */
export type Step =
  | { kind: 'log'; fields: ModelFields }
  | { kind: 'edit'; expense: number; change: Partial<ModelFields>; mayDrop: boolean }
  | { kind: 'override'; expense: number; override: OverrideStep }
  | { kind: 'change override'; expense: number; which: number; override: OverrideStep }
  | { kind: 'drop override'; expense: number; which: number }
  | { kind: 'settle' | 'delete' | 'restore'; expense: number }
  | { kind: 'correct'; expense: number; replacement: ModelFields | null }
  /** The part of the expense in hundredths, and who received it; the last number is the chapter. */
  | { kind: 'money back'; expense: number; hundredths: number; receiver: number }
  | { kind: 'move money'; wallet: number; amount: number };
export type OverrideStep = {
  isManual: boolean;
  amount: number;
  people: number[];
  /** Used only for a manual one; whole numbers, so that the model can be exact without fractions. */
  stated: { unit: 'percent' | 'weight'; value: number } | null;
};

const person = fc.nat(3);
const people = fc.uniqueArray(person, { minLength: 1, maxLength: 4 });
const amount = fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 100_000 }));
const fields = fc.record<ModelFields>({
  amount,
  participants: people,
  payer: fc.option(person),
  others: fc.oneof(
    fc.constant<ModelFields['others']>([]),
    fc.uniqueArray(fc.record({ who: person, weight: fc.integer({ min: 1, max: 5 }) }), {
      maxLength: 3,
      selector: ({ who }) => who,
    }),
  ),
  type: fc.constantFrom('Full', 'Full', 'None', 'Partial'),
  part: fc.nat(),
  isExcluded: fc.boolean(),
  usesWallets: fc.boolean(),
});
const override = fc.record<OverrideStep>({
  isManual: fc.boolean(),
  amount: fc.oneof(fc.nat(5), fc.nat(50_000)),
  people,
  stated: fc.option(
    fc.oneof(
      fc.record({ unit: fc.constant('percent' as const), value: fc.nat(110) }),
      fc.record({ unit: fc.constant('weight' as const), value: fc.nat(5) }),
    ),
  ),
});
const which = fc.nat(7);
const kind = <K extends string>(name: K) => fc.constant(name);
export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: kind('log'), fields }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: kind('edit'),
      expense: which,
      change: fc.oneof(
        fields.map(({ amount }) => ({ amount })),
        fields.map(({ participants }) => ({ participants })),
        fields.map(({ payer, others, type, part }) => ({ payer, others, type, part })),
        fields.map(({ isExcluded, usesWallets }) => ({ isExcluded, usesWallets })),
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
  // Takes effect only if an expense is settled.
  {
    weight: 3,
    arbitrary: fc.record({
      kind: kind('correct'),
      expense: which,
      replacement: fc.option(fields, { freq: 3 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: kind('money back'),
      expense: which,
      hundredths: fc.oneof(fc.nat(60), fc.nat(130)),
      receiver: fc.nat(4),
    }),
  },
  fc.record({ kind: kind('delete'), expense: which }),
  // Takes effect only if an expense is deleted.
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
