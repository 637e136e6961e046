import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestHub, type TestChapter, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import { jpegOf } from '#app/testing/pictures.ts';
import { auditCalls } from '#features/audit/contract.ts';
import { feedCalls } from '#features/events/feed-contract.ts';
import { expenseCalls } from '#features/expenses/contract.ts';
import { standingsCall } from '#features/expenses/summary-contract.ts';
import { logExpense, toParams } from '#features/expenses/testing/scene.ts';
import { erasureCalls } from '#features/members/erasure-contract.ts';
import { groupCalls } from '#features/members/group-contract.ts';
import { membershipCalls } from '#features/members/membership-contract.ts';
import { noTexts, type OptionalField, optionalFields } from '#features/members/profile.ts';
import { profileCalls } from '#features/members/profile-contract.ts';
import { texts } from '#features/members/server/store.ts';
import { paymentCalls } from '#features/payments/contract.ts';
import { walletCalls } from '#features/wallets/contract.ts';
import { toInstant } from '#kit/day.ts';
import { cents } from '#kit/money.ts';
import { checkAudit } from '#server/audit/audit-chain.ts';
import { newId } from '#server/database/ids.ts';

let hub: TestHub;
let owner: pg.Client;
let chapter: TestChapter;
let ann: TestPerson;
let ben: TestPerson;

// A database for each, because nothing of a name may be left in the whole of it.
beforeEach(async () => {
  hub = await startTestHub();
  owner = new pg.Client({ connectionString: hub.database.ownerUrl });
  await owner.connect();
  chapter = await hub.chapter();
  ann = await chapter.person('Ann Abel', 'admin');
  ben = await chapter.person('Quincy Zyxwort');
});
afterEach(async () => {
  await owner?.end();
  await hub?.close();
});

const params = () => ({ memberId: ben.memberId });
const leave = async (status: 'disabled' | 'removed' = 'disabled') =>
  (await ann.call(membershipCalls.changeStatus, { params: params(), body: { status } })).value();
const erase = (name: string, by = ann, memberId = ben.memberId) =>
  by.call(erasureCalls.erase, { params: { memberId }, body: { name } });
/** At night, by what was proved, as by the command. */
const check = async () => {
  const now = toInstant(Temporal.Now.instant());
  const atNight = await checkAudit(hub.database.ownerUrl, now, [], { isWhole: false });
  const whole = await checkAudit(hub.database.ownerUrl, now);
  expect(atNight).toEqual(whole);
  return whole;
};
const breaksHere = async () =>
  (await check()).breaks.filter(({ chapterId }) => chapterId === chapter.id);

