/** What a member takes with them: all that is theirs, and nothing of others. */
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { rsvpCalls } from '#features/events/rsvp/rsvp-contract.ts';
import { expenseCalls } from '#features/expenses/contract.ts';
import { expenseBody } from '#features/expenses/server/testing/samples.ts';
import { membershipCalls } from '#features/members/membership-contract.ts';
import { documentCalls } from '#features/resources/documents/document-contract.ts';
import { createDocumentScene } from '#features/resources/server/testing/document-scene.ts';
import { walletCalls } from '#features/wallets/contract.ts';
import { toInstant } from '#kit/day.ts';
import { cents } from '#kit/money.ts';
import type { Role } from '#kit/role.ts';
import { withClient } from '#server/database/with-client.ts';
import { ownSheets } from '../server/areas.ts';
import { startTestHub, type TestHub, type TestPerson } from './hub.ts';
import { cookieOf, createFixtures, type Fixtures, joinSecondChapter } from './matrix/fixtures.ts';
import { buildValidRequest, credentialsOf, send } from './matrix/requests.ts';
import { readSheetRows } from './sheet-rows.ts';

const evil = '=HYPERLINK("https://x.example")</td><script>alert(1)</script>';

let hub: TestHub;
let fixtures: Fixtures;
let owner: TestPerson;
beforeAll(async () => {
  hub = await startTestHub();
  fixtures = await createFixtures(hub, 'Heron');
  owner = fixtures.owner;
  for (const endpoint of hub.endpoints) {
    const request = await buildValidRequest(endpoint, fixtures, owner);
    await send(hub, endpoint, await credentialsOf(hub, endpoint, fixtures.admin), request);
  }
  const request = await buildValidRequest(rsvpCalls.answer, fixtures, owner);
  await send(hub, rsvpCalls.answer, await credentialsOf(hub, rsvpCalls.answer, owner), request);
  // Each has what no one else may see.
  await sql`update hub.member set primary_phone = '+1 619 555 ' || substr(id::text, 33),
    bio = 'secret of ' || id, privacy = '{"primaryPhone":"me","bio":"me","email":"me"}'
    where former_number is null`.execute(hub.db);
  await sql`insert into hub.member_photo (chapter_id, member_id, hash, media_type, content, updated_at)
    select chapter_id, id, repeat('a', 43), 'image/jpeg', convert_to(id::text, 'UTF8'), now()
    from hub.member on conflict do nothing`.execute(hub.db);
});
afterAll(() => hub?.close());

/** The files by name. */
async function download(person: TestPerson): Promise<Map<string, string>> {
  const reply = await hub.request({
    url: '/api/own-data',
    headers: { cookie: await cookieOf(hub, person) },
  });
  expect(reply.statusCode).toBe(200);
  expect(reply.headers).toMatchObject({
    'content-type': 'application/zip',
    'cache-control': 'no-store',
    'content-disposition': expect.stringMatching(/^attachment; filename="My data [\d-]+\.zip"$/),
  });
  const zip = await fromBufferPromise(reply.rawPayload, { lazyEntries: true });
  const files = new Map<string, string>();
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    files.set(entry.fileName, Buffer.concat(chunks).toString('utf8'));
  }
  return files;
}

const rowsOf = (files: Map<string, string>, name: string) =>
  JSON.parse(files.get(`json/${name}.json`) ?? 'null') as Record<string, unknown>[];

async function countRows(query: ReturnType<typeof sql<{ count: number }>>): Promise<number> {
  const { rows } = await query.execute(hub.db);
  return Number(rows[0]?.count);
}

