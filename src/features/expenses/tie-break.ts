import type { Id } from '#kit/id.ts';

/**
 * Who of an expense's participants comes first for a cent that cannot be split: the order of a
 * 32-bit hash of (expense id, participant id), then of the ids. It depends on nothing else, so the
 * same people share the same expense the same way for ever, and differ from expense to expense,
 * so that over time nobody pays more than their part.
 */
export function tieBreak(
  expenseId: Id<'expense'>,
  participants: readonly Id<'member'>[],
): (one: Id<'member'>, other: Id<'member'>) => number {
  const seed = absorb(0x811c9dc5, expenseId);
  const hashes = new Map(
    participants.map((participant) => [participant, finish(absorb(seed, participant))]),
  );
  return (one, other) =>
    (hashes.get(one) ?? 0) - (hashes.get(other) ?? 0) || (one < other ? -1 : one > other ? 1 : 0);
}

/** FNV-1a over the characters of an id, which are ASCII. */
function absorb(seed: number, text: string): number {
  let hash = seed;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash;
}

/** The finaliser of MurmurHash3: each bit of the input flips each bit of the output half the time. */
function finish(hash: number): number {
  let mixed = hash ^ (hash >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
