/** What the demo's people did, as API calls. */
import { eventCalls } from '#features/events/contract.ts';
import { rsvpCalls } from '#features/events/rsvp/rsvp-contract.ts';
import { expenseCalls } from '#features/expenses/contract.ts';
import { walletCalls } from '#features/wallets/contract.ts';
import { type Day, formatLocal, type Instant, toInstant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { TimelineAction } from './actions.ts';
import { calendarNamed, type DemoChapter, memberAt, type Past } from './chapter.ts';
import type { DemoClient, DemoClients } from './demo-client.ts';
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

/** Creates the events, all at the same time. */
export async function addEvents(
  clients: DemoClients,
  chapter: DemoChapter,
  events: readonly DemoEvent[],
  at: Instant,
): Promise<AddedEvent[]> {
  return Promise.all(
    events.map((event, index) => {
      const { calendar, start, end, ...details } = event;
      const times = { startDate: formatLocal(start), endDate: formatLocal(end) };
      const body = { ...details, ...times, ...getCapacity(event), recurrence: null };
      return addEvent(clients.from(index + 1), chapter, { calendar, event: body }, at);
    }),
  );
}

async function addEvent(
  client: DemoClient,
  chapter: DemoChapter,
  { calendar, event }: DemoSeries,
  at: Instant,
): Promise<AddedEvent> {
  const organizer = memberAt(chapter, 2);
  const params = { calendarId: calendarNamed(chapter, calendar) };
  return client.call(organizer, at, eventCalls.create, { params, body: event });
}

/** Creates series and RSVPs, those to an event one after the other. */
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
      touches: [],
      run: (client, at) => addEvent(client, chapter, one, at),
    }),
  );
  const first = Temporal.Instant.from(past.instant(daysSinceAnswers, 8, 0));
  const answers = demoAnswers(events, today).map(
    ({ event, person, answer, guests }, index): TimelineAction => ({
      at: toInstant(first.add({ minutes: index * minutesBetweenAnswers })),
      touches: [`event ${event}`],
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

function expenseActions(expense: DemoExpense): TimelineAction[] {
  const { id, fields, overrides, loggedBy, settledAfterDays } = expense;
  const logged = after(fields.expenseDate, 1);
  const params = { expenseId: id };
  const owed = fields.paidBy ? [owedTo(fields.paidBy)] : [];
  const create: TimelineAction = {
    at: logged,
    touches: [id],
    shares: owed,
    run: (client, at) =>
      client.call(loggedBy, at, expenseCalls.create, { body: { id, receiptIds: [], ...fields } }),
  };
  const override = overrides.map(
    (body): TimelineAction => ({
      at: after(logged, 1),
      touches: [id],
      run: (client, at) => client.call(loggedBy, at, expenseCalls.addOverride, { params, body }),
    }),
  );
  if (settledAfterDays === null) return [create, ...override];
  const people = [...fields.participants, ...(fields.paidBy ? [fields.paidBy] : [])];
  const settle: TimelineAction = {
    at: after(logged, settledAfterDays * 24),
    touches: [id, ...(fields.useWalletTransactions ? people.map(walletsOf) : [])],
    shares: owed,
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
      touches: [walletsOf(ownerId), owedTo(ownerId)],
      run: async (client, at) => {
        const body = { name, ownerId, currencyCode };
        walletId = (await client.call(ownerId, at, walletCalls.create, { body })).id;
      },
    };
    const moves = movements.map(
      ({ daysAgo, input }): TimelineAction => ({
        at: past.instant(daysAgo, 11, 30),
        touches: [walletsOf(ownerId)],
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

/** A new wallet shows it. */
const owedTo = (member: Id<'member'>) => `owed to ${member}`;
const walletsOf = (owner: Id<'member'>) => `wallets of ${owner}`;

function after(at: Instant, hours: number): Instant {
  return toInstant(Temporal.Instant.from(at).add({ hours }));
}
