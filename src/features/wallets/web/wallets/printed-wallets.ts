/** Wallets under a filter as they stand on paper. */
import { formatMoney, sumCents } from '#kit/money.ts';
import { describeExtent, type PrintedList } from '#web/screen/print-button.tsx';
import type { Wallet } from '../../contract.ts';
import { formatFullName } from '../format-full-name.ts';

type Printed = {
  readonly items: readonly Wallet[];
  /** Of all under the filter, not only of these. */
  readonly totalCount: number;
};

type Filter = {
  readonly searchTerm: string | undefined;
  /** The name of the only owner. */
  readonly owner: string | undefined;
  readonly belowZero: true | undefined;
};

/** The sums are of the wallets on the sheet, by currency. */
export function toPrintedWallets(
  { items: wallets, totalCount }: Printed,
  { searchTerm, owner, belowZero }: Filter,
): PrintedList {
  const words = [
    owner && `Owner ${owner}`,
    belowZero && 'Below zero',
    searchTerm && `Matching "${searchTerm}"`,
  ].filter(Boolean);
  const sums = [...Map.groupBy(wallets, ({ currencyCode }) => currencyCode)].map(
    ([currency, same]) =>
      formatMoney(sumCents(same.map(({ currentBalance }) => currentBalance)), currency),
  );
  return {
    title: 'Wallets',
    notes: [
      ...(words.length > 0 ? [words.join(' · ')] : []),
      `${describeExtent('wallet', wallets.length, totalCount)}${sums.length > 0 ? `: ${sums.join(', ')}` : ''}`,
    ],
    columns: [
      { label: 'Wallet' },
      { label: 'Owner' },
      { label: 'Currency' },
      { label: 'Balance', isNumeric: true },
    ],
    rows: wallets.map(({ id, name, user, currencyCode, currentBalance }) => ({
      id,
      cells: [name, formatFullName(user), currencyCode, formatMoney(currentBalance, currencyCode)],
    })),
  };
}
