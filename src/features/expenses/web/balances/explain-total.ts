/** Why a member's total differs from their open expenses, and why Settle Up names whom it names. */
import type { Id } from '#kit/id.ts';
import { type Cents, cents, formatMoney } from '#kit/money.ts';
import type { Payment } from '../../settle-up.ts';
import { joinNames } from '../people.ts';

const why = 'It settles all balances in a few payments';

/** How open expenses and the wallet make the total; undefined if the wallet is empty. */
export function explainTotal({
  standing,
  open,
  wallet,
}: Record<'standing' | 'open' | 'wallet', Cents>): string | undefined {
  if (wallet === 0) return undefined;
  const total = formatMoney(cents(Math.abs(standing)));
  const words = standing === 0 ? 'zero' : standing < 0 ? `${total} to pay` : `${total} to get back`;
  return `${formatMoney(open)} in open expenses and ${formatMoney(wallet)} in the wallet make ${words}.`;
}

/** 'Ann ($12.00)' */
export function nameWithAmount(name: string, amount: Cents): string {
  return `${name} (${formatMoney(amount)})`;
}

/** Whom a member pays or is paid by under Settle Up; undefined if no one. */
export function explainPayments(
  member: Id<'member'>,
  payments: readonly Payment[],
  getName: (memberId: Id<'member'> | null) => string,
): string | undefined {
  const isPayer = payments.some(({ from }) => from === member);
  const others = payments
    .filter(({ from, to }) => (isPayer ? from : to) === member)
    .map(({ from, to, amount }) => nameWithAmount(getName(isPayer ? to : from), amount));
  if (others.length === 0) return undefined;
  const suggestion = isPayer ? 'Settle Up suggests paying' : 'Settle Up suggests payments from';
  return `${suggestion} ${joinNames(others)}. ${why}, whoever shared the expenses.`;
}
