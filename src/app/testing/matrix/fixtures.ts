/** Two chapters with a person of every kind, and fresh things of theirs to call the API about. */
import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { auditCalls } from '#features/audit/contract.ts';
import { chapterCalls } from '#features/chapters/chapter-contract.ts';
import { invitationCalls } from '#features/chapters/invitation-contract.ts';
import { eventCalls } from '#features/events/contract.ts';
import { expenseCalls } from '#features/expenses/contract.ts';
import { issueToken } from '#features/identity/server/tokens/bearer-token.ts';
import { standingCalls } from '#features/members/standing-contract.ts';
import { walletCalls } from '#features/wallets/contract.ts';
import { type Id, toId } from '#kit/id.ts';
import type { Role } from '#kit/role.ts';
import { newId } from '#server/database/ids.ts';
import { type TestChapter, type TestHub, type TestPerson, testSecret } from '../hub.ts';
import { pngOf } from '../pictures.ts';

/** One chapter, whose every text holds the mark, so that a reply tells what it shows of it. */
export type Fixtures = {
  readonly hub: TestHub;
  readonly chapter: TestChapter;
  readonly mark: string;
  /** Whose things the calls are about. */
  readonly owner: TestPerson;
  readonly other: TestPerson;
  readonly treasurer: TestPerson;
  readonly admin: TestPerson;
  readonly mainCalendarId: Id<'calendar'>;
};

export async function createFixtures(hub: TestHub, mark: string): Promise<Fixtures> {
  const chapter = await hub.chapter(`Chapter ${mark}`);
  const owner = await chapter.person(`Olga ${mark}`);
  const [calendar] = (await owner.call(eventCalls.calendars)).value().items;
  if (!calendar) throw new Error('a new chapter has no calendar');
  return {
    hub,
    chapter,
    mark,
    owner,
    other: await chapter.person(`Otto ${mark}`),
    treasurer: await chapter.person(`Tara ${mark}`, 'treasurer'),
    admin: await chapter.person(`Ada ${mark}`, 'admin'),
    mainCalendarId: calendar.id,
  };
}

/** What the session of a person's browser sends. */
export async function cookieOf(hub: TestHub, { sessionId }: TestPerson): Promise<string> {
  const found = await sql<{ token: string }>`
    select token from auth.session where id = ${sessionId}`.execute(hub.db);
  const token = found.rows[0]?.token ?? '';
  const signature = createHmac('sha256', testSecret).update(token).digest('base64');
  return `hub_session=${encodeURIComponent(`${token}.${signature}`)}`;
}

/** Somebody new who is shut out again; their session and token were good before. */
export async function disableMember(
  { chapter, admin, mark }: Fixtures,
  status: 'disabled' | 'removed',
): Promise<TestPerson> {
  const person = await chapter.person(`Sol ${mark}`);
  const params = { memberId: person.memberId };
  (await admin.call(standingCalls.changeStatus, { params, body: { status } })).value();
  return person;
}

/**
 * The person as a member of another chapter too, with a token for that one, which is the active one
 * of a session of its own.
 */
export async function joinSecondChapter(
  hub: TestHub,
  person: TestPerson,
  elsewhere: TestChapter,
  role: Role,
): Promise<TestPerson> {
  const there = await elsewhere.person('Bo Both', role);
  // The account of the one takes the place of the other's.
  await hub.db.transaction().execute(async (tx) => {
    await sql`delete from hub.account_chapter where account_id = ${there.accountId}`.execute(tx);
    await sql`update hub.member set account_id = ${person.accountId}
      where chapter_id = ${elsewhere.id} and id = ${there.memberId}`.execute(tx);
    await sql`insert into hub.account_chapter (account_id, chapter_id, member_id)
      values (${person.accountId}, ${elsewhere.id}, ${there.memberId})`.execute(tx);
    await sql`update auth.session set account_id = ${person.accountId}
      where id = ${there.sessionId}`.execute(tx);
  });
  const { token } = await issueToken(hub.identity, {
    accountId: person.accountId,
    sessionId: there.sessionId,
    chapterId: elsewhere.id,
    lifetimeSeconds: 3_600,
  });
  const bearer = { authorization: `Bearer ${token}` };
  return {
    ...there,
    accountId: person.accountId,
    token,
    call: (endpoint, sent) =>
      there.call(endpoint, { ...sent, headers: { ...sent?.headers, ...bearer } }),
  };
}

export async function setPolicy({ hub, chapter }: Fixtures, policy: 'open' | 'treasurer') {
  await hub.db.updateTable('chapter').set({ policy }).where('id', '=', chapter.id).execute();
}

/** Parameters by name: what a call about a fresh thing of the owner's has in its path. */
export type Params = Record<string, string>;

/**
 * How something with this parameter is made, given those of the path before it. A parameter of a new
 * kind needs its line here.
 */
