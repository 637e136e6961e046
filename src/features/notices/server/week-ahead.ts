/**
 * A summary on Monday morning of what every feature has to say of the days ahead, to those who neither were here nor got
 * an email in a week; once a month to those who have not been here for long.
 */
import { listMailRecipients } from '#features/members/server/store.ts';
import { type Instant, instantToDay, localToInstant, toDay } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Db } from '#server/database/db.ts';
import {
  hoursBefore,
  maxLateHours,
  type NoticeAsk,
  type NoticeContext,
  type NoticeSource,
  type NoticeText,
  noticeSource,
  type WeekAheadSource,
} from '#server/notice-source.ts';
import { listNotifiedSince } from './sent-store.ts';

const kind = 'week-ahead';
const weekHours = 7 * 24;
const longWeeks = 8;

/** When members of a chapter were last here; those who never were are missing. */
export type ListVisits = (db: Db, chapterId: Id<'chapter'>) => Promise<Map<Id<'member'>, Instant>>;

export function weekAhead(
  sources: readonly WeekAheadSource[],
  listVisits: ListVisits,
): NoticeSource {
  async function find(db: Db, { chapterId, now, timeZone, memberId }: NoticeAsk) {
    const { monday, morning, isTime } = findMonday(now, timeZone);
    if (!isTime) return [];
    // Of the morning, or a week would be over in the middle of the day.
    const aWeekAgo = hoursBefore(morning, weekHours);
    const [recipients, visits, informed] = [
      await listMailRecipients(db, chapterId, { ids: memberId ? [memberId] : 'everyone' }),
      await listVisits(db, chapterId),
      await listNotifiedSince(db, chapterId, aWeekAgo, { not: kind }),
    ];
    const longAgo = hoursBefore(morning, longWeeks * weekHours);
    const isFirst = Number(monday.slice(-2)) <= 7;
    return recipients
      .filter((recipient) => {
        const seenAt = visits.get(recipient.memberId) ?? recipient.createdAt;
        return (
          seenAt < aWeekAgo && !informed.has(recipient.memberId) && (seenAt >= longAgo || isFirst)
        );
      })
      .map((recipient) => ({
        to: recipient.memberId,
        key: `week ${monday}`,
        by: null,
        changed: null,
        item: monday,
      }));
  }

  async function compose(
    db: Db,
    _weeks: readonly string[],
    context: NoticeContext,
  ): Promise<NoticeText | undefined> {
    const found = await Promise.all(sources.map((source) => source(db, context)));
    const parts = found.filter((part) => part !== undefined);
    const titled = parts.filter(({ title }) => title !== null);
    if (titled.length === 0) return undefined;
    return {
      subject: `This week: ${titled.map(({ title }) => title).join(', ')}`,
      paragraphs: [...new Set([...titled, ...parts])].flatMap(({ paragraphs }) => paragraphs),
    };
  }

  return noticeSource<string>({ kind, switch: 'weekly', when: 'scheduled', find, compose });
}

/** The last Monday, and whether it is its morning, or so little later that it may still be sent. */
function findMonday(now: Instant, timeZone: string) {
  const today = Temporal.PlainDate.from(instantToDay(now, timeZone));
  const monday = toDay(today.subtract({ days: today.dayOfWeek - 1 }));
  const morning = localToInstant(`${monday}T08:00`, timeZone);
  return { monday, morning, isTime: morning <= now && morning > hoursBefore(now, maxLateHours) };
}
