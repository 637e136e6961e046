/** What the demo chapter's people did, as calls. */
import { eventCalls } from '#features/events/contract.ts';
import { rsvpCalls } from '#features/events/rsvp/rsvp-contract.ts';
import { expenseCalls } from '#features/expenses/contract.ts';
import { walletCalls } from '#features/wallets/contract.ts';
import { type Day, formatLocal, type Instant, toInstant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Chance } from './chance.ts';
import type { DemoChapter, Past } from './chapter.ts';
import { type DemoEvent, demoCalendars } from './evenings.ts';
import {
  answeredDaysAgo,
  type DemoSeries,
  demoAnswers,
  demoSeries,
  roomOf,
  seriesMadeDaysAgo,
} from './gatherings.ts';
import type { Hands } from './hands.ts';
import { demoWallets } from './purses.ts';
import { type DemoExpense, demoExpenses } from './spending.ts';

/** An event, and when it happens first. */
export type Announced = { id: Id; occurrenceId: Id };

/** Puts the events on their calendars, in their order. */
export async function addEvents(
  hands: Hands,
  chapter: DemoChapter,
  events: readonly DemoEvent[],
  at: Instant,
): Promise<Announced[]> {
  const announced: Announced[] = [];
  for (const event of events) {
    const { calendar, start, end, ...said } = event;
    const times = { startDate: formatLocal(start), endDate: formatLocal(end) };
    const body = { ...said, ...times, ...roomOf(event), recurrence: null };
    announced.push(await addEvent(hands, chapter, { calendar, event: body }, at));
  }
  return announced;
}

async function addEvent(
  hands: Hands,
  chapter: DemoChapter,
  { calendar, event }: DemoSeries,
  at: Instant,
): Promise<Announced> {
  const organiser = chapter.people[2]?.id ?? '';
  const params = { calendarId: chapter.calendars.get(calendar) ?? '' };
  return hands.call(organiser, at, eventCalls.create, { params, body: event });
}

export type Act = { at: Instant; run(hands: Hands, at: Instant): Promise<unknown> };

/** What happens again and again, and the answers to what is next, one after the other. */
export function gatheringActs(
  chapter: DemoChapter,
  {
    events,
    announced,
    today,
  }: { events: readonly DemoEvent[]; announced: readonly Announced[]; today: Day },
  past: Past,
): Act[] {
  const series = demoSeries(today).map(
    (one): Act => ({
      at: past.instant(seriesMadeDaysAgo, 9, 0),
      run: (hands, at) => addEvent(hands, chapter, one, at),
    }),
  );
  const first = Temporal.Instant.from(past.instant(answeredDaysAgo, 8, 0));
  const answers = demoAnswers(events, today).map(
    ({ event, person, answer, guests }, index): Act => ({
      at: toInstant(first.add({ minutes: index * minutesBetweenAnswers })),
      run: (hands, at) => {
        const params = { occurrenceId: announced[event]?.occurrenceId ?? '' };
        const by = chapter.people[person]?.id ?? '';
        return hands.call(by, at, rsvpCalls.answer, { params, body: { answer, guests } });
      },
    }),
  );
  return [...series, ...answers];
}

const minutesBetweenAnswers = 13;

/** Everything that moves money. */
export function moneyActs(
  chapter: DemoChapter,
  happened: { events: readonly DemoEvent[]; eventIds: readonly Id[]; today: Day },
  past: Past,
  chance: Chance,
): Act[] {
  const { events, eventIds, today } = happened;
  const base = Temporal.PlainDate.from(today);
  const ages = events.map((event) => base.since(event.start.toPlainDate()).days);
  const expenses = demoExpenses(
    {
      membersOf: (daysAgo) =>
        chapter.people.filter(({ joinedDaysAgo }) => joinedDaysAgo >= daysAgo).map(({ id }) => id),
      instantOf: past.instant,
      eventsNear: (daysAgo) =>
        eventIds.filter((_, index) => {
          const isMain = events[index]?.calendar === demoCalendars[0];
          return isMain && Math.abs((ages[index] ?? 0) - daysAgo) <= 2;
        }),
      newId: past.idAt,
      member: chapter.people[0]?.id ?? '',
    },
    chance,
  );
  return [...walletActs(chapter, past, chance), ...expenses.flatMap(expenseActs)];
}

/** As a chapter lives: what was done earlier comes first, in the audit too. */
export function inOrderOfTime(acts: readonly Act[]): Act[] {
  return acts.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

function expenseActs(expense: DemoExpense): Act[] {
  const { id, fields, overrides, loggedBy, settledAfterDays } = expense;
  const logged = after(fields.expenseDate, 1);
  const params = { expenseId: id };
  const create: Act = {
    at: logged,
    run: (hands, at) =>
      hands.call(loggedBy, at, expenseCalls.create, { body: { id, receiptIds: [], ...fields } }),
  };
  const override = overrides.map(
    (body): Act => ({
      at: after(logged, 1),
      run: (hands, at) => hands.call(loggedBy, at, expenseCalls.addOverride, { params, body }),
    }),
  );
  if (settledAfterDays === null) return [create, ...override];
  const settle: Act = {
    at: after(logged, settledAfterDays * 24),
    run: (hands, at) => hands.call(loggedBy, at, expenseCalls.settle, { params }),
  };
  return [create, ...override, settle];
}

function walletActs(chapter: DemoChapter, past: Past, chance: Chance): Act[] {
  return demoWallets(chapter.people, chance).flatMap((wallet): Act[] => {
    const { owner, name, currencyCode, openedDaysAgo, movements } = wallet;
    const ownerId = chapter.people[owner]?.id ?? '';
    let walletId: Id = '';
    const open: Act = {
      at: past.instant(openedDaysAgo, 10, 0),
      run: async (hands, at) => {
        const body = { name, ownerId, currencyCode };
        walletId = (await hands.call(ownerId, at, walletCalls.create, { body })).id;
      },
    };
    const moves = movements.map(
      ({ daysAgo, input }): Act => ({
        at: past.instant(daysAgo, 11, 30),
        run: (hands, at) =>
          hands.call(ownerId, at, walletCalls.addTransaction, {
            params: { walletId },
            body: { userId: ownerId, ...input },
          }),
      }),
    );
    return [open, ...moves];
  });
}

function after(at: Instant, hours: number): Instant {
  return toInstant(Temporal.Instant.from(at).add({ hours }));
}
