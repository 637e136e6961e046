import clsx from 'clsx';
import { type Cents, type Currency, formatMoney, formatSignedMoney } from '#kit/money.ts';

export type MoneyTone = 'plain' | 'balance' | 'owes' | 'owed' | 'quiet';

/**
 * An amount with its currency in tabular figures. `balance` is green from zero and red below; the sign or
 * the text around it must say the same.
 */
export function Money({
  cents,
  currency = 'USD',
  isSigned = false,
  tone = 'plain',
  className,
}: {
  cents: Cents;
  currency?: Currency | undefined;
  /** Shows '+' for zero and above: '+$214.50'. */
  isSigned?: boolean | undefined;
  tone?: MoneyTone | undefined;
  className?: string | undefined;
}) {
  return (
    <span className={clsx('tabular whitespace-nowrap', getColor(tone, cents), className)}>
      {isSigned ? formatSignedMoney(cents, currency) : formatMoney(cents, currency)}
    </span>
  );
}

function getColor(tone: MoneyTone, cents: Cents): string {
  switch (tone) {
    case 'plain':
      return '';
    case 'quiet':
      return 'text-third';
    case 'owes':
      return 'text-owes';
    case 'owed':
      return 'text-owed';
    case 'balance':
      return cents < 0 ? 'text-owes' : 'text-owed';
    default:
      return tone satisfies never;
  }
}