test('members get every row that is theirs, in CSV and in JSON', async () => {
  const files = await download(owner);
  const { memberId } = owner;
  const expected: Record<string, number> = {
    profile: 1,
    groups: await countRows(
      sql`select count(*) from hub.member_group_entry where member_id = ${memberId}`,
    ),
    expenses: await countRows(
      sql`select count(*) from hub.expense e where paid_by = ${memberId}
        or exists (select from hub.expense_participant p where p.expense_id = e.id and p.member_id = ${memberId})
        or exists (select from hub.expense_payer p where p.expense_id = e.id and p.member_id = ${memberId})`,
    ),
    payments: await countRows(
      sql`select count(*) from hub.payment where from_member_id = ${memberId} or to_member_id = ${memberId}`,
    ),
    charges: await countRows(
      sql`select count(*) from hub.charge_item where member_id = ${memberId}`,
    ),
    wallets: await countRows(sql`select count(*) from hub.wallet where owner_id = ${memberId}`),
    transactions: await countRows(
      sql`select count(*) from hub.wallet_transaction t join hub.wallet w on w.id = t.wallet_id
        where w.owner_id = ${memberId}`,
    ),
    rsvps: await countRows(
      sql`select count(distinct occurrence_id) from (
        select occurrence_id from hub.rsvp where member_id = ${memberId}
        union all select occurrence_id from hub.attendance where member_id = ${memberId}) r`,
    ),
    documents: await countRows(sql`select count(*) from hub.file_use
      where kind = 'document' and added_by = ${memberId}`),
    'event-files': await countRows(sql`select count(*) from hub.file_use
      where kind = 'occurrence' and added_by = ${memberId}`),
    audit: await countRows(sql`select count(*) from hub.audit where actor_id = ${memberId}`),
  };
  for (const { name } of ownSheets) {
    const rows = parse(files.get(`csv/${name}.csv`) ?? '', { bom: true }) as string[][];
    expect([name, rows.length - 1], 'as `expected` above counts').toEqual([name, expected[name]]);
    expect([name, rowsOf(files, name).length]).toEqual([name, expected[name]]);
    expect(files.get('index.html')).toContain(`csv/${name}.csv`);
  }
  for (const name of [
    'expenses',
    'payments',
    'charges',
    'wallets',
    'transactions',
    'rsvps',
    'audit',
  ]) {
    expect([name, expected[name]]).not.toEqual([name, 0]);
  }
  expect(rowsOf(files, 'profile')[0]).toMatchObject({ bio: `secret of ${memberId}` });
  expect(files.get('photo.jpg')).toBe(memberId);
});

/** Tables that name members but have nothing in the sheets, and why. */
const withoutSheet: Readonly<Record<string, string>> = {
  account_chapter: 'which account is the member, as the profile says',
  calendar_feed: 'a secret address',
  calendar_import: 'how far an import is',
  dues_pause: 'a rest from reminders',
  home_visit: 'when the news were last seen',
  idempotency_key: 'replies kept for a day',
  invitation: 'of chapters, not of members',
  ledger_journal: 'shown as transactions',
  member_photo: 'a file of its own',
  notice_sent: 'which emails were sent',
  recurring_expense: "the chapter's",
};

test('every table that names members has rows for them to take along, or a reason not to', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct r.relname as name from pg_constraint c join pg_class r on r.oid = c.conrelid
    where c.contype = 'f' and c.confrelid = 'hub.member'::regclass order by 1`.execute(hub.db);
  const queries = ownSheets.map(({ query }) => query).join();
  const missing = rows.filter(({ name }) => !new RegExp(`\\bhub\\.${name}\\b`).test(queries));
  expect(missing.map(({ name }) => name)).toEqual(Object.keys(withoutSheet));
});

test('shares and balances are exact, and text that a spreadsheet would run is text', async () => {
  const pat = await fixtures.chapter.person('Pat Payer');
  const sam = await fixtures.chapter.person('Sam Sharer');
  const raw = JSON.stringify({
    ...expenseBody(fixtures),
    title: evil,
    amount: 100.01,
    paidBy: pat.memberId,
    participants: [pat.memberId, sam.memberId],
  });
  (await pat.call(expenseCalls.create, { raw })).value();
  const wallet = (
    await pat.call(walletCalls.create, {
      body: { name: 'Trips', ownerId: pat.memberId, currencyCode: 'USD' },
    })
  ).value();
  for (const [amount, transactionType] of [
    [cents(12_345), 'credit'],
    [cents(5), 'debit'],
  ] as const) {
    const body = { userId: pat.memberId, description: 'Dues', amount, transactionType };
    (await pat.call(walletCalls.addTransaction, { params: { walletId: wallet.id }, body })).value();
  }
  const files = await download(pat);
  const [expense] = rowsOf(files, 'expenses');
  expect(expense).toMatchObject({ title: evil, amount: '100.01', you_paid: '100.01' });
  const [theirs] = rowsOf(await download(sam), 'expenses');
  expect(theirs).toMatchObject({ amount: '100.01', you_paid: '0.00' });
  expect(Number(expense?.your_share) + Number(theirs?.your_share)).toBeCloseTo(100.01, 9);
  expect(rowsOf(files, 'wallets')).toMatchObject([{ name: 'Trips', balance: '123.40' }]);
  expect(rowsOf(files, 'transactions').map(({ amount }) => amount)).toEqual(['123.45', '-0.05']);
  const [, csv] = parse(files.get('csv/expenses.csv') ?? '', { bom: true }) as string[][];
  expect(csv).toContain(`'${evil}`);
  expect(csv).toContain('100.01');
});

