import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestHub, type TestChapter, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import { walletCalls } from '#features/wallets/contract.ts';
import { toInstant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { createLog } from '../config/log.ts';
import {
  type AuditHead,
  checkAudit,
  formatHead,
  parseHead,
  sealAudit,
  sealUntilDone,
} from './audit-chain.ts';

let hub: TestHub;
let chapter: TestChapter;
let maya: TestPerson;
let owner: pg.Client;

beforeAll(async () => {
  hub = await startTestHub();
  owner = new pg.Client({ connectionString: hub.database.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner?.end();
  await hub?.close();
});
beforeEach(async () => {
  chapter = await hub.chapter();
  maya = await chapter.person('Maya Chen');
});

const now = () => toInstant(Temporal.Now.instant());

async function addWallets(count: number, by = maya): Promise<void> {
  const body = { name: 'Purse', ownerId: by.memberId, currencyCode: 'USD' as const };
  const replies = await Promise.all(
    Array.from({ length: count }, () => by.call(walletCalls.create, { body })),
  );
  for (const reply of replies) reply.value();
}

const check = (noted: readonly AuditHead[] = []) => checkAudit(hub.database.ownerUrl, now(), noted);

const seal = (id: Id<'chapter'> = chapter.id) => sealAudit(hub.db, id, now());

const linksOf = (id: Id<'chapter'>) =>
  hub.db
    .selectFrom('audit_seal')
    .select(['seq', 'audit_id'])
    .where('chapter_id', '=', id)
    .orderBy('seq')
    .execute();

/** What was done past every rule, found, and undone again. */
async function breaksAfter(statement: string, noted: readonly AuditHead[] = []) {
  await owner.query('begin; set local session_replication_role = replica');
  await owner.query(statement.replaceAll(':chapter', `'${chapter.id}'`));
  const { rows } = await owner.query(
    `select seq, problem from hub.audit_break where chapter_id = '${chapter.id}'
    union all
    select n.seq, 'noted' from json_to_recordset($1) as n (seq bigint, hash text)
    left join hub.audit_seal s on s.chapter_id = '${chapter.id}' and s.seq = n.seq
    where s.hash is distinct from n.hash
    order by 1, 2`,
    [JSON.stringify(noted)],
  );
  await owner.query('rollback');
  return rows.map(({ seq, problem }) => `${seq === null ? 'beside' : seq}: ${problem}`);
}

test('every record is linked once, in one unbroken chain for each chapter', async () => {
  await addWallets(5);
  const elsewhere = await hub.chapter('Elsewhere');
  await addWallets(2, await elsewhere.person('Olga Stern'));
  const { breaks, heads } = await check();
  expect(breaks).toEqual([]);
  const records = await hub.db
    .selectFrom('audit')
    .select('id')
    .where('chapter_id', 'in', [chapter.id, elsewhere.id])
    .execute();
  const links = [...(await linksOf(chapter.id)), ...(await linksOf(elsewhere.id))];
  expect(links.map(({ audit_id: id }) => id).sort()).toEqual(records.map(({ id }) => id).sort());
  const ends = new Map(heads.map(({ chapterId, seq }) => [chapterId, seq]));
  expect([ends.get(chapter.id), ends.get(elsewhere.id)]).toEqual([5, 2]);
  expect(parseHead(formatHead(heads[0] as AuditHead))).toEqual(heads[0]);
});

test('concurrent writers and sealers create one chain', async () => {
  const busy = await hub.chapter('Busy');
  const people = await Promise.all(['Ann Abel', 'Ben Burns'].map((name) => busy.person(name)));
  await Promise.all([
    ...people.map((person) => addWallets(40, person)),
    ...Array.from({ length: 20 }, () => seal(busy.id)),
  ]);
  expect((await check()).breaks).toEqual([]);
  const links = await linksOf(busy.id);
  expect(links.map(({ seq }) => seq)).toEqual(Array.from({ length: 80 }, (_, index) => index + 1));
});

test('a record of a long transaction is linked, too', async () => {
  const slow = new pg.Client({ connectionString: hub.database.ownerUrl });
  await slow.connect();
  await slow.query('begin');
  await slow.query(
    `insert into hub.audit (chapter_id, id, at, action, entity_kind, entity_id)
    values ($1, gen_random_uuid(), now(), 'test.slow', 'test', gen_random_uuid())`,
    [chapter.id],
  );
  await addWallets(2);
  await seal();
  const before = (await linksOf(chapter.id)).length;
  await slow.query('commit');
  await slow.end();
  await seal();
  expect((await linksOf(chapter.id)).length).toBe(before + 1);
  expect((await check()).breaks).toEqual([]);
});

test('a server seals records within seconds and stops when it is ended', async () => {
  const stop = new AbortController();
  const sealing = sealUntilDone({
    db: hub.db,
    log: createLog('silent'),
    clock: now,
    signal: stop.signal,
  });
  const before = (await linksOf(chapter.id)).length;
  await addWallets(1);
  await expect.poll(async () => (await linksOf(chapter.id)).length).toBe(before + 1);
  stop.abort();
  await sealing;
});

test('tampering that bypasses every rule of the database is detected and located', async () => {
  await addWallets(6);
  const { heads } = await check();
  const head = heads.find(({ chapterId }) => chapterId === chapter.id);
  const last = head?.seq ?? 0;
  const changed = 'it, its record or the link before it was changed';
  const recordOf = (seq: number) =>
    `(select audit_id from hub.audit_seal where chapter_id = :chapter and seq = ${seq})`;
  expect(await breaksAfter('select 1')).toEqual([]);

  for (const change of [
    `after = after || '{"name": "Slush fund"}'`,
    'after = null',
    `before = 'null'`,
    `at = at + interval '1 microsecond'`,
    'actor_id = null',
    `action = 'wallet.delete'`,
    'entity_id = gen_random_uuid()',
  ]) {
    const found = await breaksAfter(`update hub.audit set ${change} where id = ${recordOf(3)}`);
    expect(found, change).toEqual([`3: ${changed}`]);
  }
  expect(await breaksAfter(`delete from hub.audit where id = ${recordOf(3)}`)).toEqual([
    '3: its record is gone',
  ]);
  expect(
    await breaksAfter(
      `delete from hub.audit where id = ${recordOf(3)};
      delete from hub.audit_seal where chapter_id = :chapter and seq = 3`,
    ),
  ).toEqual(['4: links before it are gone']);
  expect(
    await breaksAfter(
      `update hub.audit_seal set actor_id = null where chapter_id = :chapter and seq = 3`,
    ),
  ).toEqual(['3: it is filed as something else']);
  // Its own hash made right again: then the next one is not.
  expect(
    await breaksAfter(
      `update hub.audit set action = 'wallet.delete' where id = ${recordOf(3)};
      update hub.audit_seal s set action = 'wallet.delete',
        hash = hub.audit_hash((select hash from hub.audit_seal where chapter_id = :chapter and seq = 2),
          s.seq, s.sealed_at, (select a from hub.audit a where a.id = s.audit_id))
      where chapter_id = :chapter and seq = 3`,
    ),
  ).toEqual([`4: ${changed}`]);
  // One put in the middle, all later ones moved on by one.
  expect(
    await breaksAfter(
      `insert into hub.audit (chapter_id, id, at, action, entity_kind, entity_id)
        values (:chapter, '0190a0a0-0aaa-7000-8000-000000000001', now(), 'x.y', 'x', gen_random_uuid());
      update hub.audit_seal set seq = -seq - 1 where chapter_id = :chapter and seq > 3;
      update hub.audit_seal set seq = -seq where chapter_id = :chapter and seq < 0;
      insert into hub.audit_seal (chapter_id, seq, audit_id, at, action, entity_kind, entity_id, sealed_at, hash)
        select chapter_id, 4, id, at, action, entity_kind, entity_id, now(), 'x' from hub.audit
        where id = '0190a0a0-0aaa-7000-8000-000000000001'`,
    ),
  ).toEqual(expect.arrayContaining([`4: ${changed}`, `5: ${changed}`]));
  // One put beside the chain, as if it had been there all the time.
  expect(
    await breaksAfter(
      `insert into hub.audit (chapter_id, id, at, action, entity_kind, entity_id, xid)
        values (:chapter, gen_random_uuid(), now(), 'x.y', 'x', gen_random_uuid(), '1')`,
    ),
  ).toEqual(['beside: it was put beside the chain']);

  const cut = `delete from hub.audit where chapter_id = :chapter and id in (
      select audit_id from hub.audit_seal where chapter_id = :chapter and seq > ${last - 2});
    delete from hub.audit_seal where chapter_id = :chapter and seq > ${last - 2};`;
  expect(await breaksAfter(cut)).toEqual([
    `${last}: the chain ends with link ${last - 2}, its head says ${last}`,
  ]);
  // The head moved back too: only a head that was noted elsewhere shows it.
  const headMoved = `${cut} update hub.audit_head h set seq = s.seq, hash = s.hash
    from hub.audit_seal s where h.chapter_id = :chapter and s.chapter_id = :chapter
      and s.seq = ${last - 2}`;
  expect(await breaksAfter(headMoved)).toEqual([]);
  expect(await breaksAfter(headMoved, head && [head])).toEqual([`${last}: noted`]);
});

test('a noted head is found as long as nothing before it was rewritten', async () => {
  await addWallets(1);
  const { heads } = await check();
  await addWallets(3);
  expect((await check(heads)).breaks).toEqual([]);
  const [head] = heads;
  const forged = { ...(head as AuditHead), hash: '0'.repeat(64) };
  expect((await check([forged])).breaks).toMatchObject([
    { chapterId: head?.chapterId, seq: head?.seq, problem: 'it is not the one that was noted' },
  ]);
});

test('a restored database continues its chain', async () => {
  await addWallets(1);
  await seal();
  const before = await linksOf(chapter.id);
  // As if it had counted its transactions much further before.
  await owner.query('begin; set local session_replication_role = replica');
  await owner.query(
    `update hub.audit_head set sealed_below = '9000000000' where chapter_id = '${chapter.id}'`,
  );
  await owner.query(`update hub.audit set xid = '8999999999' where chapter_id = '${chapter.id}'`);
  await owner.query('commit');
  await addWallets(2);
  expect((await check()).breaks).toEqual([]);
  expect((await linksOf(chapter.id)).length).toBe(before.length + 2);
  await addWallets(1);
  await seal();
  expect((await linksOf(chapter.id)).length).toBe(before.length + 3);
});