/** Everything in all tables, as text. */
async function dump(): Promise<string> {
  const { rows } = await owner.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('hub', 'auth', 'jobs') and c.relkind in ('r', 'm')`,
  );
  const texts: string[] = [];
  for (const { name } of rows) {
    const found = await owner.query<{ it: string | null }>(
      `select string_agg(t::text, e'\\n') as it from ${name} t`,
    );
    texts.push(`${name}\n${found.rows[0]?.it ?? ''}`);
  }
  return texts.join('\n');
}

/** Their name was made by the hub, in every way it makes names, and by Ann, in a title. */
async function liveAMember(): Promise<void> {
  const texts: Record<OptionalField, string> = {
    primaryPhone: '+1 619 555 0187',
    company: 'Wyvern Works',
    title: 'Zyxwort at large',
    website: 'https://zyxwort.example.org/',
    city: 'Zyxwort upon Sea',
    bio: 'Collects gargoyles',
    headline: 'Zyxwort, at last',
    asks: 'A stonemason',
    offers: 'Chisels',
  };
  for (const text of Object.values(texts)) expect(text).toMatch(theirs);
  const body = { firstName: 'Quentin', ...texts };
  (await ben.call(profileCalls.change, { params: params(), body })).value();
  const photo = await hub.request({
    method: 'PUT',
    url: `/api/members/${ben.memberId}/photo`,
    headers: { authorization: `Bearer ${ben.token}`, 'content-type': 'application/octet-stream' },
    payload: jpegOf(40, 40),
  });
  expect(photo.statusCode).toBe(200);
  (await ben.call(feedCalls.create)).value();
  const group = { name: 'Board', memberIds: [ann.memberId, ben.memberId] };
  (await ann.call(groupCalls.create, { body: group })).value();
  await owner.query(
    `insert into hub.invitation (chapter_id, id, email, role, token_hash, created_at, expires_at,
      accepted_at, member_id)
    values ($1, $2, 'zyxwort.private@example.org', 'member', 'hash', now(), now(), now(), $3)`,
    [chapter.id, newId(), ben.memberId],
  );
  await owner.query(
    `insert into hub.calendar_import (chapter_id, id, member_id, calendar_id, file_name, phase, run_id,
      begun_at)
    select $1, $2, $3, id, 'zyxwort.ics', 'done', $2, now() from hub.calendar where chapter_id = $1`,
    [chapter.id, newId(), ben.memberId],
  );
  const wallet = { name: "Quentin's purse", ownerId: ben.memberId, currencyCode: 'EUR' as const };
  const headers = { 'idempotency-key': newId() };
  (await ann.call(walletCalls.create, { body: wallet, headers })).value();

  const people = { chapter, ann, ben, cid: ann, dora: ann };
  const expense = await logExpense(people, {
    title: 'Drinks with Quentin Zyxwort',
    amount: cents(90_00),
    participants: [ann.memberId, ben.memberId],
    useWalletTransactions: true,
  });
  const override = {
    type: 'manual' as const,
    amount: cents(30_00),
    label: '',
    participantIds: [ben.memberId],
  };
  (await ann.call(expenseCalls.addOverride, { params: toParams(expense), body: override })).value();
  (await ann.call(expenseCalls.settle, { params: toParams(expense) })).value();
}

const pay = (amount: number) =>
  ann.call(paymentCalls.record, {
    body: {
      fromMemberId: ben.memberId,
      toMemberId: ann.memberId,
      amount: cents(amount),
      paidOn: '2026-03-01',
      method: 'bank',
      isDuplicateAllowed: true,
    },
  });

const theirs = /quentin|quincy|zyxwort|619 ?555 ?0187|wyvern|gargoyles|stonemason|chisels/i;

test('nothing of an erased member is left in the database but what others wrote, and no figure changes', async () => {
  await liveAMember();
  expect((await pay(30_00)).value().status).toBe('confirmed');
  const external = ben.accountId;
  expect(await dump()).toMatch(theirs);
  await leave();
  const before = {
    standings: (await ann.call(standingsCall)).text,
    ledger: await ledgerText(),
  };
  const erased = (await erase('Quentin Zyxwort')).value();
  expect(erased).toMatchObject({
    id: ben.memberId,
    displayName: 'Former member 1',
    email: '',
    primaryPhone: null,
    status: 'removed',
    isErased: true,
  });
  const left = (await dump()).replaceAll('Drinks with Quentin Zyxwort', 'A title');
  expect(left.match(new RegExp(`.{0,200}(${theirs.source}|${external}).{0,100}`, 'gi'))).toBeNull();
  expect({ standings: (await ann.call(standingsCall)).text, ledger: await ledgerText() }).toEqual(
    before,
  );
  expect(await hub.differences()).toEqual([]);
  expect(await breaksHere()).toEqual([]);

  const log = (await ann.call(auditCalls.list, { query: { take: 100 } })).value();
  expect(JSON.stringify(log)).not.toMatch(/zyxwort(?<!Drinks with Quentin Zyxwort)/i);
  expect(log.items[0]).toMatchObject({ action: 'member.erase', subject: 'Former member 1' });
  const payments = (await ann.call(paymentCalls.list, { query: { take: 10 } })).text;
  expect(payments).toContain('Former member 1');
});

/** Every row with an amount, without the words on it. */
async function ledgerText(): Promise<string> {
  const texts = [
    'select to_jsonb(t) from hub.ledger_journal t',
    'select to_jsonb(t) from hub.ledger_entry t',
    'select to_jsonb(t) from hub.ledger_account t',
    `select to_jsonb(t) - 'description' from hub.wallet_transaction t`,
    'select to_jsonb(t) from hub.wallet_transaction_history t',
    'select to_jsonb(t) from hub.expense t',
    'select to_jsonb(t) from hub.expense_participant t',
    `select to_jsonb(t) - 'label' from hub.expense_override t`,
    'select to_jsonb(t) from hub.payment t',
    'select to_jsonb(t) from hub.expense_figure t',
  ].map((query) => `${query} where chapter_id = '${chapter.id}' order by t::text`);
  const found = [];
  for (const query of texts) found.push((await owner.query(query)).rows);
  return JSON.stringify(found);
}

test('no text of a profile stays in JSON about someone erased, or comes back to their row', async () => {
  await leave();
  (await erase('Quincy Zyxwort')).value();
  const filled = Object.fromEntries(optionalFields.map((field) => [field, 'x']));
  const person = { ...filled, id: ben.memberId, displayName: 'Quincy Zyxwort' };
  const { rows } = await owner.query(`select hub.erased_json($1, $2, 1, '{}') as left`, [
    person,
    ben.memberId,
  ]);
  expect(rows[0]?.left).toMatchObject(noTexts);
  for (const column of texts.columns) {
    const back = owner.query(`update hub.member set ${column} = 'x' where id = $1`, [ben.memberId]);
    await expect(back, column).rejects.toThrow('violates check constraint');
  }
});

test('erasing waits until nothing is open, and says what is', async () => {
  await liveAMember();
  await leave();
  const owing = (await erase('Quentin Zyxwort')).refusal();
  expect(owing.code).toBe('not_settled');
  expect(owing.message).toBe('Quentin Zyxwort still has wallets with -$30.00. Settle this first.');
  expect((await pay(30_00)).value().status).toBe('confirmed');
  const expense = await logExpense(
    { chapter, ann, ben, cid: ann, dora: ann },
    { participants: [ann.memberId], amount: cents(10_00) },
  );
  await owner.query(
    `insert into hub.payment (chapter_id, id, from_member_id, to_member_id, amount_cents, paid_on,
      method, said_by, said_as, created_at, updated_at)
    values ($1, $2, $3, $4, 100, '2026-03-01', 'cash', $3, 'payer', now(), now())`,
    [chapter.id, newId(), ben.memberId, ann.memberId],
  );
  await owner.query(`update hub.expense set paid_by = $2 where chapter_id = $1 and id = $3`, [
    chapter.id,
    ben.memberId,
    expense.id,
  ]);
  expect((await erase('Quentin Zyxwort')).refusal().message).toBe(
    'Quentin Zyxwort still has an open balance of $10.00, 1 open expense, 1 payment waiting to be confirmed. Settle this first.',
  );
});

test('only an admin erases, only who has left, not themselves, by name and once', async () => {
  const cid = await chapter.person('Cid Chen');
  const elsewhere = await (await hub.chapter('Elsewhere')).person('Eve Else', 'admin');
  const codeOf = async (reply: ReturnType<typeof erase>) => {
    const { status, refusal } = await reply;
    return [status, refusal().code];
  };
  expect(await codeOf(erase('Quincy Zyxwort'))).toEqual([409, 'not_left']);
  expect(await codeOf(erase('Ann Abel', ann, ann.memberId))).toEqual([409, 'own_membership']);
  await leave('removed');
  expect((await erase('Quincy Zyxwort', cid)).status).toBe(403);
  expect((await erase('Quincy Zyxwort', elsewhere)).status).toBe(404);
  expect((await erase('Quincy Zyxwort', ann, newId())).status).toBe(404);
  expect(await codeOf(erase('Quincy'))).toEqual([422, 'name_differs']);
  const stale = await ann.call(erasureCalls.erase, {
    params: params(),
    body: { name: 'Quincy Zyxwort' },
    headers: { 'if-match': '"1"' },
  });
  expect(stale.refusal().code).toBe('changed_meanwhile');
  const both = await Promise.all([erase('Quincy Zyxwort'), erase('Quincy Zyxwort')]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await codeOf(erase('Former member 1'))).toEqual([409, 'already_erased']);
  const change = { params: params(), body: { company: 'Wyvern Works' } };
  expect((await ann.call(profileCalls.change, change)).refusal().code).toBe('already_erased');
  const back = { params: params(), body: { status: 'active' as const } };
  expect((await ann.call(membershipCalls.changeStatus, back)).refusal().code).toBe(
    'removed_member',
  );
  ben = await chapter.person('Dora Diaz');
  await leave();
  expect((await erase('Dora Diaz')).value().displayName).toBe('Former member 2');
});

test('an account that is used in another chapter stays, without this chapter', async () => {
  const other = await (await hub.chapter('Elsewhere')).person('Quincy Zyxwort');
  await owner.query('update hub.member set account_id = $2 where id = $1', [
    ben.memberId,
    other.accountId,
  ]);
  await owner.query(
    'update hub.account_chapter set account_id = $2 where chapter_id = $1 and member_id = $3',
    [chapter.id, other.accountId, ben.memberId],
  );
  await leave();
  (await erase('Quincy Zyxwort')).value();
  const { rows } = await owner.query(
    `select (select count(*)::int from auth.account where id = $1) as accounts,
      (select array_agg(chapter_id) from hub.account_chapter where account_id = $1) as chapters`,
    [other.accountId],
  );
  expect(rows).toEqual([{ accounts: 1, chapters: [other.chapterId] }]);
  const there = await other.call(membershipCalls.detail, { params: { memberId: other.memberId } });
  expect(there.value().displayName).toBe('Quincy Zyxwort');
});

test('a person of the same name keeps it', async () => {
  const namesake = await chapter.person('Quincy Zyxwort');
  const wallet = { name: 'Purse', ownerId: namesake.memberId, currencyCode: 'USD' as const };
  (await ann.call(walletCalls.create, { body: wallet })).value();
  await leave();
  (await erase('Quincy Zyxwort')).value();
  const kept = await ann.call(membershipCalls.detail, {
    params: { memberId: namesake.memberId },
  });
  expect(kept.value().displayName).toBe('Quincy Zyxwort');
  const { rows } = await owner.query(
    `select after -> 'user' ->> 'lastName' as name from hub.audit
    where chapter_id = $1 and action = 'wallet.create'`,
    [chapter.id],
  );
  expect(rows).toEqual([{ name: 'Zyxwort' }]);
});

test('what an erasure changed is sealed by its record: a change without it, or after it, is found', async () => {
  const body = { company: 'Wyvern Works' };
  (await ben.call(profileCalls.change, { params: params(), body })).value();
  await leave();
  (await erase('Quincy Zyxwort')).value();
  expect(await breaksHere()).toEqual([]);
  const profile = `(select id from hub.audit where chapter_id = '${chapter.id}' and action = 'member.profile')`;
  const erasure = `(select id from hub.audit where chapter_id = '${chapter.id}' and action = 'member.erase')`;
  const status = `(select id from hub.audit where chapter_id = '${chapter.id}' and action = 'member.status')`;
  const breaksAfter = async (statement: string) => {
    await owner.query(`begin; set local session_replication_role = replica; ${statement}`);
    const { rows } = await owner.query(
      `select problem from hub.audit_break where chapter_id = '${chapter.id}' order by seq`,
    );
    await owner.query('rollback');
    return rows.map(({ problem }) => problem);
  };
  const unnamed = 'it, its record or the link before it was changed';
  expect(await breaksAfter(`update hub.audit set after = '{}' where id = ${status}`)).toEqual([
    unnamed,
  ]);
  expect(
    await breaksAfter(`update hub.audit set after = '{"company": "x"}' where id = ${profile}`),
  ).toEqual(['its record was changed after it was erased']);
  // Taken from the record of the erasure, or named there afterward.
  expect(
    await breaksAfter(`update hub.audit set after = '{"erased": {}}' where id = ${erasure}`),
  ).toEqual([unnamed, unnamed]);
  expect(
    await breaksAfter(
      `update hub.audit set after = '{}' where id = ${status};
      update hub.audit e set after = jsonb_set(e.after, array['erased', s.id::text],
        to_jsonb(hub.erased_hash(s)))
      from hub.audit s where e.id = ${erasure} and s.id = ${status}`,
    ),
  ).toEqual([unnamed]);
});

test("the server's role can only erase as a whole: no statement of its own gets past the triggers", async () => {
  await liveAMember();
  await leave();
  const app = new pg.Client({ connectionString: hub.database.appUrl });
  await app.connect();
  const findSqlState = (statement: string) =>
    app.query(statement).then(
      () => 'done',
      (error: unknown) => (error as pg.DatabaseError).code,
    );
  try {
    const ids = `'${chapter.id}', '${ben.memberId}'`;
    await app.query(`set hub.erasing = 'on'`);
    expect(await findSqlState(`update hub.audit set after = '{}'`)).toBe('42501');
    expect(
      await findSqlState(
        `update hub.wallet_transaction set description = 'x' where chapter_id = '${chapter.id}'`,
      ),
    ).toBe('23001');
    expect(
      await findSqlState(
        `update hub.expense_override set label = 'x' where chapter_id = '${chapter.id}'`,
      ),
    ).toBe('23001');
    expect(
      await findSqlState(
        `select * from hub.erase_from_audit(${ids}, '{"Ann Abel": "x"}', null, 9)`,
      ),
    ).toBe('23001');
    const active = `'${chapter.id}', '${ann.memberId}'`;
    expect(await findSqlState(`select hub.erase_member(${active}, now())`)).toBe('23001');
  } finally {
    await app.end();
  }
});