test('a member can compute what they owe from the file alone', async () => {
  const pat = await fixtures.chapter.person('Pat Partly');
  const sam = await fixtures.chapter.person('Sam Several');
  const partly = { payerReimbursementType: 'Partial', payerReimbursementAmount: 9.11 };
  const payers = [
    { memberId: pat.memberId, amountPaid: 10.02 },
    { memberId: sam.memberId, amountPaid: 7.37 },
  ];
  for (const entered of [
    { amount: 20, paidBy: pat.memberId, ...partly },
    { amount: 17.39, paidBy: null, payers, ...partly },
    { amount: 5, paidBy: sam.memberId, payerReimbursementType: 'None' },
  ]) {
    const participants = [pat.memberId, sam.memberId];
    const raw = JSON.stringify({ ...expenseBody(fixtures), participants, ...entered });
    (await pat.call(expenseCalls.create, { raw })).value();
  }
  const { archived } = await readSheetRows(hub, pat, 'expense-payers');
  for (const person of [pat, sam]) {
    const params = { participantId: person.memberId };
    const { balance } = (await person.call(expenseCalls.balanceParts, { params })).value();
    const own = rowsOf(await download(person), 'expenses');
    const owed = own.map(
      ({ your_share, you_get_back }) => Number(you_get_back) - Number(your_share),
    );
    expect(owed.reduce((sum, each) => sum + each, 0)).toBeCloseTo(balance / 100, 9);
    const [back, inArchive] = [
      own.map((row) => Number(row['you_get_back'])),
      archived
        .map((row) => row as Record<string, unknown>)
        .filter((row) => row['member_id'] === person.memberId)
        .map((row) => Number(row['gets_back'])),
    ];
    expect(back.filter((each) => each !== 0)).toEqual(inArchive.filter((each) => each !== 0));
  }
});

test('a document is named only while its member may see it', async () => {
  const scene = await createDocumentScene(hub);
  const { admin, tom } = scene;
  const forAll = await scene.makeFolder('Minutes');
  const books = await scene.makeFolder('Books', 'treasurer');
  const board = await scene.makeFolder('Board', 'admin');
  const inBoard = await scene.makeFolder('Salaries', null, board.id);
  for (const [place, folderId] of [
    ['top', null],
    ['all', forAll.id],
    ['books', books.id],
    ['board', board.id],
    ['in board', inBoard.id],
    ['deleted', null],
  ] as const) {
    const { id: documentId } = await scene.addDocument(`${place}.pdf`, { by: tom });
    const body = { name: `now ${place}`, folderId };
    const params = { documentId };
    (await admin.call(documentCalls.update, { params, body })).value();
    if (place === 'deleted') (await admin.call(documentCalls.remove, { params })).value();
  }
  const files = ['top.pdf', 'all.pdf', 'books.pdf', 'board.pdf', 'in board.pdf', 'deleted.pdf'];
  const namesFor = async (role: Role) => {
    const params = { memberId: tom.memberId };
    await admin.call(membershipCalls.changeRole, { params, body: { role } });
    const rows = rowsOf(await download(tom), 'documents');
    expect(rows.map(({ file }) => file)).toEqual(files);
    return rows.map(({ document }) => document);
  };
  const hidden = [null, null, null];
  expect(await namesFor('treasurer')).toEqual([
    'now top.pdf',
    'now all.pdf',
    'now books.pdf',
    ...hidden,
  ]);
  expect(await namesFor('member')).toEqual(['now top.pdf', 'now all.pdf', null, ...hidden]);
  const forAdmins = ['now board.pdf', 'now in board.pdf'];
  expect(await namesFor('admin')).toEqual([
    'now top.pdf',
    'now all.pdf',
    'now books.pdf',
    ...forAdmins,
    null,
  ]);
});

