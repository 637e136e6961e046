/** Writes of calendars. A chapter always has exactly one main calendar. */

import type { Id } from '#kit/id.ts';
import { notFound, ok, type Result, refuse } from '#kit/result.ts';
import { type AuditRecord, auditWork } from '#server/audit/audit.ts';
import type { Work as WorkOf } from '#server/work.ts';
import type { Calendar } from '../listing-contract.ts';
import { checkCalendarChanger } from '../rights/may-change-event.ts';
import { createCalendar, listCalendars } from './store.ts';

type Work = WorkOf<'role' | 'eventPolicy' | 'timeZone'>;

export async function addCalendar(work: Work, name: string): Promise<Result<Calendar>> {
  const { tx, caller, now, newId } = work;
  const known = await lockCalendars(work);
  if (isTaken(known, name)) return refuseTakenName();
  const { timeZone } = caller;
  const created = { id: newId<'calendar'>(), name, timeZone, isMain: false };
  const calendar = await createCalendar(tx, caller.chapterId, { ...created, createdAt: now });
  await record(work, 'calendar.create', undefined, calendar);
  return ok(calendar);
}

/** A new main calendar replaces the current one, which cannot stop being the main one by itself. */
export async function changeCalendar(
  work: Work,
  calendarId: Id<'calendar'>,
  { name, isMain }: { readonly name: string; readonly isMain: boolean },
): Promise<Result<Calendar>> {
  const { tx, caller } = work;
  const refused = checkCalendarChanger(caller);
  if (refused) return refused;
  const known = await lockCalendars(work);
  const before = known.find(({ id }) => id === calendarId);
  if (!before) return notFound('Calendar');
  if (before.isMain && !isMain) {
    const message = 'One calendar is always the main one: make another one that';
    return refuse('conflict', 'main_calendar', message, { field: 'isMain' });
  }
  if (
    isTaken(
      known.filter(({ id }) => id !== calendarId),
      name,
    )
  )
    return refuseTakenName();
  if (isMain && !before.isMain) {
    await tx
      .updateTable('calendar')
      .set({ is_main: false })
      .where('chapter_id', '=', caller.chapterId)
      .where('is_main', '=', true)
      .execute();
  }
  await tx
    .updateTable('calendar')
    .set({ name, is_main: isMain })
    .where('chapter_id', '=', caller.chapterId)
    .where('id', '=', calendarId)
    .execute();
  const after = { ...before, name, isMain };
  await record(work, 'calendar.update', before, after);
  return ok(after);
}

/** Locks the chapter, because unique names and the main calendar concern all of its calendars. */
async function lockCalendars({ tx, caller }: Work): Promise<Calendar[]> {
  await tx
    .selectFrom('chapter')
    .select('id')
    .where('id', '=', caller.chapterId)
    .forNoKeyUpdate()
    .execute();
  return listCalendars(tx, caller.chapterId);
}

function isTaken(calendars: readonly Calendar[], name: string): boolean {
  return calendars.some((each) => each.name.toLowerCase() === name.toLowerCase());
}

function refuseTakenName() {
  const message = "There's already a calendar with this name";
  return refuse('conflict', 'name_taken', message, { field: 'name' });
}

async function record(
  work: Work,
  action: AuditRecord['action'],
  before: Calendar | undefined,
  after: Calendar,
): Promise<void> {
  const record = { action, kind: 'calendar', id: after.id, before, after };
  await auditWork(work, record);
}
