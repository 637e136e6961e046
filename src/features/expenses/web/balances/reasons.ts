/** Why a member gets or owes something: their open expenses, each with who is on the other side of it. */
import type { Id } from '#kit/id.ts';
import { type Cents, cents, sumCents } from '#kit/money.ts';
import type { OpenExpense } from '../../expense.ts';

export type Reason = {
  readonly expense: Pick<OpenExpense, 'id' | 'title' | 'expenseDate'>;
  /** What the member gets (positive) or owes (negative) of this expense. */
  readonly net: Cents;
  /** Who owes it to them, or to whom they owe it; a null id is the chapter. */
  readonly others: readonly OtherSide[];
};

export type OtherSide = {
  readonly memberId: Id<'member'> | null;
  /** Null where several owe several together: nothing says who owes whom. */
  readonly amount: Cents | null;
};

/** The open expenses that count for the member, in their order; those that cancel out are left out. */
export function listReasons(expenses: readonly OpenExpense[], member: Id<'member'>): Reason[] {
  return expenses.flatMap((expense) => {
    const nets = computeNets(expense);
    const net = nets.get(member) ?? cents(0);
    if (net === 0) return [];
    return [{ expense, net, others: listOtherSides(nets, net) }];
  });
}

type Nets = ReadonlyMap<Id<'member'> | null, Cents>;

/** Credits minus shares of everyone; the chapter takes the rest, so that they sum to zero. */
function computeNets({ participantBreakdowns, payerCredits }: OpenExpense): Nets {
  const nets = new Map<Id<'member'> | null, Cents>();
  const add = (id: Id<'member'> | null, amount: number) =>
    nets.set(id, cents((nets.get(id) ?? 0) + amount));
  for (const { participantId, amountOwed } of participantBreakdowns)
    add(participantId, -amountOwed);
  for (const { memberId, amount } of payerCredits) add(memberId, amount);
  add(null, -sumCents([...nets.values()]));
  return nets;
}

/** Exact if there is only one on either side. */
function listOtherSides(nets: Nets, net: Cents): OtherSide[] {
  const gets = net > 0;
  const others = [...nets].filter(([, amount]) => (gets ? amount < 0 : amount > 0));
  const [other] = others;
  if (other && others.length === 1) {
    // They may owe others more, or be owed more by others.
    return [{ memberId: other[0], amount: cents(Math.abs(net)) }];
  }
  const isAlone = sumCents(others.map(([, amount]) => amount)) === -net;
  return others.map(([memberId, amount]) => ({
    memberId,
    amount: isAlone ? cents(Math.abs(amount)) : null,
  }));
}
