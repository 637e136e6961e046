/** Compares and formats the details of two versions of a transaction. */
import type { Id } from '#kit/id.ts';
import { type Currency, formatSignedMoney } from '#kit/money.ts';
import type { Change } from '#web/ui/overlays/history.tsx';
import type { EnteredFields } from '../../contract.ts';
import { describeField, fieldLabels } from '../../entered-fields.ts';
import { getTransactionType } from '../../transaction.ts';

const { amount, ...others } = fieldLabels;
export const detailLabels = { amount, type: 'Type', ...others };
export type Detail = keyof typeof detailLabels;
export const details = Object.keys(detailLabels) as Detail[];

export function findDifferences(one: EnteredFields, other: EnteredFields): Detail[] {
  return details.filter((detail) => describe(one, detail) !== describe(other, detail));
}

function describe(entered: EnteredFields, detail: Detail): string {
  return detail === 'type' ? getTransactionType(entered.amount) : describeField(entered, detail);
}

export type FormatContext = { currency: Currency; userName: (userId: Id<'member'>) => string };

/** The differences as text. */
export function listChanges(
  before: EnteredFields,
  after: EnteredFields,
  known: FormatContext,
): Change[] {
  return findDifferences(before, after).map((detail) => ({
    name: detailLabels[detail],
    before: formatDetail(before, detail, known),
    after: formatDetail(after, detail, known),
  }));
}

/** A detail as text; '-' if empty. */
export function formatDetail(entered: EnteredFields, detail: Detail, known: FormatContext): string {
  switch (detail) {
    case 'amount':
      return formatSignedMoney(entered.amount, known.currency);
    case 'userId':
      return known.userName(entered.userId);
    default:
      return describe(entered, detail) || '-';
  }
}
