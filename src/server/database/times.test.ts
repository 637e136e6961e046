/** Times come from the database as they are written here, whatever their fractions. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHub, type TestHub } from '#app/testing/hub.ts';

let hub: TestHub;
beforeAll(async () => {
  hub = await startTestHub();
});
afterAll(() => hub?.close());

test.each([
  ['2026-11-26 18:05:09', '2026-11-26T18:05:09.000Z', '2026-11-26T18:05'],
  ['2026-11-26 18:05:00.12', '2026-11-26T18:05:00.120Z', '2026-11-26T18:05'],
  ['2026-11-26 18:05:00.000999', '2026-11-26T18:05:00.000Z', '2026-11-26T18:05'],
  ['2026-11-26 18:05:00.123456', '2026-11-26T18:05:00.123Z', '2026-11-26T18:05'],
  ['1969-12-31 23:59:59.9996', '1969-12-31T23:59:59.999Z', '1969-12-31T23:59'],
  ['1969-12-31 23:59:59', '1969-12-31T23:59:59.000Z', '1969-12-31T23:59'],
  ['0999-01-01 00:00:00', '0999-01-01T00:00:00.000Z', '0999-01-01T00:00'],
])('%s', async (written, instant, local) => {
  const { rows } = await sql<{ instant: string; local: string }>`
    select (${written} || '+00')::timestamptz as instant, ${written}::timestamp as local`.execute(
    hub.db,
  );
  expect(rows[0]).toEqual({ instant, local });
});
