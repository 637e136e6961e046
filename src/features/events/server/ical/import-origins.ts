/** Which events came from which file: so that a newer one updates them, and a chapter's own feed adds none. */
import { sql } from 'kysely';
import type { Instant } from '#kit/day.ts';
import { type Id, toId } from '#kit/id.ts';
import { firstSuffix, uidSuffix } from '../../ical/ical-feed.ts';
import type { ParsedEvent } from '../../ical/ical-parse.ts';
import type { Work } from '../work.ts';

/** Of an event that was imported before. */
export type Origin = {
  readonly eventId: Id<'event'>;
  readonly hash: string;
  readonly sequence: number;
  readonly stampedAt: Instant | null;
};

/** Whether the version in a file is older than what was imported: by its sequence, and by when it was written. */
export function isOutdated(
  { sequence, stampedAt }: Pick<ParsedEvent, 'sequence' | 'stampedAt'>,
  known: Origin | undefined,
): boolean {
  if (!known || sequence !== known.sequence) return sequence < (known?.sequence ?? 0);
  return stampedAt !== null && known.stampedAt !== null && stampedAt < known.stampedAt;
}

export async function findOrigins(
  { tx, caller }: Pick<Work, 'tx' | 'caller'>,
  calendarId: Id<'calendar'>,
  events: readonly ParsedEvent[],
): Promise<Map<string, Origin>> {
  if (events.length === 0) return new Map();
  const uids = events.flatMap(({ uid, ofSeries }) => (ofSeries ? [uid, ofSeries.uid] : [uid]));
  const rows = await tx
    .selectFrom('event_import')
    .select([
      'uid',
      'event_id as eventId',
      'content_hash as hash',
      'sequence',
      'stamped_at as stampedAt',
    ])
    .where('chapter_id', '=', caller.chapterId)
    .where('calendar_id', '=', calendarId)
    .where(({ eb, fn, val }) => eb('uid', '=', fn.any(val(uids))))
    .execute();
  return new Map(rows.map(({ uid, ...origin }) => [uid, origin]));
}

export async function saveOrigin(
  work: Work,
  calendarId: Id<'calendar'>,
  origin: { readonly uid: string } & Origin,
): Promise<void> {
  await saveOrigins(work, calendarId, [origin]);
}

export async function saveOrigins(
  { tx, caller, now }: Work,
  calendarId: Id<'calendar'>,
  origins: readonly ({ readonly uid: string } & Origin)[],
): Promise<void> {
  // Of a UID that a file makes twice, the last counts.
  const rows = [...new Map(origins.map((origin) => [origin.uid, origin])).values()].map(
    ({ uid, eventId, hash, sequence, stampedAt }) => ({
      uid,
      event_id: eventId,
      content_hash: hash,
      sequence,
      stamped_at: stampedAt,
      imported_at: now,
    }),
  );
  await sql`
    insert into hub.event_import (chapter_id, calendar_id, uid, event_id, content_hash, sequence, stamped_at,
      imported_at)
    select ${caller.chapterId}, ${calendarId}, n.uid, n.event_id, n.content_hash, n.sequence, n.stamped_at,
      n.imported_at
    from jsonb_populate_recordset(null::hub.event_import, ${JSON.stringify(rows)}::jsonb) n
    on conflict (chapter_id, calendar_id, uid) do update set event_id = excluded.event_id,
      content_hash = excluded.content_hash, sequence = excluded.sequence, stamped_at = excluded.stamped_at,
      imported_at = excluded.imported_at
  `.execute(tx);
}

/** The events of the chapter that the UIDs of its own feed name. */
export async function findOwnEvents(
  { tx, caller }: Pick<Work, 'tx' | 'caller'>,
  events: readonly ParsedEvent[],
): Promise<ReadonlySet<Id<'event'>>> {
  const ids = events.flatMap((event) => readOwnId(event) ?? []);
  if (ids.length === 0) return new Set();
  const rows = await tx
    .selectFrom('event')
    .select('id')
    .where('chapter_id', '=', caller.chapterId)
    .where('id', '=', sql<Id<'event'>>`any(${ids}::uuid[])`)
    .where('deleted_at', 'is', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

const ownUidPattern = new RegExp(
  `^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:${firstSuffix})?${uidSuffix}$`,
);

/** The id that this UID, or the one of its series, has in the chapter's own feed. */
export function readOwnId({ uid, ofSeries }: ParsedEvent): Id<'event'> | undefined {
  const id = ownUidPattern.exec(ofSeries?.uid ?? uid)?.[1];
  return id === undefined ? undefined : toId<'event'>(id);
}
