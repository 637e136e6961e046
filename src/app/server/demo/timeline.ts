/** What the demo's people did, as API calls. */
import { eventCalls } from '#features/events/contract.ts';
import { rsvpCalls } from '#features/events/rsvp/rsvp-contract.ts';
import { expenseCalls } from '#features/expenses/contract.ts';
import { walletCalls } from '#features/wallets/contract.ts';
import { type Day, formatLocal, type Instant, toInstant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { calendarNamed, type DemoChapter, memberAt, type Past } from './chapter.ts';
import type { DemoClient } from './demo-client.ts';
import { type DemoEvent, demoCalendars } from './events.ts';
import { type DemoExpense, demoExpenses } from './expenses.ts';
import type { SeededRandom } from './seeded-random.ts';
import {
  type DemoSeries,
  daysSinceAnswers,
  daysSinceSeries,
  demoAnswers,
  demoSeries,
  getCapacity,
} from './series-and-rsvps.ts';
import { demoWallets } from './wallets.ts';

/** An event and its first occurrence. */
export type AddedEvent = { id: Id<'event'>; occurrenceId: Id<'occurrence'> };

/** Creates the events in order. */
export async function addEvents(
  client: DemoClient,
  chapter: DemoChapter,
  events: readonly DemoEvent[],
  at: Instant,
): Promise<AddedEvent[]> {
  const addedEvents: AddedEvent[] = [];
  for (const event of events) {
    const { calendar, start, end, ...said } = event;
    const times = { startDate: formatLocal(start), endDate: formatLocal(end) };
    const body = { ...said, ...times, ...getCapacity(event), recurrence: null };
    addedEvents.push(await addEvent(client, chapter, { calendar, event: body }, at));
  }
  return addedEvents;
}

async function addEvent(
  client: DemoClient,
  chapter: DemoChapter,
  { calendar, event }: DemoSeries,
  at: Instant,
): Promise<AddedEvent> {
  const organiser = memberAt(chapter, 2);
  const params = { calendarId: calendarNamed(chapter, calendar) };
  return client.call(organiser, at, eventCalls.create, { params, body: event });
}

export type TimelineAction = {
  at: Instant;
  run(client: DemoClient, at: Instant): Promise<unknown>;
};

/** Creates series and RSVPs, sequentially. */
export function calendarActions(
  chapter: DemoChapter,
  {
    events,
    addedEvents,
    today,
  }: { events: readonly DemoEvent[]; addedEvents: readonly AddedEvent[]; today: Day },
  past: Past,
): TimelineAction[] {
  const series = demoSeries(today).map(
    (one): TimelineAction => ({
      at: past.instant(daysSinceSeries, 9, 0),
      run: (client, at) => addEvent(client, chapter, one, at),
    }),
  );
  const first = Temporal.Instant.from(past.instant(daysSinceAnswers, 8, 0));
  const answers = demoAnswers(events, today).map(
    ({ event, person, answer, guests }, index): TimelineAction => ({
      at: toInstant(first.add({ minutes: index * minutesBetweenAnswers })),
      run: (client, at) => {
        const occurrenceId = addedEvents[event]?.occurrenceId;
        if (occurrenceId === undefined) throw new Error(`the demo has no event ${event}`);
        const params = { occurrenceId };
        const by = memberAt(chapter, person);
        return client.call(by, at, rsvpCalls.answer, { params, body: { answer, guests } });
      },
    }),
  );
  return [...series, ...answers];
}

const minutesBetweenAnswers = 13;

/** Everything that moves money. */
export function moneyActions(
  chapter: DemoChapter,
  happened: { events: readonly DemoEvent[]; eventIds: readonly Id<'event'>[]; today: Day },
  past: Past,
  random: SeededRandom,
): TimelineAction[] {
  const { events, eventIds, today } = happened;
  const base = Temporal.PlainDate.from(today);
  const ages = events.map((event) => base.since(event.start.toPlainDate()).days);
  const expenses = demoExpenses(
    {
      getMembers: (daysAgo) =>
        chapter.people.filter(({ joinedDaysAgo }) => joinedDaysAgo >= daysAgo).map(({ id }) => id),
      getInstant: past.instant,
      eventsNear: (daysAgo) =>
        eventIds.filter((_, index) => {
          const isMain = events[index]?.calendar === demoCalendars[0];
          return isMain && Math.abs((ages[index] ?? 0) - daysAgo) <= 2;
        }),
      newId: past.idAt,
      member: memberAt(chapter, 0),
    },
    random,
  );
  return [...walletActions(chapter, past, random), ...expenses.flatMap(expenseActions)];
}

/** In chronological order, also in the audit log. */
export function sortByTime(actions: readonly TimelineAction[]): TimelineAction[] {
  return actions.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

function expenseActions(expense: DemoExpense): TimelineAction[] {
  const { id, fields, overrides, loggedBy, settledAfterDays } = expense;
  const logged = after(fields.expenseDate, 1);
  const params = { expenseId: id };
  const create: TimelineAction = {
    at: logged,
    run: (client, at) =>
      client.call(loggedBy, at, expenseCalls.create, { body: { id, receiptIds: [], ...fields } }),
  };
  const override = overrides.map(
    (body): TimelineAction => ({
      at: after(logged, 1),
      run: (client, at) => client.call(loggedBy, at, expenseCalls.addOverride, { params, body }),
    }),
  );
  if (settledAfterDays === null) return [create, ...override];
  const settle: TimelineAction = {
    at: after(logged, settledAfterDays * 24),
    run: (client, at) => client.call(loggedBy, at, expenseCalls.settle, { params }),
  };
  return [create, ...override, settle];
}

function walletActions(chapter: DemoChapter, past: Past, random: SeededRandom): TimelineAction[] {
  return demoWallets(chapter.people, random).flatMap((wallet): TimelineAction[] => {
    const { owner, name, currencyCode, openedDaysAgo, movements } = wallet;
    const ownerId = memberAt(chapter, owner);
    let walletId: Id<'wallet'> | undefined;
    const open: TimelineAction = {
      at: past.instant(openedDaysAgo, 10, 0),
      run: async (client, at) => {
        const body = { name, ownerId, currencyCode };
        walletId = (await client.call(ownerId, at, walletCalls.create, { body })).id;
      },
    };
    const moves = movements.map(
      ({ daysAgo, input }): TimelineAction => ({
        at: past.instant(daysAgo, 11, 30),
        run: (client, at) => {
          if (walletId === undefined) throw new Error(`the wallet ${name} is not open yet`);
          const params = { walletId };
          const body = { userId: ownerId, ...input };
          return client.call(ownerId, at, walletCalls.addTransaction, { params, body });
        },
      }),
    );
    return [open, ...moves];
  });
}

function after(at: Instant, hours: number): Instant {
  return toInstant(Temporal.Instant.from(at).add({ hours }));
}
