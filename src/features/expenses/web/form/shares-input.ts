/** The shares stated in the form of an expense, and the overrides that they become. */
import type { Id } from '#kit/id.ts';
import {
  type Cents,
  centsFromTyped,
  centsToText,
  explainAmount,
  formatMoney,
  zeroCents,
} from '#kit/money.ts';
import { ok, type Refusal, type Refused, type Result, refuse } from '#kit/result.ts';
import { normalizeFraction } from '../../arithmetic/fractions.ts';
import type { Override, OverrideFields } from '../../expense.ts';
import { computeStatedAmounts, splitExpense } from '../../split.ts';

const splitModes = ['amounts', 'percent', 'weights'] as const;
export type SplitMode = (typeof splitModes)[number];

/** A part of the amount that some participants do not share, such as wine. */
export type PartInput = { label: string; amount: string; without: Id<'member'>[] };

/** As entered. Of people who are no longer participants, and of other modes, it is kept unused. */
export type SharesInput = {
  mode: SplitMode;
  entered: Record<SplitMode, Record<string, string>>;
  /** By participant, of shares that were given a label elsewhere; the form has no field for it. */
  labels: Record<string, string>;
  parts: PartInput[];
};

export const evenShares: SharesInput = {
  mode: 'amounts',
  entered: { amounts: {}, percent: {}, weights: {} },
  labels: {},
  parts: [],
};

/**
 * The form of overrides: percentages or weights if no share is stated in another way. Otherwise the
 * amounts that they come to.
 */
export function toSharesInput(
  overrides: readonly OverrideFields[],
  participants: readonly Id<'member'>[],
): SharesInput {
  const units = new Set(overrides.map(({ stated }) => stated?.unit));
  const [unit] = units.size === 1 ? units : [];
  const mode = unit === undefined ? 'amounts' : unit === 'percent' ? 'percent' : 'weights';
  const manual = overrides.filter(({ type }) => type === 'manual');
  const texts = manual.map(({ participantIds: [id = ''], amount, stated }) => [
    id,
    mode === 'amounts' ? centsToText(amount) : stated?.value,
  ]);
  return {
    mode,
    entered: { ...evenShares.entered, [mode]: Object.fromEntries(texts) },
    labels: Object.fromEntries(
      manual
        .filter(({ label }) => label !== '')
        .map(({ label, participantIds: [id = ''] }) => [id, label]),
    ),
    parts: overrides
      .filter(({ type }) => type === 'equal')
      .map(({ label, amount, participantIds }) => ({
        label,
        amount: centsToText(amount),
        without: participants.filter((id) => !participantIds.includes(id)),
      })),
  };
}

/** An expense as it is stored, whose shares stay as they are while nobody edits them in the form. */
export type StoredShares = {
  readonly shares: SharesInput;
  readonly participants: readonly Id<'member'>[];
  readonly overrides: readonly Override[];
};

type Split = {
  readonly expenseId: Id<'expense'>;
  readonly total: Cents;
  readonly participants: readonly Id<'member'>[];
};

/** The overrides that the form says, or those that are stored if it says the same as before. */
export function resolveOverrides(
  split: Split,
  stated: SharesInput,
  stored: StoredShares | undefined,
): Result<OverrideFields[]> {
  if (!stored || !isUntouched(split, stated, stored)) return toOverrides(split, stated);
  // Those of removed participants are left out, because a patch removes them with consent.
  const remaining = stored.overrides.filter(({ participantIds }) =>
    participantIds.every((id) => split.participants.includes(id)),
  );
  return checkOverrides(split, remaining);
}

/** A part is shared by everyone who is not left out of it, so it changes with a new participant. */
function isUntouched(
  { participants }: Split,
  stated: SharesInput,
  { shares, participants: before }: StoredShares,
): boolean {
  const isSame = JSON.stringify(stated) === JSON.stringify(shares);
  return isSame && (shares.parts.length === 0 || participants.every((id) => before.includes(id)));
}

/** The overrides for stated shares. Refuses what cannot be read and what does not fit the total. */
export function toOverrides(split: Split, stated: SharesInput): Result<OverrideFields[]> {
  const overrides =
    stated.mode === 'amounts' ? fromAmounts(split, stated) : fromFractions(split, stated);
  return overrides.ok ? checkOverrides(split, overrides.value) : overrides;
}

function checkOverrides(split: Split, overrides: readonly OverrideFields[]) {
  const shares = splitExpense({ ...split, overrides });
  if (shares.ok) return ok(computeStatedAmounts(overrides, shares.value));
  const { refusal } = shares;
  return { ok: false, refusal: { ...refusal, message: describeShareRefusal(refusal) } } as const;
}

/** Why shares do not fit the total. The form calls "Shares" what the API calls overrides. */
export function describeShareRefusal({ code, message, details }: ShareRefusal): string {
  const side =
    code === 'overrides_exceed_total'
      ? 'more'
      : code === 'overrides_miss_total'
        ? 'less'
        : undefined;
  if (side === undefined) return message;
  const difference = details?.['differenceCents'];
  // Together with percentages, no difference is known.
  const off =
    typeof difference === 'number' ? `${formatMoney(Math.abs(difference) as Cents)} ` : '';
  return `Shares add up to ${off}${side} than the total`;
}

type ShareRefusal = Pick<Refusal, 'code' | 'message'> & {
  details?: Refusal['details'] | undefined;
};

const refuseText = (code: string, message: string): Refused => refuse('invalid', code, message);

const fix = (
  id: Id<'member'>,
  label: string | undefined,
  amount: Cents,
  stated?: OverrideFields['stated'],
): OverrideFields => ({
  type: 'manual',
  amount,
  label: label ?? '',
  participantIds: [id],
  ...(stated && { stated }),
});

function fromAmounts({ participants }: Split, stated: SharesInput): Result<OverrideFields[]> {
  const overrides: OverrideFields[] = [];
  for (const { label, amount: text, without } of stated.parts) {
    const amount = centsFromTyped(text);
    const participantIds = participants.filter((id) => !without.includes(id));
    if (amount === undefined && text.trim() !== '') {
      return refuseText('share_unreadable', explainAmount(text));
    }
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
    if (amount === undefined) return refuseText('share_unreadable', explainAmount(text));
    if (amount < 0) return refuseText('share_negative', 'A share must be 0 or more');
    overrides.push(fix(id, stated.labels[id], amount));
  }
  return ok(overrides);
}

/** Those left empty share what is left of 100 percent, or have the weight 1: they state nothing. */
function fromFractions(
  { participants }: Split,
  { mode, entered, labels }: SharesInput,
): Result<OverrideFields[]> {
  const unit = mode === 'percent' ? 'percent' : 'weight';
  const overrides: OverrideFields[] = [];
  for (const id of participants) {
    const text = entered[mode][id]?.trim() ?? '';
    if (text === '') continue;
    const value = normalizeFraction(text);
    if (value === undefined) {
      const example = mode === 'percent' ? 'a percentage like 33 1/3' : 'a weight like 2 or 1.5';
      return refuseText('share_unreadable', `"${text}" is not ${example}`);
    }
    overrides.push(fix(id, labels[id], zeroCents, { unit, value }));
  }
  return ok(overrides);
}
