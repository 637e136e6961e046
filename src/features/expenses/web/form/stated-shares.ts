/** The shares stated in the form of a new expense, and the overrides that they become. */
import type { Id } from '#kit/id.ts';
import { type Cents, centsFromTyped, centsToText } from '#kit/money.ts';
import { ok, type Refused, type Result, refuse } from '#kit/result.ts';
import type { OverrideFields } from '../../expense.ts';
import { splitExpense } from '../../split.ts';
import {
  add,
  compare,
  divideByFractions,
  divideDifference,
  type Fraction,
  formatFraction,
  one,
  parseFraction,
  zero,
} from './fractions.ts';

export const splitModes = ['amounts', 'percent', 'weights'] as const;
export type SplitMode = (typeof splitModes)[number];

/** A part of the amount that some participants do not share, such as wine. */
export type StatedPart = { label: string; amount: string; without: Id<'member'>[] };

/** As entered. Of people who are no longer participants, and of other modes, it is kept unused. */
export type StatedShares = {
  mode: SplitMode;
  entered: Record<SplitMode, Record<string, string>>;
  parts: StatedPart[];
};

export const evenShares: StatedShares = {
  mode: 'amounts',
  entered: { amounts: {}, percent: {}, weights: {} },
  parts: [],
};

/** The form of overrides, for an expense that is logged again. */
export function toStatedShares(
  overrides: readonly OverrideFields[],
  participants: readonly Id<'member'>[],
): StatedShares {
  const manual = overrides.filter(({ type }) => type === 'manual');
  const amounts = manual.map(({ participantIds: [id = ''], amount }) => [id, centsToText(amount)]);
  return {
    ...evenShares,
    entered: { ...evenShares.entered, amounts: Object.fromEntries(amounts) },
    parts: overrides
      .filter(({ type }) => type === 'equal')
      .map(({ label, amount, participantIds }) => ({
        label,
        amount: centsToText(amount),
        without: participants.filter((id) => !participantIds.includes(id)),
      })),
  };
}

type Split = {
  readonly expenseId: Id<'expense'>;
  readonly total: Cents;
  readonly participants: readonly Id<'member'>[];
};

/**
 * The overrides for stated shares. Percentages and weights become exact amounts. Refuses what cannot
 * be read and what does not add up to the total.
 */
export function toOverrides(split: Split, stated: StatedShares): Result<OverrideFields[]> {
  const overrides =
    stated.mode === 'amounts' ? fromAmounts(split, stated) : fromFractions(split, stated);
  if (!overrides.ok) return overrides;
  const shares = splitExpense({ ...split, overrides: overrides.value });
  return shares.ok ? overrides : shares;
}

const refuseText = (code: string, message: string): Refused => refuse('invalid', code, message);

const fix = (id: Id<'member'>, amount: Cents): OverrideFields => ({
  type: 'manual',
  amount,
  label: '',
  participantIds: [id],
});

function fromAmounts({ participants }: Split, stated: StatedShares): Result<OverrideFields[]> {
  const overrides: OverrideFields[] = [];
  for (const { label, amount: text, without } of stated.parts) {
    const amount = centsFromTyped(text);
    const participantIds = participants.filter((id) => !without.includes(id));
    if (label.trim() === '' || amount === undefined || amount <= 0) {
      return refuseText('part_incomplete', 'Enter what each part is for and its amount');
    }
    if (participantIds.length === 0) {
      return refuseText('part_of_no_one', `No one is left to share "${label.trim()}"`);
    }
    overrides.push({ type: 'equal', amount, label: label.trim(), participantIds });
  }
  for (const id of participants) {
    const text = stated.entered.amounts[id]?.trim() ?? '';
    const amount = centsFromTyped(text);
    if (text === '') continue;
    if (amount === undefined || amount < 0) {
      return refuseText('share_unreadable', `"${text}" is not an amount like 40.00`);
    }
    overrides.push(fix(id, amount));
  }
  return ok(overrides);
}

const hundred: Fraction = { numerator: 100n, denominator: 1n };

/** Weights left empty are 1; empty percentages share what is left of 100 evenly. */
function fromFractions(split: Split, { mode, entered }: StatedShares): Result<OverrideFields[]> {
  const { expenseId, total, participants } = split;
  const isPercent = mode === 'percent';
  const texts = new Map(participants.map((id) => [id, entered[mode][id]?.trim() ?? '']));
  if ([...texts.values()].every((text) => text === '')) return ok([]);
  const weights = new Map<Id<'member'>, Fraction>();
  for (const [id, text] of texts) {
    if (text === '') continue;
    const fraction = parseFraction(text);
    if (!fraction) {
      const example = isPercent ? 'a percentage like 33 1/3' : 'a weight like 2 or 1.5';
      return refuseText('share_unreadable', `"${text}" is not ${example}`);
    }
    weights.set(id, fraction);
  }
  const sum = [...weights.values()].reduce(add, zero);
  const empty = participants.filter((id) => !weights.has(id));
  if (isPercent && (empty.length === 0 ? compare(sum, hundred) !== 0n : compare(sum, hundred) > 0n))
    return refuseText('percent_off', `The percentages add up to ${formatFraction(sum)}%, not 100%`);
  const rest = isPercent ? divideDifference(hundred, sum, empty.length || 1) : one;
  for (const id of empty) weights.set(id, rest);
  if (compare([...weights.values()].reduce(add, zero), zero) === 0n) {
    return refuseText('weights_zero', 'At least one weight must be greater than 0');
  }
  const shares = divideByFractions(expenseId, total, weights);
  return ok([...shares].map(([id, amount]) => fix(id, amount)));
}
