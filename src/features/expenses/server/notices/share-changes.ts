/** When a share of an expense changed last, for the email about it. */
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Cents } from '#kit/money.ts';

/** One change of an expense; shares by member, none where it did not exist. */
export type ShareChange = {
  readonly at: Instant;
  readonly actorId: Id<'member'> | null;
  readonly before: ReadonlyMap<Id<'member'>, Cents>;
  readonly after: ReadonlyMap<Id<'member'>, Cents>;
};

export type LastChange = {
  readonly first: Instant;
  readonly last: Instant;
  /** Null if several people took part. */
  readonly by: Id<'member'> | null;
};

/** Changes that follow one another within this are one. */
const pauseSeconds = 5 * 60;

/**
 * The last changes in a row, of these in the order of their times, after which the member's share is another than
 * before them. What was undone at once is none.
 */
export function findLastChange(
  changes: readonly ShareChange[],
  memberId: Id<'member'>,
): LastChange | undefined {
  for (const row of toRows(changes).toReversed()) {
    const [first, last] = [row[0], row.at(-1)];
    if (!first || !last) continue;
    if (first.before.get(memberId) === last.after.get(memberId)) continue;
    const actors = new Set(row.map(({ actorId }) => actorId));
    const by = actors.size === 1 ? first.actorId : null;
    return { first: first.at, last: last.at, by };
  }
  return undefined;
}

function toRows(changes: readonly ShareChange[]): ShareChange[][] {
  const rows: ShareChange[][] = [];
  for (const change of changes) {
    const row = rows.at(-1);
    const previous = row?.at(-1);
    const isNext = previous && secondsBetween(previous.at, change.at) < pauseSeconds;
    if (row && isNext) row.push(change);
    else rows.push([change]);
  }
  return rows;
}

function secondsBetween(from: Instant, to: Instant): number {
  return Temporal.Instant.from(from).until(to).total('seconds');
}
