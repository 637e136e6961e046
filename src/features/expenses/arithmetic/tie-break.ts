import type { Id } from '#kit/id.ts';

/**
 * Orders an expense's participants for the extra cents: by a 32-bit hash of expense id and participant
 * id, then by id. It depends on nothing else, so an expense is always split the same way, while the
 * extra cents vary between expenses and even out over time.
 */
export function createTieBreak(
  expenseId: Id<'expense'>,
  participants: readonly Id<'member'>[],
): (one: Id<'member'>, other: Id<'member'>) => number {
  const seed = updateHash(0x811c9dc5, expenseId);
  const hashes = new Map(
    participants.map((participant) => [participant, finalizeHash(updateHash(seed, participant))]),
  );
  return (one, other) =>
    (hashes.get(one) ?? 0) - (hashes.get(other) ?? 0) || (one < other ? -1 : one > other ? 1 : 0);
}

/** FNV-1a over the characters of an id, which are ASCII. */
function updateHash(seed: number, text: string): number {
  let hash = seed;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash;
}

/** The finalizer of MurmurHash3, which mixes all bits. */
function finalizeHash(hash: number): number {
  let mixed = hash ^ (hash >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
