/** Two chapters with people of every kind and new records to call the API about. */
import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { eventCalls } from '#features/events/contract.ts';
import { issueToken } from '#features/identity/server/tokens/bearer-token.ts';
import { membershipCalls } from '#features/members/membership-contract.ts';
import type { Id } from '#kit/id.ts';
import type { EventPolicy, Role } from '#kit/role.ts';
import { newId } from '#server/database/ids.ts';
import { type TestChapter, type TestHub, type TestPerson, testSecret } from '../hub.ts';

/** One chapter, whose every text holds the mark, so that a reply reveals what it shows of it. */
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

/** A new person who loses access again; their session and token were valid before. */
export async function disableMember(
  { chapter, admin, mark }: Fixtures,
  status: 'disabled' | 'removed',
): Promise<TestPerson> {
  const person = await chapter.person(`Sol ${mark}`);
  const params = { memberId: person.memberId };
  (await admin.call(membershipCalls.changeStatus, { params, body: { status } })).value();
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

export async function setEventPolicy({ hub, chapter }: Fixtures, policy: EventPolicy) {
  await hub.db
    .updateTable('chapter')
    .set({ event_policy: policy })
    .where('id', '=', chapter.id)
    .execute();
}

export async function setMembersSeeWallets({ hub, chapter }: Fixtures, isOn: boolean) {
  await hub.db
    .updateTable('chapter')
    .set({ members_see_wallets: isOn })
    .where('id', '=', chapter.id)
    .execute();
}

/** Parameters by name: what a call about a fresh thing of the owner's has in its path. */
export type Params = Record<string, string>;

/** Where two of one name cannot be. */
export const unique = (name: string) => `${name} ${newId()}`;
