import type { Id } from '#kit/id.ts';
import { type Cents, cents, centsFromTyped, formatMoney } from '#kit/money.ts';
import type { OverrideFields, Share } from '../../expense.ts';
import { type SplitInput, splitExpense } from '../../split.ts';

export type SharePreview = {
  readonly shares: ReadonlyMap<Id<'member'>, Cents>;
  /** Those who carry a cent that could not be split. */
  readonly oddCents: ReadonlySet<Id<'member'>>;
  /** One sentence that says it all, or why the amount cannot be split. */
  readonly words: string;
  readonly isRefused: boolean;
  /** By how much overrides exceed the total; negative when they fall short of it. */
  readonly difference?: Cents | undefined;
};

/**
 * What everybody will owe, by the very function the server splits with: the expense's id decides
 * who carries an odd cent, so it must be the one that is sent. Undefined while there is no amount
 * or nobody to share it.
 */
export function previewShares(
  expenseId: Id<'expense'>,
  typedAmount: string,
  participants: readonly Id<'member'>[],
  overrides: readonly OverrideFields[],
  names: ReadonlyMap<Id<'member'>, string>,
): SharePreview | undefined {
  const total = centsFromTyped(typedAmount);
  if (total === undefined || total <= 0 || participants.length === 0) return undefined;
  // An override of somebody who leaves is dropped with consent; see the patch.
  const staying = overrides.filter((override) =>
    override.participantIds.every((id) => participants.includes(id)),
  );
  return previewSplit({ expenseId, total, participants, overrides: staying }, names);
}

/** The same for a whole expense; `names` are for the sentence. */
export function previewSplit(
  input: SplitInput,
  names: ReadonlyMap<Id<'member'>, string>,
): SharePreview {
  const split = splitExpense(input);
  if (!split.ok) {
    const { message, details } = split.refusal;
    const difference = details?.['differenceCents'] as Cents | undefined;
    return { shares: new Map(), oddCents: new Set(), words: message, isRefused: true, difference };
  }
  const shares = new Map(split.value.map((share) => [share.participantId, share.amountOwed]));
  const oddCents = oddCentsOf(input, split.value);
  const nameOf = (id: Id<'member'>) => names.get(id) ?? 'Someone';
  const words =
    input.overrides.length === 0
      ? evenWords(split.value, oddCents, nameOf)
      : `Shares add up to ${formatMoney(input.total)}${oddWords(oddCents, nameOf)}.`;
  return { shares, oddCents, words, isRefused: false };
}

/** Whose share is more than what is exactly theirs: a fraction of each carve-out and of the rest. */
function oddCentsOf(
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
  // Fractions over one denominator; whole numbers of any size, so that nothing is rounded twice.
  const denominator = parts.reduce((all, { members }) => all * BigInt(members.length || 1), 1n);
  const isOdd = ({ participantId, amountOwed }: Share) => {
    const exact = parts
      .filter(({ members }) => members.includes(participantId))
      .reduce(
        (sum, { amount, members }) => sum + (BigInt(amount) * denominator) / BigInt(members.length),
        0n,
      );
    return !fixed.has(participantId) && BigInt(amountOwed) * denominator > exact;
  };
  return new Set(shares.filter(isOdd).map((share) => share.participantId));
}

/** The sentence about an even split, and who carries its odd cents. */
function evenWords(
  shares: readonly Share[],
  oddCents: ReadonlySet<Id<'member'>>,
  nameOf: (id: Id<'member'>) => string,
): string {
  const least = cents(Math.min(...shares.map((share) => share.amountOwed)));
  if (shares.length === 1) return `${formatMoney(least)} (the full amount).`;
  return `${formatMoney(least)} each${oddWords(oddCents, nameOf)}.`;
}

function oddWords(
  oddCents: ReadonlySet<Id<'member'>>,
  nameOf: (id: Id<'member'>) => string,
): string {
  if (oddCents.size === 0) return '';
  const what = oddCents.size === 1 ? 'pays the extra cent' : 'each pay an extra cent';
  return `; ${listed([...oddCents].map(nameOf))} ${what}`;
}

/** '$24.00 each', or '$16.66 or $16.67 each' of an amount that does not divide. */
export function eachWords(amount: Cents, count: number): string {
  const least = Math.floor(amount / count);
  const words = formatMoney(cents(least));
  return amount % count === 0
    ? `${words} each`
    : `${words} or ${formatMoney(cents(least + 1))} each`;
}

const mostNamed = 3;

/** 'A', 'A and B', 'A, B and 5 others'. */
export function listed(names: readonly string[]): string {
  const shown = names.length > mostNamed ? names.slice(0, mostNamed - 1) : names;
  const parts =
    names.length > mostNamed ? [...shown, `${names.length - shown.length} others`] : [...shown];
  const last = parts.pop() ?? '';
  return parts.length === 0 ? last : `${parts.join(', ')} and ${last}`;
}
