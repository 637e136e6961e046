/** What an exported chapter shows of this feature, and what members take along of it. */
import { usedFiles } from '#features/files/server/store.ts';
import { localTime, time } from '#server/chapter-archive/formats.ts';
import type { Sheet } from '#server/chapter-archive/sheet.ts';

export const sheets: readonly Sheet[] = [
  {
    name: 'events',
    title: 'Events',
    about: 'Every date of every event, in the local time of its zone.',
    query: `select t.id, t.event_id, c.name as calendar, coalesce(t.title, e.title) as title,
        coalesce(t.description, e.description) as description,
        coalesce(t.location, e.location) as location, ${localTime('t.local_start')} as starts,
        ${localTime('t.local_end')} as ends, e.time_zone, t.status,
        e.recurrence is not null as is_series, t.capacity, t.confirmed_heads as heads,
        ${time('e.deleted_at')} as deleted_at
      from hub.event_occurrence t
      join hub.event e on e.chapter_id = t.chapter_id and e.id = t.event_id
      join hub.calendar c on c.chapter_id = t.chapter_id and c.id = t.calendar_id
      where t.chapter_id = $1 order by t.starts_at, t.id`,
  },
  {
    name: 'rsvps',
    title: 'RSVPs',
    about: 'Who replied to each date of an event, and who was noted at the door.',
    query: `select coalesce(r.occurrence_id, a.occurrence_id) as occurrence_id,
        coalesce(o.title, e.title) as event, ${localTime('o.local_start')} as starts,
        t.id as member_id, t.display_name as member, r.answer, r.guests, r.status,
        ${time('r.answered_at')} as answered_at, a.is_here as checked_in, a.guests as guests_here
      from hub.rsvp r
      full join hub.attendance a on a.chapter_id = r.chapter_id
        and a.occurrence_id = r.occurrence_id and a.member_id = r.member_id
      join hub.member t on t.chapter_id = coalesce(r.chapter_id, a.chapter_id)
        and t.id = coalesce(r.member_id, a.member_id)
      join hub.event_occurrence o on o.chapter_id = t.chapter_id
        and o.id = coalesce(r.occurrence_id, a.occurrence_id)
      join hub.event e on e.chapter_id = o.chapter_id and e.id = o.event_id
      where t.chapter_id = $1 order by o.starts_at, o.id, 5, 4`,
  },
];

export const ownSheets: readonly Sheet[] = [
  {
    name: 'rsvps',
    title: 'RSVPs',
    about:
      'Your replies to events, in the local time of each or the day of an all-day event, and where you were checked in.',
    query: `select o.id as occurrence_id, coalesce(o.title, e.title) as event,
        case when o.local_start::time = '00:00' and o.local_end::time = '00:00'
            and o.local_end > o.local_start
          then to_char(o.local_start, 'YYYY-MM-DD') else ${localTime('o.local_start')}
        end as starts, e.time_zone, r.answer, r.guests, r.status,
        ${time('r.answered_at')} as answered_at, a.is_here as checked_in, a.guests as guests_here
      from (
        select occurrence_id from hub.rsvp where chapter_id = $1 and member_id = $2
        union
        select occurrence_id from hub.attendance where chapter_id = $1 and member_id = $2
      ) t
      join hub.event_occurrence o on o.chapter_id = $1 and o.id = t.occurrence_id
      join hub.event e on e.chapter_id = $1 and e.id = o.event_id
      left join hub.rsvp r
        on r.chapter_id = $1 and r.occurrence_id = o.id and r.member_id = $2
      left join hub.attendance a
        on a.chapter_id = $1 and a.occurrence_id = o.id and a.member_id = $2
      order by o.starts_at, o.id`,
  },
  {
    name: 'event-files',
    title: 'Files of Events',
    about: 'Files you added to dates of events.',
    query: `select o.id as occurrence_id, coalesce(o.title, e.title) as event,
        ${localTime('o.local_start')} as starts, t.name as file, t.media_type as type, t.bytes,
        ${time('t.added_at')} as added_at
      from ${usedFiles} t
      join hub.event_occurrence o on o.chapter_id = t.chapter_id and o.id = t.entity_id
      join hub.event e on e.chapter_id = o.chapter_id and e.id = o.event_id
      where t.chapter_id = $1 and t.kind = 'occurrence' and t.added_by = $2
      order by t.added_at, o.id, t.place`,
  },
];
