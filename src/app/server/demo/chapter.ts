/** Creates the demo's chapter, people, calendars and sign-ins. */

import { grantInstallationAdmin } from '#features/chapters/server/installation-store.ts';
import { createCalendar, createMainCalendar } from '#features/events/server/store.ts';
import { createAccount } from '#features/identity/server/shared/account-store.ts';
import { hashPassword } from '#features/identity/server/shared/password.ts';
import { createMembers } from '#features/members/server/store.ts';
import { saveVisit } from '#features/news/server/visit-store.ts';
import { type Day, formatLocal, type Instant, localToInstant, toInstant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { cents } from '#kit/money.ts';
import type { ChapterDefaults } from '#server/config/config.ts';
import type { Db } from '#server/database/db.ts';
import { newId } from '#server/database/ids.ts';
import { demoCalendars } from './events.ts';
import { demoPeople, demoSignIns } from './people.ts';

type DemoMember = { id: Id<'member'>; firstName: string; joinedDaysAgo: number };

export type DemoChapter = {
  id: Id<'chapter'>;
  timeZone: string;
  people: DemoMember[];
  calendars: Map<string, Id<'calendar'>>;
};

export type Past = {
  /** The instant of a local time a number of days before the demo's today. */
  instant(daysAgo: number, hour: number, minute: number): Instant;
  /** A new id with the given time. */
  idAt<Kind extends string>(at: Instant): Id<Kind>;
};

/** The member at an index of the people. */
export function memberAt({ people }: Pick<DemoChapter, 'people'>, index: number): Id<'member'> {
  const person = people[index];
  if (person === undefined) throw new Error(`the demo has no person ${index}`);
  return person.id;
}

export function calendarNamed({ calendars }: DemoChapter, name: string): Id<'calendar'> {
  const id = calendars.get(name);
  if (id === undefined) throw new Error(`the demo has no calendar ${name}`);
  return id;
}

export function createPast(today: Day, timeZone: string): Past['instant'] {
  return (daysAgo, hour, minute) => {
    const day = Temporal.PlainDate.from(today).subtract({ days: daysAgo });
    return localToInstant(formatLocal(day.toPlainDateTime({ hour, minute })), timeZone);
  };
}

export async function createDemoChapter(
  db: Db,
  defaults: ChapterDefaults,
  past: Past,
): Promise<DemoChapter> {
  const founded = past.instant(1_096, 9, 0);
  const chapter: DemoChapter = {
    id: past.idAt(founded),
    timeZone: defaults.timeZone,
    people: demoPeople.map(({ firstName, displayName, joinedDaysAgo }) => ({
      id: past.idAt(past.instant(joinedDaysAgo, 9, 0)),
      firstName: firstName ?? displayName,
      joinedDaysAgo,
    })),
    calendars: new Map(demoCalendars.map((name) => [name, past.idAt(founded)])),
  };
  await writeChapter(db, defaults, chapter, founded, past);
  await makeAccounts(db, chapter);
  return chapter;
}

/** $5,000.00, the specification's sample. */
const demoBankBalance = cents(500_000);

/** So that Home shows what has happened since. */
const lastVisitDaysAgo = 4;

/** No real bank has these numbers. */
const howDemoIsPaid = {
  how_to_pay:
    'Transfer to the account below, or hand a check to Diego at any event.\nPlease write your name on it.',
  payment_link: 'https://pay.example.org/san-diego',
  bank_holder: 'San Diego Chapter',
  bank_name: 'Harbor Bank',
  bank_routing_number: '123456780',
  bank_account_number: '000123456789',
};

async function writeChapter(
  db: Db,
  defaults: ChapterDefaults,
  chapter: DemoChapter,
  founded: Instant,
  past: Past,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('chapter')
      .values({
        id: chapter.id,
        name: defaults.name,
        time_zone: defaults.timeZone,
        chapter_site_url: defaults.chapterSiteUrl,
        network_hub_url: defaults.networkHubUrl,
        learning_centre_url: defaults.learningCentreUrl,
        local_platform_url: defaults.localPlatformUrl,
        // As the specification shows them.
        members_see_wallets: true,
        created_at: founded,
        ...howDemoIsPaid,
        bank_balance_cents: demoBankBalance,
        bank_balance_at: past.instant(1, 9, 0),
      })
      .execute();
    await createMembers(
      tx,
      chapter.id,
      demoPeople.map((person, index) => ({
        ...person,
        id: memberAt(chapter, index),
        createdAt: past.instant(person.joinedDaysAgo, 9, 0),
        asksAt: past.instant(person.askedDaysAgo, 9, 0),
      })),
    );
    const [main, ...others] = demoCalendars;
    await createMainCalendar(tx, chapter, {
      now: founded,
      newId: () => calendarNamed(chapter, main),
    });
    for (const { email } of demoSignIns) {
      const index = demoPeople.findIndex((person) => person.email === email);
      const seenAt = past.instant(lastVisitDaysAgo, 9, 0);
      await saveVisit(
        tx,
        { chapterId: chapter.id, memberId: memberAt(chapter, index) },
        { seenAt, newSince: null },
      );
    }
    for (const name of others) {
      const id = calendarNamed(chapter, name);
      const { timeZone } = chapter;
      await createCalendar(tx, chapter.id, {
        id,
        name,
        timeZone,
        isMain: false,
        createdAt: founded,
      });
    }
  });
}

/** Demo sign-ins; all other people are members without an account. */
async function makeAccounts(db: Db, chapter: DemoChapter): Promise<void> {
  for (const { email, password, role } of demoSignIns) {
    const index = demoPeople.findIndex((person) => person.email === email);
    const name = demoPeople[index]?.displayName ?? email;
    const memberId = memberAt(chapter, index);
    const passwordHash = await hashPassword(password);
    const now = toInstant(Temporal.Now.instant());
    await db.transaction().execute(async (tx) => {
      const account = { email, name, passwordHash, isEmailVerified: true };
      const accountId = await createAccount(tx, account, { now, newId });
      if (accountId === undefined) return;
      await tx
        .updateTable('member')
        .set({ account_id: accountId, external_user_identifier: accountId })
        .where('chapter_id', '=', chapter.id)
        .where('id', '=', memberId)
        .execute();
      await tx
        .insertInto('account_chapter')
        .values({ account_id: accountId, chapter_id: chapter.id, member_id: memberId })
        .execute();
      if (role === 'admin') await grantInstallationAdmin(tx, accountId, now);
    });
  }
}
