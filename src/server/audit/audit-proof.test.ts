/** At night, links that came since are checked, and what was proved again if anything of it changed or once a week. */
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestHub, type TestChapter, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import { walletCalls } from '#features/wallets/contract.ts';
import { toInstant } from '#kit/day.ts';
import { checkAudit } from './audit-chain.ts';

let hub: TestHub;
let chapter: TestChapter;
let maya: TestPerson;
let owner: pg.Client;

beforeAll(async () => {
  hub = await startTestHub();
  owner = new pg.Client({ connectionString: hub.database.ownerUrl });
  await owner.connect();
  await owner.query('set search_path = hub');
});
afterAll(async () => {
  await owner?.end();
  await hub?.close();
});
beforeEach(async () => {
  chapter = await hub.chapter();
  maya = await chapter.person('Maya Chen');
  await addWallets(4);
  expect(await check({ isWhole: false })).toEqual([]);
});

async function addWallets(count: number): Promise<void> {
  const body = { name: 'Purse', ownerId: maya.memberId, currencyCode: 'USD' as const };
  for (let n = 0; n < count; n += 1) (await maya.call(walletCalls.create, { body })).value();
}

/** Where the chapter's chain is broken, as a server at night or the command sees it. */
async function check(options: { isWhole: boolean }): Promise<(number | null)[]> {
  const now = toInstant(Temporal.Now.instant());
  const { breaks } = await checkAudit(hub.database.appUrl, now, [], options);
  return breaks.flatMap(({ chapterId, seq }) => (chapterId === chapter.id ? [seq] : []));
}

const atNight = () => check({ isWhole: false });

async function pastAllTriggers(statement: string): Promise<void> {
  await owner.query('begin; set local session_replication_role = replica');
  await owner.query(statement, [chapter.id]);
  await owner.query('commit');
}

/** The name that the record of a link says, another one or the right one again. */
const rename = (seq: number, name: string) =>
  pastAllTriggers(`update audit set after = after || '{"name": "${name}"}'
    where chapter_id = $1 and id = (select audit_id from audit_seal where chapter_id = $1 and seq = ${seq})`);

test('a changed record is found, whether it was proved or came since', async () => {
  await addWallets(2);
  for (const seq of [2, 6]) {
    await rename(seq, 'Slush fund');
    expect(await atNight()).toEqual([seq]);
    // There is no proof as long as something is broken.
    expect(await atNight()).toEqual([seq]);
    await rename(seq, 'Purse');
    expect(await atNight()).toEqual([]);
  }
});

test('a removed link is found, and one that nobody sealed', async () => {
  await pastAllTriggers(`with gone as (
      delete from audit_seal where chapter_id = $1 and seq = 2 returning audit_id)
    delete from audit where chapter_id = $1 and id in (select audit_id from gone)`);
  expect(await atNight()).toEqual([3]);
  await pastAllTriggers(`insert into audit (chapter_id, id, at, action, entity_kind, entity_id, xid)
    values ($1, gen_random_uuid(), now(), 'x.y', 'x', gen_random_uuid(), '1')`);
  expect(await atNight()).toEqual([3, null]);
});

test('what leaves no trace in any row is found once the proof is a week old, and by the command', async () => {
  await rename(2, 'Slush fund');
  const forge = (provedAt: string) =>
    owner.query(
      `update audit_proof p set stamp = audit_stamp(p.chapter_id, p.seq), log_stamp = s.stamp,
        proved_at = ${provedAt}
      from audit_log_stamp s where s.chapter_id = p.chapter_id and p.chapter_id = $1`,
      [chapter.id],
    );
  await forge(`now() - interval '5 days 23 hours'`);
  await addWallets(1);
  expect(await atNight()).toEqual([]);
  // What was added since is proved, and all of it is as old as it was.
  const { rows } = await owner.query(
    `select seq, proved_at < now() - interval '5 days' as "isOld" from audit_proof where chapter_id = $1`,
    [chapter.id],
  );
  expect(rows).toEqual([{ seq: '5', isOld: true }]);
  await forge(`now() - interval '6 days 1 minute'`);
  expect(await atNight()).toEqual([2]);
  expect(await check({ isWhole: true })).toEqual([2]);
});

test('the server’s role can check, and make up no proof', async () => {
  const app = new pg.Client({ connectionString: hub.database.appUrl });
  await app.connect();
  try {
    for (const statement of [
      'insert into hub.audit_proof select * from hub.audit_proof',
      'update hub.audit_proof set seq = seq',
      'delete from hub.audit_proof',
    ]) {
      await expect(app.query(statement), statement).rejects.toThrow(/permission denied/);
    }
  } finally {
    await app.end();
  }
});
