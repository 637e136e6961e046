/**
 * Compares local times with PostgreSQL, which has its own time zone data and arithmetic, around every
 * clock change of every zone from 1970 to 2037. If a local time occurs twice, PostgreSQL takes the
 * second and we take the first, so the two differ by what the clocks went back.
 */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#app/testing/database.ts';
import {
  formatLocal,
  type Instant,
  type LocalDateTime,
  localToInstant,
  toInstant,
} from '#kit/day.ts';

const [firstYear, lastYear] = [1970, 2037];

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.appUrl });
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await database?.drop();
});

type Moment = {
  zone: string;
  local: LocalDateTime;
  instant: Instant;
  /** How much later the second of two is; 0 if the local time occurs once or never. */
  apartMinutes: number;
  /** The nearest clock change, and the local times at it and a second before. */
  change: Instant;
  wallAfter: string;
  lastWallBefore: string;
};

/** The clock changes of a zone. */
function* generateTransitions(zone: string): Generator<Temporal.ZonedDateTime> {
  let at: Temporal.ZonedDateTime | null = Temporal.ZonedDateTime.from(
    `${firstYear}-01-01T00:00[${zone}]`,
  );
  for (;;) {
    at = at.getTimeZoneTransition('next');
    if (at === null || at.year > lastYear) return;
    yield at;
  }
}

/** Local times before, at, within and after a clock change. */
function listMomentsAround(zone: string, change: Temporal.ZonedDateTime): Moment[] {
  const before = change.subtract({ seconds: 1 });
  const forward = (change.offsetNanoseconds - before.offsetNanoseconds) / 60e9;
  const wallBefore = before.toPlainDateTime().add({ seconds: 1 });
  const offsets = [-1_440, -1, 0, 1, forward / 2, forward - 1, forward, forward + 1, 1_440];
  return offsets.map((minutes) => {
    const whole = wallBefore.round({ smallestUnit: 'minute', roundingMode: 'floor' });
    const wall = whole.add({ minutes: Math.trunc(minutes) });
    const local = formatLocal(wall);
    const isTwice =
      forward < 0 &&
      Temporal.PlainDateTime.compare(wall, wallBefore) < 0 &&
      Temporal.PlainDateTime.compare(wall, wallBefore.add({ seconds: forward * 60 })) >= 0;
    return {
      zone,
      local,
      instant: localToInstant(local, zone),
      apartMinutes: isTwice ? -forward : 0,
      change: toInstant(change.toInstant()),
      wallAfter: change.toPlainDateTime().toString(),
      lastWallBefore: before.toPlainDateTime().toString(),
    };
  });
}

test('every clock change of every zone matches PostgreSQL’s', {
  tags: ['all'],
  timeout: 120_000,
}, async () => {
  const known = await client.query('select name from pg_timezone_names');
  const names = new Set(known.rows.map(({ name }) => name));
  const zones = Intl.supportedValuesOf('timeZone').filter((zone) => names.has(zone));
  expect(zones.length).toBeGreaterThan(400);
  const moments = zones.flatMap((zone) =>
    [...generateTransitions(zone)].flatMap((change) => listMomentsAround(zone, change)),
  );
  expect(moments.length).toBeGreaterThan(100_000);
  const { rows } = await client.query(
    `select zone, local, ours, theirs, is_known as "isKnown"
    from (
      select m.*, m.local::timestamp at time zone m.zone as theirs,
        m.ours::timestamptz at time zone m.zone as back,
        m.change::timestamptz at time zone m.zone = m.wall_after::timestamp
          and (m.change::timestamptz - interval '1 second') at time zone m.zone
            = m.wall_before::timestamp as is_known
      from unnest($1::text[], $2::text[], $3::text[], $4::float[], $5::text[], $6::text[],
          $7::text[])
        as m (zone, local, ours, apart, change, wall_after, wall_before)
    ) compared
    where theirs <> ours::timestamptz + make_interval(secs => apart * 60)
      or (apart > 0 and back <> local::timestamp)`,
    [
      moments.map(({ zone }) => zone),
      moments.map(({ local }) => local),
      moments.map(({ instant }) => instant),
      moments.map(({ apartMinutes }) => apartMinutes),
      moments.map(({ change }) => change),
      moments.map(({ wallAfter }) => wallAfter),
      moments.map(({ lastWallBefore }) => lastWallBefore),
    ],
  );
  // Ignore changes that only one of the two knows, because their time zone data may differ in
  // version. There are few.
  expect(rows.filter(({ isKnown }) => isKnown)).toEqual([]);
  expect(new Set(rows.map(({ zone }) => zone)).size).toBeLessThan(10);
  expect(rows.length).toBeLessThan(moments.length / 200);
});

test.each<[string, string, LocalDateTime, Instant]>([
  ['before the gap', 'America/Los_Angeles', '2026-03-08T01:59', '2026-03-08T09:59:00.000Z'],
  ['the gap’s first minute', 'America/Los_Angeles', '2026-03-08T02:00', '2026-03-08T10:00:00.000Z'],
  ['within the gap', 'America/Los_Angeles', '2026-03-08T02:30', '2026-03-08T10:30:00.000Z'],
  ['the gap’s last minute', 'America/Los_Angeles', '2026-03-08T02:59', '2026-03-08T10:59:00.000Z'],
  ['after the gap', 'America/Los_Angeles', '2026-03-08T03:00', '2026-03-08T10:00:00.000Z'],
  ['before the fold', 'America/Los_Angeles', '2026-11-01T00:59', '2026-11-01T07:59:00.000Z'],
  [
    'the fold’s first minute',
    'America/Los_Angeles',
    '2026-11-01T01:00',
    '2026-11-01T08:00:00.000Z',
  ],
  ['the fold’s last minute', 'America/Los_Angeles', '2026-11-01T01:59', '2026-11-01T08:59:00.000Z'],
  ['after the fold', 'America/Los_Angeles', '2026-11-01T02:00', '2026-11-01T10:00:00.000Z'],
  ['a gap of half an hour', 'Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-03T15:45:00.000Z'],
  ['a fold of half an hour', 'Australia/Lord_Howe', '2026-04-05T01:45', '2026-04-04T14:45:00.000Z'],
  ['a skipped day', 'Pacific/Apia', '2011-12-30T12:00', '2011-12-30T22:00:00.000Z'],
  ['a gap at midnight', 'America/Havana', '2026-03-08T00:30', '2026-03-08T05:30:00.000Z'],
  ['an offset of 45 minutes', 'Asia/Kathmandu', '2026-07-01T12:00', '2026-07-01T06:15:00.000Z'],
])('a local time is converted to its instant: %s', (_, zone, local, instant) => {
  expect(localToInstant(local, zone)).toBe(instant);
});
