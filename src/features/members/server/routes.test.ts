import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callApp, startTestHub, type TestChapter, type TestHub } from '#app/testing/hub.ts';
import { toInstant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { ok } from '#kit/result.ts';
import { inTransaction } from '#server/database/db.ts';
import { newId } from '#server/database/ids.ts';
import { memberCalls } from '../contract.ts';
import { createMembers, findActiveMemberIds, listMemberNames, type NewMember } from './store.ts';

let hub: TestHub;
beforeAll(async () => {
  hub = await startTestHub();
});
afterAll(() => hub?.close());

function newPerson(displayName: string, more: Partial<NewMember> = {}): NewMember {
  const id = newId<'member'>();
  return {
    id,
    displayName,
    firstName: null,
    lastName: null,
    email: `${id}@example.org`,
    primaryPhone: null,
    role: 'member',
    createdAt: toInstant(Temporal.Now.instant()),
    ...more,
  };
}

async function add(chapter: TestChapter, ...members: NewMember[]): Promise<void> {
  await inTransaction(hub.db, async (tx) => {
    await createMembers(tx, chapter.id, members);
    return ok(undefined);
  });
}

async function leave(chapter: TestChapter, id: Id<'member'>): Promise<void> {
  await hub.db
    .updateTable('member')
    .set({ status: 'removed' })
    .where('chapter_id', '=', chapter.id)
    .where('id', '=', id)
    .execute();
}

describe('GET /users', () => {
  test('lists all members of the chapter by name, ignoring case and accents', async () => {
    const chapter = await hub.chapter();
    const caller = await chapter.person('maya Chen');
    await add(chapter, newPerson('Zoe Abel'), newPerson('Émile Roy'), newPerson('Adam Stone'));
    const { items, totalCount } = (await caller.call(memberCalls.list)).value();
    expect(items.map((each) => each.displayName)).toEqual([
      'Adam Stone',
      'Émile Roy',
      'maya Chen',
      'Zoe Abel',
    ]);
    expect(totalCount).toBe(4);
  });

  test('returns every field of a member, with first and last names filled in', async () => {
    const chapter = await hub.chapter();
    const caller = await chapter.person('Zed');
    const createdAt = '2024-03-05T18:00:00.000Z';
    const ana = newPerson('Ana de la Cruz', { primaryPhone: '+1 619 555 0100', createdAt });
    await add(chapter, ana);
    const reply = await caller.call(memberCalls.list, { query: { take: 1 } });
    expect(JSON.parse(reply.text)).toEqual({
      items: [
        {
          id: ana.id,
          externalUserIdentifier: null,
          displayName: 'Ana de la Cruz',
          firstName: 'Ana',
          lastName: 'de la Cruz',
          email: ana.email,
          primaryPhone: '+1 619 555 0100',
          audit: { createdAt },
        },
      ],
      totalCount: 2,
    });
  });

  test('pages on request, counts all members and refuses invalid pages', async () => {
    const chapter = await hub.chapter();
    const caller = await chapter.person('Anna A');
    await add(chapter, newPerson('Bert B'), newPerson('Cleo C'));
    const page = (await caller.call(memberCalls.list, { query: { skip: 1, take: 1 } })).value();
    expect(page.items.map((each) => each.displayName)).toEqual(['Bert B']);
    expect(page.totalCount).toBe(3);
    const beyond = (await caller.call(memberCalls.list, { query: { skip: 9 } })).value();
    expect(beyond).toEqual({ items: [], totalCount: 3 });
    for (const query of [{ take: 0 }, { take: 201 }, { skip: -1 }, { skip: '1e2' }, { page: 1 }]) {
      expect((await caller.call(memberCalls.list, { query: query as never })).status).toBe(422);
    }
  });

  test('shows neither removed members nor those of other chapters', async () => {
    const [here, there] = [await hub.chapter('Here'), await hub.chapter('There')];
    const caller = await here.person('Maya Chen');
    await there.person('Tom Becker');
    const gone = newPerson('Gone Girl');
    await add(here, gone);
    await leave(here, gone.id);
    const { items, totalCount } = (await caller.call(memberCalls.list)).value();
    expect(items.map((each) => each.displayName)).toEqual(['Maya Chen']);
    expect(totalCount).toBe(1);
  });

  test('refuses anonymous callers', async () => {
    const reply = await callApp(hub.app, memberCalls.list, {});
    expect(reply.status).toBe(401);
    expect(reply.text).not.toContain('@');
  });
});

describe('lookups by other features', () => {
  test('return names of removed members, but only active members of the chapter as choices', async () => {
    const [here, there] = [await hub.chapter('Here'), await hub.chapter('There')];
    const stays = await here.person('Maya Chen');
    const stranger = await there.person('Tom Becker');
    const gone = newPerson('Gone Girl');
    await add(here, gone);
    await leave(here, gone.id);
    const ids = [stays.memberId, stranger.memberId, gone.id, newId<'member'>()];
    const names = await listMemberNames(hub.db, here.id, ids);
    expect(names).toEqual([
      { id: gone.id, displayName: 'Gone Girl', firstName: 'Gone', lastName: 'Girl' },
      { id: stays.memberId, displayName: 'Maya Chen', firstName: 'Maya', lastName: 'Chen' },
    ]);
    expect(await findActiveMemberIds(hub.db, here.id, ids)).toEqual(new Set([stays.memberId]));
    expect(await listMemberNames(hub.db, here.id, [])).toEqual([]);
  });
});
