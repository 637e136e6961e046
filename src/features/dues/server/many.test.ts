/** Of a new chapter, of which the database has no statistics yet. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHub, type TestHub } from '#app/testing/hub.ts';
import { addDays } from '#kit/calendar/month.ts';
import { instantToDay, toInstant } from '#kit/day.ts';
import { cents } from '#kit/money.ts';
import { newId } from '#server/database/ids.ts';
import { dueCalls } from '../contract.ts';

let hub: TestHub;
beforeAll(async () => {
  hub = await startTestHub();
});
afterAll(() => hub?.close());

test('many who have no wallet yet are charged at once', async () => {
  const chapter = await hub.chapter();
  const tara = await chapter.person('Tara', 'treasurer');
  const ids = Array.from({ length: 200 }, () => newId<'member'>());
  await sql`insert into member (chapter_id, id, display_name, email, role, created_at, updated_at)
    select ${chapter.id}, id, 'Kim ' || n, 'kim' || n || '@x.example', 'member', now(), now()
    from unnest(${ids}::uuid[]) with ordinality as m (id, n)`.execute(hub.db);
  const dueOn = addDays(instantToDay(toInstant(Temporal.Now.instant()), 'America/Los_Angeles'), 30);
  const items = ids.map((memberId) => ({ memberId, amount: cents(250_00) }));
  const created = await tara.call(dueCalls.create, { body: { title: 'Dues', dueOn, items } });
  expect(created.value()).toMatchObject({ itemCount: 200, open: 200 * 250_00 });
  const { summary } = (await tara.call(dueCalls.list)).value();
  expect(summary).toMatchObject({ askedCount: 200, settledCount: 0, open: 200 * 250_00 });
  expect(await hub.differences()).toEqual([]);
});
