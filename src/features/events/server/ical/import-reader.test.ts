import { expect, test } from 'vitest';
import { Busy } from '#server/http/limits/concurrency-limit.ts';
import { createImportReader } from './import-reader.ts';

const { signal } = new AbortController();
const limits = {
  maxEvents: 200_000,
  maxRecurring: 2_000,
  maxSteps: 4_000_000,
  maxRows: 200_000,
  maxChanged: 1_000,
};
const orderOf = (events: number) => ({
  content: Buffer.from(
    [
      'BEGIN:VCALENDAR',
      ...Array.from({ length: events }, (_, uid) =>
        [
          'BEGIN:VEVENT',
          `UID:${uid}`,
          'DTSTART:20270201T180000',
          'SUMMARY:Walk',
          'END:VEVENT',
        ].join('\r\n'),
      ),
      'END:VCALENDAR',
    ].join('\r\n'),
  ),
  timeZone: 'America/Los_Angeles',
  limits,
});

test('a file that keeps the processor busy for too long is to be split', async () => {
  // Whatever it has had of a crowded processor by then. Almost as many lines as a file may have take a fast
  // one longer.
  const reader = createImportReader({ maxMilliseconds: 100, shareOfProcessor: 0 });
  expect(await reader.read(orderOf(75_000), signal)).toMatchObject({
    file: { refusal: { message: 'This file takes too long to read. Split it.' } },
  });
  await reader.close();
});

test('a file that a busy machine keeps waiting is not to blame, and can be read again', async () => {
  const hurried = createImportReader({ maxMilliseconds: 1 });
  await expect(hurried.read(orderOf(1), signal)).rejects.toThrow(Busy);
  await hurried.close();
  const reader = createImportReader();
  for (let n = 0; n < 2; n += 1) {
    expect(await reader.read(orderOf(1), signal)).toMatchObject({
      file: { value: { events: [{}] } },
    });
  }
  await reader.close();
});
