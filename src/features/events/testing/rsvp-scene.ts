/** A chapter with members who RSVP, for tests. */

import { startTestHub, type TestPerson } from '#app/testing/hub.ts';
import { type Instant, toInstant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { inTransaction } from '#server/database/db.ts';
import { newId } from '#server/database/ids.ts';
import { eventCalls } from '../contract.ts';
import type { RsvpAnswer } from '../rsvp/occurrence-rsvp.ts';
import type { Rsvp } from '../rsvp/rsvp.ts';
import { rsvpCalls } from '../rsvp/rsvp-contract.ts';
import { setCapacity } from '../server/rsvp/occurrence-capacity.ts';
import type { RecordedAnswer } from './rsvp-model.ts';

type Fields = {
  capacity?: number | null;
  rsvp_closes_minutes_before?: number;
  starts_at?: Instant;
  ends_at?: Instant;
  status?: 'cancelled';
};

type AuditedAnswer = Omit<RecordedAnswer, 'memberId'> & { promoted: Id<'member'>[] };

const names = ['Maya Chen', 'Tom Becker', 'Ana Souza', 'Li Wei', 'Ida Holm', 'Sam Reed'];

export const currentInstant = () => toInstant(Temporal.Now.instant());

export const sendRsvp = (
  person: TestPerson,
  occurrenceId: Id<'occurrence'>,
  answer: RsvpAnswer,
  guests = 0,
) => person.call(rsvpCalls.answer, { params: { occurrenceId }, body: { answer, guests } });

export const listRsvps = async (occurrenceId: Id<'occurrence'>, person: TestPerson) =>
  (await person.call(rsvpCalls.answers, { params: { occurrenceId } })).value();

export type RsvpScene = Awaited<ReturnType<typeof openRsvpScene>>;

export async function openRsvpScene() {
  const hub = await startTestHub({ poolSize: 16 });
  const { db } = hub;
  const chapter = await hub.chapter();
  const people = await Promise.all(names.map((name) => chapter.person(name)));
  const [maya] = people as [TestPerson];
  const [calendar] = (await maya.call(eventCalls.calendars)).value().items;
  if (!calendar) throw new Error('a new chapter has no calendar');
  const params = { calendarId: calendar.id };

  const change = async (occurrenceId: Id<'occurrence'>, fields: Fields): Promise<void> => {
    await db.updateTable('event_occurrence').set(fields).where('id', '=', occurrenceId).execute();
  };
  /** Creates an event in six months and returns the id of its occurrence. */
  const createDinner = async (capacity: number | null = null): Promise<Id<'occurrence'>> => {
    const day = Temporal.Now.plainDateISO().add({ months: 6 }).toString();
    const raw = JSON.stringify({
      title: 'Dinner',
      startDate: `${day}T18:00:00`,
      endDate: `${day}T21:00:00`,
      capacity,
    });
    return (await maya.call(eventCalls.create, { params, raw })).value().occurrenceId;
  };
  return {
    hub,
    chapter,
    people,
    calendarId: calendar.id,
    createDinner,
    change,
    /** Sets the capacity as editing the event does. */
    resize: (occurrenceIds: Id<'occurrence'>[], capacity: number | null) => {
      const by = { chapterId: chapter.id, memberId: maya.memberId, now: currentInstant(), newId };
      return inTransaction(db, (tx) => setCapacity(tx, by, occurrenceIds, capacity));
    },
    /** The stored RSVPs by member. */
    storedRsvps: async (occurrenceId: Id<'occurrence'>): Promise<Map<Id<'member'>, Rsvp>> => {
      const rows = await db
        .selectFrom('rsvp')
        .select(['member_id', 'answer', 'guests', 'status', 'place'])
        .where('occurrence_id', '=', occurrenceId)
        .execute();
      return new Map(rows.map(({ member_id, ...rsvp }) => [member_id, rsvp]));
    },
    /** The audit records of the RSVPs, in order. */
    readAudit: async (occurrenceId: Id<'occurrence'>) => {
      const records = await db
        .selectFrom('audit')
        .select(['actor_id', 'before', 'after'])
        .where('entity_id', '=', occurrenceId)
        .where('action', '=', 'rsvp.answer')
        .execute();
      return records
        .map((record) => ({ ...record, after: record.after as AuditedAnswer }))
        .sort((a, b) => a.after.turn - b.after.turn);
    },
  };
}
