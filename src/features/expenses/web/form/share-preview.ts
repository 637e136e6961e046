import type { Id } from '#kit/id.ts';
import { type Cents, cents, centsFromTyped, formatMoney } from '#kit/money.ts';
import type { OverrideFields, Share } from '../../expense.ts';
import { type SplitInput, splitExpense } from '../../split.ts';
import { type StatedShares, toOverrides } from './stated-shares.ts';

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
 * Previews the shares with the same function as the server. The expense's id determines who pays the
 * extra cents, so it must be the one that is sent. Undefined without an amount or a participant.
 */
export function previewShares(
  expenseId: Id<'expense'>,
  enteredAmount: string,
  participants: readonly Id<'member'>[],
  overrides: readonly OverrideFields[],
  names: ReadonlyMap<Id<'member'>, string>,
): SharePreview | undefined {
  const total = centsFromTyped(enteredAmount);
  if (total === undefined || total <= 0 || participants.length === 0) return undefined;
  // Overrides of removed participants are left out, because a patch removes them with consent.
  const remaining = overrides.filter((override) =>
    override.participantIds.every((id) => participants.includes(id)),
  );
  return previewSplit({ expenseId, total, participants, overrides: remaining }, names);
}

/** Previews the shares of a new expense as they are stated, with the overrides they become. */
export function previewStated(
  expenseId: Id<'expense'>,
  enteredAmount: string,
  participants: readonly Id<'member'>[],
  stated: StatedShares,
  names: ReadonlyMap<Id<'member'>, string>,
): SharePreview | undefined {
  const total = centsFromTyped(enteredAmount);
  if (total === undefined || total <= 0 || participants.length === 0) return undefined;
  // A part that is still being typed does not count yet.
  const parts = stated.parts
    .filter(({ amount }) => amount.trim() !== '')
    .map((part) => ({ ...part, label: part.label.trim() || 'This part' }));
  const overrides = toOverrides({ expenseId, total, participants }, { ...stated, parts });
  if (overrides.ok)
    return previewSplit({ expenseId, total, participants, overrides: overrides.value }, names);
  const nothing = { shares: new Map(), extraCents: new Set<Id<'member'>>() };
  return { ...nothing, words: overrides.refusal.message, isRefused: true };
}

/** Like `previewShares`, for a whole expense; `names` are used in the sentence. */
export function previewSplit(
  input: SplitInput,
  names: ReadonlyMap<Id<'member'>, string>,
): SharePreview {
  const split = splitExpense(input);
  if (!split.ok) {
    const { message, details } = split.refusal;
    const difference = details?.['differenceCents'] as Cents | undefined;
    return {
      shares: new Map(),
      extraCents: new Set(),
      words: message,
      isRefused: true,
      difference,
    };
  }
  const shares = new Map(split.value.map((share) => [share.participantId, share.amountOwed]));
  const extraCents = findExtraCents(input, split.value);
  const nameOf = (id: Id<'member'>) => names.get(id) ?? 'Someone';
  const words =
    input.overrides.length === 0
      ? describeEvenSplit(split.value, extraCents, nameOf)
      : `Shares add up to ${formatMoney(input.total)}${describeExtraCents(extraCents, nameOf)}.`;
  return { shares, extraCents, words, isRefused: false };
}

/** The participants whose share was rounded up from its exact value. */
function findExtraCents(
  { total, participants, overrides }: SplitInput,
  shares: readonly Share[],
): Set<Id<'member'>> {
  const fixed = new Set(
    overrides.filter(({ type }) => type === 'manual').flatMap((manual) => manual.participantIds),
  );
  const sharing = (ids: readonly Id<'member'>[]) => ids.filter((id) => !fixed.has(id));
  const rest = overrides.reduce((left, { amount }) => left - amount, total as number);
  const parts = [
    ...overrides
      .filter(({ type }) => type === 'equal')
      .map(({ amount, participantIds }) => ({ amount, members: sharing(participantIds) })),
    { amount: rest, members: sharing(participants) },
  ];
  // Exact fractions over a common denominator, so that nothing is rounded twice.
  const denominator = parts.reduce((all, { members }) => all * BigInt(members.length || 1), 1n);
  const hasExtraCent = ({ participantId, amountOwed }: Share) => {
    const exact = parts
      .filter(({ members }) => members.includes(participantId))
      .reduce(
        (sum, { amount, members }) => sum + (BigInt(amount) * denominator) / BigInt(members.length),
        0n,
      );
    return !fixed.has(participantId) && BigInt(amountOwed) * denominator > exact;
  };
  return new Set(shares.filter(hasExtraCent).map((share) => share.participantId));
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
  const what = extraCents.size === 1 ? 'pays the extra cent' : 'each pay an extra cent';
  return `; ${joinNames([...extraCents].map(nameOf))} ${what}`;
}

/** '$24.00 each', or '$16.66 or $16.67 each' if the amount does not divide evenly. */
export function formatEach(amount: Cents, count: number): string {
  const min = Math.floor(amount / count);
  const words = formatMoney(cents(min));
  return amount % count === 0 ? `${words} each` : `${words} or ${formatMoney(cents(min + 1))} each`;
}

const maxNamed = 3;

/** 'A', 'A and B', 'A, B and 5 others'. */
export function joinNames(names: readonly string[]): string {
  const shown = names.length > maxNamed ? names.slice(0, maxNamed - 1) : names;
  const parts =
    names.length > maxNamed ? [...shown, `${names.length - shown.length} others`] : [...shown];
  const last = parts.pop() ?? '';
  return parts.length === 0 ? last : `${parts.join(', ')} and ${last}`;
}
