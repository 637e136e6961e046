/** The random acts of the money oracle, and how many people of a chapter they are about. */
import fc from 'fast-check';

export const people = 7;

const person = fc.nat(people - 1);
const which = fc.nat(1_000);
const amount = fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 5_000_000 }));
/** Hundred-millionths of a dollar for one unit of another currency. */
const rate = fc.option(fc.integer({ min: 1, max: 300_000_000 }));
/** Who paid beside the payer. */
const others = fc.uniqueArray(fc.record({ who: person, paid: amount }), {
  maxLength: 3,
  selector: ({ who }) => who,
});
const kind = <K extends string>(name: K) => fc.constant(name);
export const act = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: kind('log'),
      amount,
      participants: fc.uniqueArray(person, { minLength: 1, maxLength: people }),
      payer: fc.option(person),
      others,
      reimbursement: fc.constantFrom('Full', 'Partial', 'None'),
      part: fc.nat(),
      usesWallets: fc.boolean(),
      stated: fc.option(
        fc.record({
          percent: fc.nat(100),
          weights: fc.array(fc.nat(5), { minLength: people, maxLength: people }),
        }),
      ),
      rate,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: kind('repeat'),
      rate,
      amount,
      participants: fc.uniqueArray(person, { minLength: 1, maxLength: people }),
      payer: fc.option(person),
      others,
      reimbursement: fc.constantFrom('Full', 'Partial', 'None'),
      part: fc.nat(),
      usesWallets: fc.boolean(),
      weeks: fc.integer({ min: 1, max: 4 }),
      times: fc.integer({ min: 1, max: 5 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: kind('night'), days: fc.nat(20) }) },
  { weight: 4, arbitrary: fc.record({ kind: kind('settle'), which }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: kind('correct'),
      which,
      isReplaced: fc.boolean(),
      amount,
      participants: fc.uniqueArray(person, { minLength: 1, maxLength: people }),
      payer: fc.option(person),
      others,
      reimbursement: fc.constantFrom('Full', 'Partial', 'None'),
      part: fc.nat(),
      usesWallets: fc.boolean(),
      rate,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kind('delete'), which }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: kind('move'),
      owner: person,
      isDollar: fc.boolean(),
      type: fc.constantFrom('credit', 'debit'),
      amount,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: kind('pay'),
      by: fc.constantFrom(
        'from' as const,
        'to' as const,
        'treasurer' as const,
        'stranger' as const,
      ),
      from: fc.nat(people),
      to: fc.nat(people),
      amount,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('confirm' as const, 'reject' as const, 'takeBack' as const),
      which,
      by: fc.constantFrom('from' as const, 'to' as const, 'treasurer' as const),
    }),
  },
);
export type Act = typeof act extends fc.Arbitrary<infer A> ? A : never;
