import { cents, formatMoney } from '#kit/money.ts';
import type { MemberStanding } from '../../summary-contract.ts';

/** 'Nothing to pay.' What is in other currencies is named beside dollars and never added. */
export function describeMoney({
  standing,
  otherCurrencies,
}: Pick<MemberStanding, 'standing' | 'otherCurrencies'>): string {
  const amounts = [{ currency: 'USD' as const, balance: standing }, ...otherCurrencies];
  const toPay = amounts.filter(({ balance }) => balance < 0);
  const owed = amounts.filter(({ balance }) => balance > 0);
  const list = (some: typeof amounts) =>
    some
      .map(({ currency, balance }) => formatMoney(cents(Math.abs(balance)), currency))
      .join(' and ');
  const parts = [
    ...(toPay.length > 0 ? [`${list(toPay)} to pay.`] : []),
    ...(owed.length > 0 ? [`You're owed ${list(owed)}.`] : []),
  ];
  return parts.length > 0 ? parts.join(' ') : 'Nothing to pay.';
}
