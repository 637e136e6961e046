/** Compares and formats the details of two versions of a transaction. */
import type { Id } from '#kit/id.ts';
import { type Currency, formatSignedMoney } from '#kit/money.ts';
import type { Change } from '#web/ui/overlays/history.tsx';
import type { Stated } from '../../contract.ts';
import { describeField, fieldLabels } from '../../stated-fields.ts';
import { getTransactionType } from '../../transaction.ts';

const { amount, ...others } = fieldLabels;
export const detailLabels = { amount, type: 'Type', ...others };
export type Detail = keyof typeof detailLabels;
export const details = Object.keys(detailLabels) as Detail[];

export function findDifferences(one: Stated, other: Stated): Detail[] {
  return details.filter((detail) => describe(one, detail) !== describe(other, detail));
}

function describe(stated: Stated, detail: Detail): string {
  return detail === 'type' ? getTransactionType(stated.amount) : describeField(stated, detail);
}

export type FormatContext = { currency: Currency; userName: (userId: Id<'member'>) => string };

/** The differences as text. */
export function listChanges(before: Stated, after: Stated, known: FormatContext): Change[] {
  return findDifferences(before, after).map((detail) => ({
    name: detailLabels[detail],
    before: formatDetail(before, detail, known),
    after: formatDetail(after, detail, known),
  }));
}

/** A detail as text; '-' if empty. */
export function formatDetail(stated: Stated, detail: Detail, known: FormatContext): string {
  switch (detail) {
    case 'amount':
      return formatSignedMoney(stated.amount, known.currency);
    case 'userId':
      return known.userName(stated.userId);
    default:
      return describe(stated, detail) || '-';
  }
}
