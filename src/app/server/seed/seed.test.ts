import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHub, type TestHub } from '../../testing/hub.ts';
import { seedChapter } from './seed.ts';

let hub: TestHub;
beforeAll(async () => {
  hub = await startTestHub();
});
afterAll(() => hub?.close());

test('bulk transactions obey the ledger, continue existing chains and are spread over days', {
  tags: ['all'],
}, async () => {
  const size = { members: 3, expenses: 0, events: 0, transactions: 1_234 };
  const first = await seedChapter(hub.database, size);
  const second = await seedChapter(hub.database, { ...size, members: 1 });
  for (const { chapterId } of [first, second]) {
    const rows = await hub.db
      .selectFrom('wallet_transaction')
      .select(['id', 'occurred_at'])
      .where('chapter_id', '=', chapterId)
      .orderBy('id')
      .execute();
    expect(rows.length).toBe(1_234);
    expect(new Set(rows.map(({ occurred_at }) => occurred_at)).size).toBe(1_234);
    const times = rows.map(({ occurred_at }) => occurred_at);
    expect(times).toEqual(times.toSorted());
  }
  expect(await hub.differences()).toEqual([]);
});
