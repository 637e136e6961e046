/** Compares and formats the details of two versions of a transaction. */
import type { Id } from '#kit/id.ts';
import type { Cents, Currency } from '#kit/money.ts';
import { formatSignedMoney } from '#kit/money.ts';
import type { Change } from '#web/ui/overlays/history.tsx';
import type { Transaction, TransactionInput } from '../../contract.ts';
import { getTransactionType, toSignedAmount } from '../../transaction.ts';

export type TransactionDetails = Pick<
  Transaction,
  'userId' | 'description' | 'referenceId' | 'metadataJson'
> & {
  readonly amount: Cents;
};

export const detailNames = [
  'Amount',
  'Type',
  'User',
  'Description',
  'Reference',
  'Metadata',
] as const;
export type DetailName = (typeof detailNames)[number];

/** The details that saving a form would produce. */
export function detailsFromInput(input: TransactionInput): TransactionDetails {
  const { userId, description, referenceId, metadataJson = '' } = input;
  return {
    userId,
    amount: toSignedAmount(input),
    description,
    ...(referenceId ? { referenceId } : {}),
    metadataJson,
  };
}

export function findDifferences(one: TransactionDetails, other: TransactionDetails): DetailName[] {
  return detailNames.filter((name) => toComparable(one, name) !== toComparable(other, name));
}

function toComparable(details: TransactionDetails, name: DetailName): unknown {
  switch (name) {
    case 'Amount':
      return details.amount;
    case 'Type':
      return getTransactionType(details.amount);
    case 'User':
      return details.userId;
    case 'Description':
      return details.description;
    case 'Reference':
      return details.referenceId ?? '';
    case 'Metadata':
      // An empty object, with which the edit form starts, means no metadata.
      return details.metadataJson === '{}' ? '' : details.metadataJson;
    default:
      return name satisfies never;
  }
}

export type FormatContext = { currency: Currency; userName: (userId: Id<'member'>) => string };

/** The differences as text. */
export function listChanges(
  before: TransactionDetails,
  after: TransactionDetails,
  known: FormatContext,
): Change[] {
  return findDifferences(before, after).map((name) => ({
    name,
    before: formatDetail(before, name, known),
    after: formatDetail(after, name, known),
  }));
}

/** A detail as text; '-' if empty. */
export function formatDetail(
  details: TransactionDetails,
  name: DetailName,
  known: FormatContext,
): string {
  switch (name) {
    case 'Amount':
      return formatSignedMoney(details.amount, known.currency);
    case 'User':
      return known.userName(details.userId);
    default:
      return String(toComparable(details, name)) || '-';
  }
}
