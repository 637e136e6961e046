import type { Id } from '#kit/id.ts';
import { type Cents, centsFromTyped, formatMoney } from '#kit/money.ts';
import type { OverrideFields, Share } from '../expense.ts';
import { splitExpense } from '../split.ts';

export type SharePreview = {
  readonly shares: ReadonlyMap<Id, Cents>;
  /** Those whose share is one cent more than others' because the amount does not divide. */
  readonly oddCents: ReadonlySet<Id>;
  /** One sentence that says it all, or why the amount cannot be split. */
  readonly words: string;
  readonly isRefused: boolean;
};

/**
 * What everybody will owe, by the very function the server splits with: the expense's id decides
 * who carries an odd cent, so it must be the one that is sent. Undefined while there is no amount
 * or nobody to share it.
 */
export function previewShares(
  expenseId: Id,
  typedAmount: string,
  participants: readonly Id[],
  overrides: readonly OverrideFields[],
  names: ReadonlyMap<Id, string>,
): SharePreview | undefined {
  const total = centsFromTyped(typedAmount);
  if (total === undefined || total <= 0 || participants.length === 0) return undefined;
  // An override of somebody who leaves is dropped with consent; see the patch.
  const staying = overrides.filter((override) =>
    override.participantIds.every((id) => participants.includes(id)),
  );
  const split = splitExpense({ expenseId, total, participants, overrides: staying });
  if (!split.ok) {
    return {
      shares: new Map(),
      oddCents: new Set(),
      words: split.refusal.message,
      isRefused: true,
    };
  }
  const shares = new Map(split.value.map((share) => [share.participantId, share.amountOwed]));
  if (staying.length > 0) {
    const words = `Shares add up to ${formatMoney(total)}, overrides included.`;
    return { shares, oddCents: new Set(), words, isRefused: false };
  }
  return { shares, isRefused: false, ...evenWords(split.value, names) };
}

/** The sentence about an even split, and who carries its odd cents. */
function evenWords(
  shares: readonly Share[],
  names: ReadonlyMap<Id, string>,
): Pick<SharePreview, 'words' | 'oddCents'> {
  const least = shares.reduce(
    (least, share) => (share.amountOwed < least ? share.amountOwed : least),
    shares[0]?.amountOwed as Cents,
  );
  const carriers = shares.filter((share) => share.amountOwed > least);
  const oddCents = new Set(carriers.map((share) => share.participantId));
  const each = `${formatMoney(least)} each`;
  if (shares.length === 1) return { oddCents, words: `${formatMoney(least)}, all of it.` };
  if (carriers.length === 0) return { oddCents, words: `${each}.` };
  const who = listed(carriers.map(({ participantId }) => names.get(participantId) ?? 'Somebody'));
  const what = carriers.length === 1 ? 'carries the odd cent' : 'carry an odd cent each';
  return { oddCents, words: `${each}; ${who} ${what}.` };
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
