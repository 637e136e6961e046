/** A stack of checks as typed: whose payments to the chapter are recorded together, and of how much. */

import type { MemberStanding } from '#features/expenses/summary-contract.ts';
import type { Day } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { type Cents, cents, centsFromTyped, centsToText, sumCents } from '#kit/money.ts';
import type { PaymentMethod } from '#kit/payment-methods.ts';
import { countCharacters } from '#kit/text.ts';
import { maxBatch, maxReferenceLength, type NewBatch } from '../../contract.ts';
import { describeAmount } from '../payment-form.ts';

export type StackMember = {
  readonly id: Id<'member'>;
  readonly label: string;
  /** What they have to pay: how far their standing is below zero. */
  readonly owed: Cents;
};

export type StackEntry = {
  /** Unticked, it keeps what was typed. */
  readonly isTicked: boolean;
  readonly amount: string;
  readonly reference: string;
  readonly isDuplicateAllowed: boolean;
};

/** By the member's id, in the order in which they were ticked. */
export type Stack = ReadonlyMap<Id<'member'>, StackEntry>;

export function toStackMembers(standings: readonly MemberStanding[]): StackMember[] {
  return standings.map(({ memberId, name, standing }) => ({
    id: memberId,
    label: name,
    owed: cents(Math.max(0, -standing)),
  }));
}

/** With the changes of one member's entry; the first one begins with what they owe. */
export function changeEntry(
  stack: Stack,
  { id, owed }: Pick<StackMember, 'id' | 'owed'>,
  changes: Partial<StackEntry>,
): Stack {
  const begun = {
    isTicked: true,
    amount: owed > 0 ? centsToText(owed) : '',
    reference: '',
    isDuplicateAllowed: false,
  };
  return new Map([...stack, [id, { ...begun, ...stack.get(id), ...changes }]]);
}

export function listTicked(stack: Stack): [Id<'member'>, StackEntry][] {
  return [...stack].filter(([, entry]) => entry.isTicked);
}

/** What is ticked, to hold against a deposit slip; an amount that is none counts as zero. */
export function sumStack(stack: Stack): { count: number; total: Cents } {
  const ticked = listTicked(stack);
  const amounts = ticked.map(([, { amount }]) => centsFromTyped(amount) ?? cents(0));
  return { count: ticked.length, total: sumCents(amounts) };
}

export type StackProblems = {
  readonly paidOn?: string | undefined;
  readonly members: ReadonlyMap<Id<'member'>, Pick<EntryProblem, 'amount' | 'reference'>>;
};
export type EntryProblem = { readonly amount?: string; readonly reference?: string };

export function validateStack(stack: Stack, paidOn: Day | '', today: Day): StackProblems {
  const members = new Map<Id<'member'>, EntryProblem>();
  for (const [id, { amount, reference }] of listTicked(stack)) {
    const typed = centsFromTyped(amount);
    const problem = {
      ...((typed === undefined || typed <= 0) && { amount: describeAmount(amount) }),
      ...(countCharacters(reference.trim()) > maxReferenceLength && {
        reference: `Must be at most ${maxReferenceLength} characters`,
      }),
    };
    if (Object.keys(problem).length > 0) members.set(id, problem);
  }
  return { paidOn: describeDay(paidOn, today), members };
}

function describeDay(paidOn: Day | '', today: Day): string | undefined {
  if (paidOn === '') return 'Choose the day';
  if (paidOn > today) return 'A payment cannot be in the future';
  return paidOn < '1900' ? 'Must be in the year 1900 or later' : undefined;
}

/** The request; undefined while the stack is invalid, empty or too large. */
export function toNewBatch(
  stack: Stack,
  { paidOn, method, today }: { paidOn: Day | ''; method: PaymentMethod; today: Day },
): NewBatch | undefined {
  const problems = validateStack(stack, paidOn, today);
  if (paidOn === '' || problems.paidOn || problems.members.size > 0) return undefined;
  const items = listTicked(stack).flatMap(([fromMemberId, entry]) => {
    const amount = centsFromTyped(entry.amount);
    if (amount === undefined) return [];
    const reference = entry.reference.trim();
    const { isDuplicateAllowed } = entry;
    return [{ fromMemberId, amount, reference, ...(isDuplicateAllowed && { isDuplicateAllowed }) }];
  });
  return items.length === 0 || items.length > maxBatch ? undefined : { paidOn, method, items };
}
