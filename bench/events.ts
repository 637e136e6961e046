/**
 * One month of a calendar with 1,000,000 occurrences against the same month of one with 1,000; all
 * of them precede the month, within three years. Then the same with 5 % of them lasting for days, for
 * one calendar and for all of the chapter's. Two servers are asked alternately over HTTP; each window
 * is requested once, so no reply is cached. Also the time to change a weekly series of two years, in a
 * chapter that has room for few more occurrences.
 */
import { maxOccurrencesOfChapter } from '#features/events/server/occurrence-limit.ts';
import { formatCount } from '#kit/counts.ts';
import { DATABASE, OWNER_ROLE } from '#server/postgres/cluster.ts';
import { socketFolder } from '#server/postgres/socket.ts';
import { postgresUser } from '#server/postgres/user.ts';
import { type Claim, type ClaimGroup, median } from './claim.ts';
import { timeRead } from './reads-at-size.ts';
import { type Ask, type SeededHub, withHubs } from './seeded-hub.ts';
import { asOwner } from './tpcb.ts';

const sizes = { few: 1_000, almostFull: maxOccurrencesOfChapter - 1_000, many: 1_000_000 };
/** Distinct first and last days; each pair makes a distinct window. */
const shifts = 24;
const eventsOfMonth = 30;
const edits = 15;

/** After the seed's events, which end a year from now. */
const month = Temporal.Now.plainDateISO().add({ months: 15 }).with({ day: 1 });

export const events: ClaimGroup = {
  name: 'events',
  measure: () =>
    withHubs('events', async (make) => {
      const hub = async (count: number) =>
        createMonth(await make({ members: 5, expenses: 0, events: count, transactions: 0 }));
      const [few, many] = [await hub(sizes.few), await hub(sizes.many)];
      const plain = await compareMonths(few, many, 'a month of a calendar');
      for (const { seeded } of [few, many]) await stretchSome(seeded);
      const stretched = await compareMonths(few, many, 'the same, 5 % last for days');
      const allCalendarsPath = () => '/api/calendars/events';
      const together = await compareMonths(few, many, 'the same, all calendars', allCalendarsPath);
      // Last, because it adds to what a month shows.
      const edited = await compareEdits(few, await hub(sizes.almostFull));
      return [plain, stretched, together, edited];
    }),
};

type MonthHub = { readonly seeded: SeededHub; readonly ask: Ask; readonly calendarId: string };

const sizesCompared = '1,000,000 occurrences ÷ 1,000';

/**
 * Creates thirty events in the month on each of two calendars; every tenth lasts overnight, the first
 * crosses the start of the month.
 */
async function createMonth(seeded: SeededHub): Promise<MonthHub> {
  const { ask } = seeded;
  const { items } = JSON.parse(await ask('GET', '/api/yearly-calendars'));
  const calendarId: string = items[0].id;
  const another = JSON.parse(await ask('POST', '/api/yearly-calendars', '{"name":"Another"}'));
  for (let n = 0; n < eventsOfMonth; n += 1) {
    const start = month.add({ days: n - 1 }).toPlainDateTime({ hour: 18 });
    const end = n % 10 === 0 ? start.add({ days: 1 }) : start.add({ hours: 2 });
    const body = JSON.stringify(toEventBody(start, end));
    for (const id of [calendarId, another.id]) {
      await ask('POST', `/api/calendars/${id}/events`, body);
    }
  }
  return { seeded, ask, calendarId };
}

function toEventBody(start: Temporal.PlainDateTime, end: Temporal.PlainDateTime) {
  const [startDate, endDate] = [start, end].map((each) =>
    each.toString({ smallestUnit: 'second' }),
  );
  return { title: 'Monthly', startDate, endDate, categoryColor: '2563eb' };
}

async function compareMonths(
  few: MonthHub,
  many: MonthHub,
  name: string,
  toPath = ({ calendarId }: MonthHub) => `/api/calendars/${calendarId}/events`,
): Promise<Claim> {
  const taken = { few: [] as number[], many: [] as number[] };
  for (let round = 0; round < shifts * shifts; round += 1) {
    const startDate = month.subtract({ days: round % shifts });
    const endDate = month.add({ months: 1, days: Math.floor(round / shifts) });
    const query = `startDate=${startDate.toString()}&endDate=${endDate.toString()}`;
    // Alternates which one goes first, so that other load on the machine affects both alike.
    const inTurn = round % 2 === 0 ? (['few', 'many'] as const) : (['many', 'few'] as const);
    for (const which of inTurn) {
      const hub = which === 'few' ? few : many;
      const time = await timeRead(hub.seeded, `${toPath(hub)}?${query}`);
      if (round >= shifts) taken[which].push(time);
    }
  }
  return toClaim(`${name}: ${sizesCompared}`, taken, [
    `medians of ${taken.few.length} windows each`,
  ]);
}

/** Makes every twentieth occurrence last one to ten days longer. */
async function stretchSome({ folder }: SeededHub): Promise<void> {
  const host = socketFolder(folder, postgresUser(`${folder}/postgres`));
  await asOwner({ host, user: OWNER_ROLE }, DATABASE, [
    `update hub.event_occurrence
      set local_end = local_end + lasting, ends_at = ends_at + lasting
      from (
        select chapter_id, id, make_interval(days => 1 + (place / 20 % 10)::int) as lasting
        from (select chapter_id, id, row_number() over (order by id) as place from hub.event_occurrence) placed
        where place % 20 = 0
      ) long
      where event_occurrence.chapter_id = long.chapter_id and event_occurrence.id = long.id`,
    'vacuum analyze',
  ]);
}

/** Changes the time of day of a weekly series of two years, with all of its 104 occurrences. */
async function compareEdits(few: MonthHub, almostFull: MonthHub): Promise<Claim> {
  const taken = { few: await timeEdits(few), many: await timeEdits(almostFull) };
  const sizesOfChapters = `${formatCount(sizes.almostFull)} occurrences ÷ ${formatCount(sizes.few)}`;
  const name = `changing a weekly series of two years, among ${sizesOfChapters}`;
  return toClaim(name, taken, [`medians of ${edits} changes of 104 occurrences each`]);
}

async function timeEdits({ ask, calendarId }: MonthHub): Promise<number[]> {
  const start = month.toPlainDateTime({ hour: 7 });
  const recurrence = { frequency: 'weekly', count: 104 };
  const body = { ...toEventBody(start, start.add({ hours: 1 })), recurrence };
  const path = `/api/calendars/${calendarId}/events`;
  const made = JSON.parse(await ask('POST', path, JSON.stringify(body)));
  const times: number[] = [];
  for (let round = 0; round < edits; round += 1) {
    const moved = start.add({ minutes: 5 * (round + 1) });
    const change = {
      ...toEventBody(moved, moved.add({ hours: 1 })),
      scope: 'all',
      occurrenceId: made.occurrenceId,
      description: '',
      location: '',
      capacity: null,
      rsvpClosesMinutesBefore: null,
    };
    const startedAt = performance.now();
    await ask('PUT', `${path}/${made.id}`, JSON.stringify(change));
    times.push(performance.now() - startedAt);
  }
  return times;
}

function toClaim(
  name: string,
  taken: { readonly few: readonly number[]; readonly many: readonly number[] },
  details: readonly string[],
): Claim {
  const [figure, limit] = [median(taken.many), median(taken.few)];
  return {
    name,
    figure: `${figure.toFixed(2)} ms`,
    limit: `${limit.toFixed(2)} ms`,
    ratio: figure / limit,
    goal: { atMost: 1.5 },
    details,
  };
}