export const makers: Record<string, (fixtures: Fixtures, parents: Params) => Promise<string>> = {
  hash: async ({ hub, admin }) => {
    // Another picture each time, so that no two chapters have the same.
    const payload = pngOf(
      1 + Math.floor(Math.random() * 1_000),
      1 + Math.floor(Math.random() * 1_000),
    );
    const reply = await hub.request({
      method: 'PUT',
      url: '/api/chapter/logo',
      headers: {
        authorization: `Bearer ${admin.token}`,
        'content-type': 'application/octet-stream',
      },
      payload,
    });
    return (JSON.parse(reply.body) as { hash: string }).hash;
  },
  // Nobody looks after it yet.
  chapterId: async ({ hub, mark }) => (await hub.chapter(unique(`Branch ${mark}`))).id,
  walletId: async ({ owner, mark }) => {
    const body = { name: `Purse ${mark}`, ownerId: owner.memberId, currencyCode: 'USD' as const };
    return (await owner.call(walletCalls.create, { body })).value().id;
  },
  transactionId: async (fixtures, { walletId = '' }) => {
    const sent = {
      params: { walletId: toId<'wallet'>(walletId) },
      raw: JSON.stringify(transactionBody(fixtures)),
    };
    return (await fixtures.owner.call(walletCalls.addTransaction, sent)).value().id;
  },
  expenseId: async (fixtures) => {
    const sent = { raw: JSON.stringify(expenseBody(fixtures)) };
    return (await fixtures.owner.call(expenseCalls.create, sent)).value().id;
  },
  overrideId: async (fixtures, { expenseId = '' }) => {
    const sent = {
      params: { expenseId: toId<'expense'>(expenseId) },
      raw: JSON.stringify(overrideBody(fixtures)),
    };
    const expense = (await fixtures.owner.call(expenseCalls.addOverride, sent)).value();
    return expense.overrides[0]?.id ?? '';
  },
  participantId: async ({ owner }) => owner.memberId,
  memberId: async ({ chapter, mark }) => (await chapter.person(`Mia ${mark}`)).memberId,
  recordId: async ({ admin }) => {
    const { items } = (await admin.call(auditCalls.list)).value();
    return items[0]?.id ?? '';
  },
  calendarId: async ({ owner, mark }) => {
    const body = { name: unique(`Year ${mark}`) };
    return (await owner.call(eventCalls.createCalendar, { body })).value().id;
  },
  eventId: async (fixtures, { calendarId = '' }) =>
    (await makeEvent(fixtures, toId(calendarId))).value().id,
  occurrenceId: async (fixtures) =>
    (await makeEvent(fixtures, fixtures.mainCalendarId)).value().occurrenceId,
  invitationId: async ({ admin, mark }) => {
    const body = { email: `${mark.toLowerCase()}.${newId()}@example.org`, role: 'member' as const };
    return (await admin.call(invitationCalls.invite, { body })).value().invitation.id;
  },
};

/** Where two of one name cannot be. */
export const unique = (name: string) => `${name} ${newId()}`;

function makeEvent(fixtures: Fixtures, calendarId: Id<'calendar'>) {
  const sent = { params: { calendarId }, raw: JSON.stringify(eventBody(fixtures)) };
  return fixtures.owner.call(eventCalls.create, sent);
}

export const transactionBody = ({ owner, mark }: Fixtures) => ({
  userId: owner.memberId,
  transactionType: 'credit',
  amount: 12.5,
  description: `Coffee ${mark}`,
  referenceId: `ref ${mark}`,
  metadataJson: '{}',
});

/** Logged and paid by the owner, shared with somebody else, without wallets. */
export const expenseBody = ({ owner, other, mark }: Fixtures) => ({
  title: `Dinner ${mark}`,
  description: `With wine ${mark}`,
  amount: 40,
  expenseDate: '2026-11-01T19:00:00.000Z',
  eventId: null,
  participants: [owner.memberId, other.memberId],
  category: `Food ${mark}`,
  paidBy: owner.memberId,
});

export const overrideBody = ({ other, mark }: Fixtures) => ({
  type: 'manual',
  amount: 5,
  label: `Less ${mark}`,
  participantIds: [other.memberId],
});

export const eventBody = ({ mark }: Fixtures) => {
  const day = Temporal.Now.plainDateISO().add({ months: 6 }).toString();
  return {
    title: `Evening ${mark}`,
    description: `Music ${mark}`,
    location: `Pier ${mark}`,
    startDate: `${day}T18:00:00`,
    endDate: `${day}T21:00:00`,
  };
};

/** Settings as they are, sent by an admin. */
export async function settingsBody({ admin }: Fixtures) {
  const { version: _, ...settings } = (await admin.call(chapterCalls.detail)).value();
  return settings;
}
