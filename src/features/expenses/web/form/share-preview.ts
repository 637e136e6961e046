import type { Id } from '#kit/id.ts';
import { type Cents, cents, centsFromTyped, centsToText, formatMoney } from '#kit/money.ts';
import type { Share } from '../../expense.ts';
import { divideExpense, type SplitInput } from '../../split.ts';
import { resolveOverrides, type SharesInput, type StoredShares } from './shares-input.ts';

export type SharePreview = {
  readonly shares: ReadonlyMap<Id<'member'>, Cents>;
  /** The participants who pay an extra cent. */
  readonly extraCents: ReadonlySet<Id<'member'>>;
  /** A sentence about the split, or why it is refused. */
  readonly words: string;
  readonly isRefused: boolean;
  /** The excess of overrides over the total; negative for a shortfall. */
  readonly difference?: Cents | undefined;
};

/**
 * Previews the shares as they are entered, with the same function as the server. The expense's id
 * determines who pays the extra cents, so it must be the one that is sent. Undefined without an amount
 * or a participant.
 */
export function previewShares(
  expenseId: Id<'expense'>,
  enteredAmount: string,
  participants: readonly Id<'member'>[],
  input: SharesInput,
  stored: StoredShares | undefined,
  names: ReadonlyMap<Id<'member'>, string>,
): SharePreview | undefined {
  const total = centsFromTyped(enteredAmount);
  if (total === undefined || total <= 0 || participants.length === 0) return undefined;
  // A part that is still being typed does not count yet.
  const parts = input.parts
    .filter(({ amount }) => amount.trim() !== '')
    .map((part) => ({ ...part, label: part.label.trim() || 'This part' }));
  const split = { expenseId, total, participants };
  const overrides = resolveOverrides(split, { ...input, parts }, stored);
  if (overrides.ok) return previewSplit({ ...split, overrides: overrides.value }, names);
  const { message, details } = overrides.refusal;
  return refuseShares(message, details?.['differenceCents'] as Cents | undefined);
}

/** Stored percentages and weights that nobody edits follow the total, so amounts that were opened may not. */
export function showShares(
  { mode, entered }: SharesInput,
  preview: SharePreview | undefined,
): SharesInput['entered'] {
  if (mode !== 'amounts') return entered;
  const texts = Object.entries(entered.amounts).map(([id, text]) => {
    const share = preview?.shares.get(id as Id<'member'>);
    return [id, share === undefined || share === centsFromTyped(text) ? text : centsToText(share)];
  });
  return { ...entered, amounts: Object.fromEntries(texts) };
}

function refuseShares(words: string, difference: Cents | undefined): SharePreview {
  return { shares: new Map(), extraCents: new Set(), words, isRefused: true, difference };
}

/** Previews the shares of a whole expense; `names` are used in the sentence. */
export function previewSplit(
  input: SplitInput,
  names: ReadonlyMap<Id<'member'>, string>,
): SharePreview {
  const split = divideExpense(input);
  if (!split.ok) {
    const { message, details } = split.refusal;
    return refuseShares(message, details?.['differenceCents'] as Cents | undefined);
  }
  const { shares, roundedUp: extraCents } = split.value;
  const nameOf = (id: Id<'member'>) => names.get(id) ?? 'Someone';
  const words =
    input.overrides.length === 0
      ? describeEvenSplit(shares, extraCents, nameOf)
      : `Shares add up to ${formatMoney(input.total)}${describeExtraCents(extraCents, nameOf)}.`;
  const owed = new Map(shares.map((share) => [share.participantId, share.amountOwed]));
  return { shares: owed, extraCents, words, isRefused: false };
}

function describeEvenSplit(
  shares: readonly Share[],
  extraCents: ReadonlySet<Id<'member'>>,
  nameOf: (id: Id<'member'>) => string,
): string {
  const min = cents(Math.min(...shares.map((share) => share.amountOwed)));
  if (shares.length === 1) return `${formatMoney(min)} (the full amount).`;
  return `${formatMoney(min)} each${describeExtraCents(extraCents, nameOf)}.`;
}

function describeExtraCents(
  extraCents: ReadonlySet<Id<'member'>>,
  nameOf: (id: Id<'member'>) => string,
): string {
  if (extraCents.size === 0) return '';
  const [only] = extraCents;
  const who =
    extraCents.size === 1 && only ? `${nameOf(only)} pays` : `${extraCents.size} people pay`;
  return `; ${who} 1¢ more`;
}

/** '$24.00 each', or '$16.66 or $16.67 each' if the amount does not divide evenly. */
export function formatEach(amount: Cents, count: number): string {
  const min = Math.floor(amount / count);
  const words = formatMoney(cents(min));
  return amount % count === 0 ? `${words} each` : `${words} or ${formatMoney(cents(min + 1))} each`;
}
