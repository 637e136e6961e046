/** Imports files in the background, as the dialog does. */
import { expect } from 'vitest';
import type { TestPerson } from '#app/testing/hub.ts';
import type { Id } from '#kit/id.ts';
import { newId } from '#server/database/ids.ts';
import { type CalendarImport, importCalls } from '../../import-contract.ts';

export const sendFile = (
  person: TestPerson,
  calendarId: Id<'calendar'>,
  content: string | Uint8Array,
  importId = newId<'calendar-import'>(),
) =>
  person.call(importCalls.send, {
    params: { calendarId },
    query: { id: importId, fileName: 'walks.ics' },
    body: Buffer.from(content),
  });

/** Waits until the person's import has ended the phase. */
export async function awaitPhase(
  person: TestPerson,
  phase: CalendarImport['phase'],
): Promise<CalendarImport> {
  const current = async () => (await person.call(importCalls.current)).value().import;
  await expect.poll(async () => (await current())?.phase, { timeout: 60_000 }).toBe(phase);
  const found = await current();
  if (!found) throw new Error('there is no import');
  return found;
}

export const startImport = (
  person: TestPerson,
  importId: Id<'calendar-import'>,
  includesPrivate = false,
) => person.call(importCalls.start, { params: { importId }, body: { includesPrivate } });
