/** Which events came from which file: so that a newer one updates them, and a chapter's own feed adds none. */
import { type Id, toId } from '#kit/id.ts';
import { uidSuffix } from '../../ical/ical-feed.ts';
import type { ParsedEvent } from '../../ical/ical-parse.ts';
import type { Work } from '../work.ts';

/** Of an event that was imported before. */
export type Origin = {
  readonly eventId: Id<'event'>;
  readonly hash: string;
  readonly sequence: number;
};

export async function findOrigins(
  { tx, caller }: Pick<Work, 'tx' | 'caller'>,
  calendarId: Id<'calendar'>,
  events: readonly ParsedEvent[],
): Promise<Map<string, Origin>> {
  if (events.length === 0) return new Map();
  const uids = events.flatMap(({ uid, ofSeries }) => (ofSeries ? [uid, ofSeries.uid] : [uid]));
  const rows = await tx
    .selectFrom('event_import')
    .select(['uid', 'event_id as eventId', 'content_hash as hash', 'sequence'])
    .where('chapter_id', '=', caller.chapterId)
    .where('calendar_id', '=', calendarId)
    .where(({ eb, fn, val }) => eb('uid', '=', fn.any(val(uids))))
    .execute();
  return new Map(rows.map(({ uid, ...origin }) => [uid, origin]));
}

export async function saveOrigin(
  { tx, caller, now }: Work,
  calendarId: Id<'calendar'>,
  { uid, eventId, hash, sequence }: { uid: string } & Origin,
): Promise<void> {
  const kept = { event_id: eventId, content_hash: hash, sequence, imported_at: now };
  await tx
    .insertInto('event_import')
    .values({ chapter_id: caller.chapterId, calendar_id: calendarId, uid, ...kept })
    .onConflict((conflict) =>
      conflict.columns(['chapter_id', 'calendar_id', 'uid']).doUpdateSet(kept),
    )
    .execute();
}

const ownUidPattern = new RegExp(`^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})${uidSuffix}$`);

export async function isOwnEvent({ tx, caller }: Work, uid: string): Promise<boolean> {
  const id = ownUidPattern.exec(uid)?.[1];
  if (id === undefined) return false;
  const found = await tx
    .selectFrom('event')
    .select('id')
    .where('chapter_id', '=', caller.chapterId)
    .where('id', '=', toId<'event'>(id))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}
