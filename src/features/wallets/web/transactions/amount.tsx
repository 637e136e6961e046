import { type Cents, type Currency, formatMoney, formatSignedMoney } from '#kit/money.ts';
import { Money } from '#web/ui/money.tsx';

/** An amount of a wallet, without a currency symbol while the currency is unknown. */
export function Amount({
  cents,
  currency,
  isSigned = false,
  className,
}: {
  cents: Cents;
  currency: Currency | undefined;
  /** Shows the sign and a color: '+$214.50' in green, '-$3.00' in red. */
  isSigned?: boolean | undefined;
  className?: string | undefined;
}) {
  if (currency) {
    const tone = isSigned ? 'balance' : 'plain';
    return <Money {...{ cents, currency, isSigned, tone, className }} />;
  }
  const text = isSigned ? formatSignedMoney(cents) : formatMoney(cents);
  return <span className={`tabular ${className ?? ''}`}>{text.replace('$', '')}</span>;
}