test('what was done a moment ago is named', async () => {
  const raw = JSON.stringify({ ...expenseBody(fixtures), title: 'A moment ago' });
  (await owner.call(expenseCalls.create, { raw })).value();
  const [last] = rowsOf(await download(owner), 'audit').reverse();
  expect(last).toMatchObject({ action: 'expense.create', subject: 'A moment ago' });
});

test('nothing private of others comes along', async () => {
  for (const person of [owner, fixtures.admin, fixtures.treasurer]) {
    const all = [...(await download(person)).values()].join('\n');
    const { rows } = await sql<{ id: string; email: string; phone: string; bio: string }>`
      select id, email, primary_phone as phone, bio from hub.member where bio is not null`.execute(
      hub.db,
    );
    for (const { id, email, phone, bio } of rows) {
      if (id === person.memberId) continue;
      expect(all).not.toContain(email);
      expect(all).not.toContain(phone);
      expect(all).not.toContain(bio);
    }
    const foreign = await sql<{ id: string }>`
      select t.id from hub.wallet_transaction t join hub.wallet w on w.id = t.wallet_id
      where w.owner_id <> ${person.memberId}`.execute(hub.db);
    const transactions = rowsOf(await download(person), 'transactions').map(({ id }) => id);
    expect(foreign.rows.filter(({ id }) => transactions.includes(id))).toEqual([]);
  }
});

test('a person in two chapters gets what is theirs in the one that is open', async () => {
  const elsewhere = await hub.chapter('Elsewhere');
  const there = await joinSecondChapter(hub, owner, elsewhere, 'member');
  const files = await download(there);
  expect(rowsOf(files, 'profile').map(({ id }) => id)).toEqual([there.memberId]);
  expect(rowsOf(files, 'expenses')).toEqual([]);
  expect(files.get('csv/expenses.csv')).toMatch(/^\ufeffid,expense at,title/);
  expect([...files.values()].join('\n')).not.toContain('Heron');
});

test('a request that waits too long is refused because the server is busy', {
  tags: ['all'],
}, async () => {
  const cookie = await cookieOf(hub, owner);
  const ask = () => hub.request({ url: '/api/own-data', headers: { cookie } });
  const asked = await withClient(hub.database.ownerUrl, 'test', async (client) => {
    // Who reads everything waits for this.
    await client.query('begin; lock table hub.member_photo in access exclusive mode');
    const both = [ask(), ask()];
    const refused = await Promise.race(both);
    expect([refused.statusCode, refused.json().code, refused.headers['retry-after']]).toEqual([
      503,
      'busy',
      '1',
    ]);
    return both;
  });
  expect((await Promise.all(asked)).map(({ statusCode }) => statusCode).sort()).toEqual([200, 503]);
  expect((await ask()).statusCode).toBe(200);
});

test('the file and what is in it are of the day of the chapter', async () => {
  const today = Temporal.Now.plainDateISO('UTC');
  // In Los Angeles it is still the day before.
  const clock = () => toInstant(Temporal.Instant.from(`${today.toString()}T05:00Z`));
  const evening = await startTestHub({ clock });
  onTestFinished(evening.close);
  const chapter = await evening.chapter();
  const reply = await evening.request({
    url: '/api/own-data',
    headers: { cookie: await cookieOf(evening, await chapter.person('Eve Ning')) },
  });
  const day = today.subtract({ days: 1 }).toString();
  expect(reply.headers['content-disposition']).toBe(`attachment; filename="My data ${day}.zip"`);
  const days = new Set<string>();
  const zip = await fromBufferPromise(reply.rawPayload, { lazyEntries: true });
  for await (const entry of zip.eachEntry()) {
    days.add(entry.getLastModDate().toISOString().slice(0, 10));
  }
  expect([...days]).toEqual([day]);
});
