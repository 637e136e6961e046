import { type Cents, cents, formatMoney, sumCents } from '#kit/money.ts';
import type { Payment } from '../settle-up.ts';

/**
 * Whose balance these payments move by how much: "Ann Abel's balance falls by $66.66, and those of 2 people
 * rise by $33.33 each." `getName` takes null for the chapter, and gives 'you' for whom the words address.
 */
export function describeMoves(
  payments: readonly Payment[],
  getName: (party: Payment['from']) => string,
  isConfirmedAtOnce: boolean,
): string {
  const falls = sumBy(payments, 'to').map(
    ([party, amount], index) =>
      `${index === 0 ? `${toBalance(getName(party))} falls` : toOwn(getName(party))} by ${formatMoney(amount)}`,
  );
  const rises = sumBy(payments, 'from');
  const sentence = `${joinAll(falls)}, and ${describeRises(rises, getName)}.`;
  return isConfirmedAtOnce
    ? `${sentence[0]?.toUpperCase()}${sentence.slice(1)}`
    : `Once confirmed, ${sentence}`;
}

function describeRises(
  rises: readonly (readonly [Payment['from'], Cents])[],
  getName: (party: Payment['from']) => string,
): string {
  const [first, ...others] = rises;
  if (!first) return "no one else's balance changes";
  if (others.length === 0) return `${toOwn(getName(first[0]))} rises by ${formatMoney(first[1])}`;
  const isSame = others.every(([, amount]) => amount === first[1]);
  const [amount, each] = isSame
    ? [first[1], 'each']
    : [cents(sumCents(rises.map(([, amount]) => amount))), 'in all'];
  return `those of ${rises.length} people rise by ${formatMoney(amount)} ${each}`;
}

const toOwn = (name: string) => (name === 'you' ? 'yours' : `${name}'s`);

const toBalance = (name: string) => (name === 'you' ? 'your balance' : `${name}'s balance`);

function sumBy(payments: readonly Payment[], side: 'from' | 'to') {
  const groups = Map.groupBy(payments, (payment) => payment[side]);
  return [...groups].map(
    ([party, paid]) => [party, cents(sumCents(paid.map(({ amount }) => amount)))] as const,
  );
}

function joinAll(parts: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(parts);
}
