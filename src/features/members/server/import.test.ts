import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestHub, type TestChapter, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import { testId } from '#kit/testing/test-id.ts';
import { newId } from '#server/database/ids.ts';
import { directoryCalls } from '../directory-contract.ts';
import { importCalls } from '../import-contract.ts';
import { membershipCalls } from '../membership-contract.ts';

let hub: TestHub;
let chapter: TestChapter;
let ana: TestPerson;

beforeAll(async () => {
  hub = await startTestHub();
});
afterAll(() => hub?.close());
beforeEach(async () => {
  chapter = await hub.chapter();
  ana = await chapter.person('Ana Admin', 'admin');
});

const send = (text: string, more: object = {}, person = ana) =>
  person.call(importCalls.import, { raw: JSON.stringify({ text, isDryRun: false, ...more }) });

async function names(): Promise<string[]> {
  const { items } = (await ana.call(directoryCalls.search)).value();
  return items.map(({ displayName }) => displayName);
}

const people = [
  'First Name;Surname;E-Mail Address;Mobile;Organisation;City;Shoe size',
  'Tom;Becker;TOM@example.org;+1 619 555 0100;"Harbor; Foods";San Diego;44',
  'Maya;Chen;maya@example.org;;;;38',
].join('\r\n');

describe('a file of members', () => {
  test('is previewed and then imported; a second import changes nothing', async () => {
    const tried = (await send(`\ufeff${people}`, { isDryRun: true })).value();
    expect(tried).toMatchObject({
      delimiter: ';',
      counts: { new: 2, changed: 0, unchanged: 0, failed: 0 },
      rows: [
        { line: 2, outcome: 'new', name: 'Tom Becker', email: 'tom@example.org', reason: null },
        { line: 3, outcome: 'new', name: 'Maya Chen', email: 'maya@example.org', reason: null },
      ],
    });
    expect(tried.columns.map(({ header, sample, field }) => [header, sample, field])).toEqual([
      ['First Name', 'Tom', 'firstName'],
      ['Surname', 'Becker', 'lastName'],
      ['E-Mail Address', 'TOM@example.org', 'email'],
      ['Mobile', '+1 619 555 0100', 'primaryPhone'],
      ['Organisation', 'Harbor; Foods', 'company'],
      ['City', 'San Diego', 'city'],
      ['Shoe size', '44', null],
    ]);
    expect(await names()).toEqual(['Ana Admin']);
    expect((await send(people)).value()).toEqual(tried);
    expect(await names()).toEqual(['Ana Admin', 'Maya Chen', 'Tom Becker']);
    const counts = { new: 0, changed: 0, unchanged: 2, failed: 0 };
    expect((await send(people)).value().counts).toEqual(counts);
    const { items } = (await ana.call(directoryCalls.search, { query: { q: 'tom' } })).value();
    expect(items).toMatchObject([{ company: 'Harbor; Foods', email: 'tom@example.org' }]);
  });

  test('changes only what it contains; empty cells change nothing', async () => {
    await send(people);
    const reply = await send('email,name,city,company\ntom@example.org,Tom Baker,Austin,\n');
    expect(reply.value().counts).toMatchObject({ changed: 1 });
    const { items } = (await ana.call(directoryCalls.search, { query: { q: 'tom' } })).value();
    expect(items).toMatchObject([
      { displayName: 'Tom Baker', city: 'Austin', company: 'Harbor; Foods' },
    ]);
    const records = await hub.db
      .selectFrom('audit')
      .select(['action', 'actor_id', 'before', 'after'])
      .where('entity_id', '=', items[0]?.id ?? testId(''))
      .orderBy('id')
      .execute();
    expect(records).toMatchObject([
      { action: 'member.import', actor_id: ana.memberId, before: null },
      {
        action: 'member.import',
        before: { lastName: 'Becker', city: 'San Diego' },
        after: { lastName: 'Baker', city: 'Austin' },
      },
    ]);
  });

  test('reports each invalid row with a reason and imports the others', async () => {
    const gone = await chapter.person('Gone Girl');
    const { items } = (await ana.call(directoryCalls.search, { query: { q: 'gone' } })).value();
    await ana.call(membershipCalls.changeStatus, {
      params: { memberId: gone.memberId },
      body: { status: 'removed' },
    });
    const rows = [
      'name,email,phone,website',
      'No Address,,,',
      'Bad Address,emptyProfile,,',
      ',nameless@example.org,,',
      'Fine One,fine@example.org,,',
      'Twin,FINE@example.org,,',
      'Bad Phone,phone@example.org,call me,',
      'Bad Site,site@example.org,,javascript:alert(1)',
      `Gone Girl,${items[0]?.email},,`,
      '',
      '"Two\nLines",lines@example.org,,',
    ].join('\n');
    const { counts, rows: reported } = (await send(rows)).value();
    expect(reported.map(({ line, reason }) => [line, reason])).toEqual([
      [2, 'Email is missing'],
      [3, 'Email: Must be a valid email address'],
      [4, 'Name is missing'],
      [5, null],
      [6, 'Same email as row 5'],
      [7, null],
      [8, null],
      [9, 'This person was removed. Invite them again to bring them back.'],
      [12, null],
    ]);
    expect(reported.flatMap(({ line, lost }) => lost.map((words) => [line, words]))).toEqual([
      [7, 'Phone: Must be a phone number. Left out: call me'],
      [
        8,
        'Website: Must be a URL that starts with https:// or http://. Left out: javascript:alert(1)',
      ],
    ]);
    expect(counts).toEqual({ new: 4, changed: 0, unchanged: 0, failed: 5 });
    expect(await names()).toEqual(['Ana Admin', 'Bad Phone', 'Bad Site', 'Fine One', 'Two Lines']);
  });

  test.each([
    '+49 (0)30 123456',
    '(+44) 20 7946 0000',
    '\u202a+1 619 555 0142\u202c',
    '+1 619 555 0142 ext. 7',
    'call me',
  ])('a person with the number %j is imported', async (phone) => {
    const { counts } = (await send(`name,email,phone\nTom,tom@example.org,${phone}\n`)).value();
    expect(counts).toMatchObject({ new: 1, failed: 0 });
  });

  test('says what changes, before and after', async () => {
    await send(people);
    const text = 'email,name,city,company\ntom@example.org,"Baker, Tom",Austin,\n';
    const { rows } = (await send(text, { isDryRun: true })).value();
    expect(rows).toMatchObject([
      {
        outcome: 'changed',
        changes: [
          { name: 'Last name', before: 'Becker', after: 'Baker' },
          { name: 'City', before: 'San Diego', after: 'Austin' },
        ],
      },
    ]);
  });

  test('notes about people become no text that everyone reads', async () => {
    const text = 'name,email,Notes,Description\nTom Becker,tom@example.org,Pays late,Rude\n';
    const { columns } = (await send(text, { isDryRun: true })).value();
    expect(columns.map(({ field }) => field)).toEqual(['name', 'email', null, null]);
  });

  test('names that can be read in two ways ask', async () => {
    const text = 'name,email\n"Quill, Nora",nora@example.org\n"Quill, Nora, Ada",ada@example.org\n';
    const { rows } = (await send(text)).value();
    expect(rows.map(({ name, reason }) => [name, reason])).toEqual([
      ['Nora Quill', null],
      ['', 'Name: Write "Quill, Nora, Ada" as first and last name'],
    ]);
  });

  test('can be a previous export: the quoting of formulas is undone', async () => {
    await send('name,email,phone,company\nTom Becker,tom@example.org,+1 619 555 0100,=Harbor\n');
    const query = { format: 'csv' as const };
    const { text } = (await ana.call(directoryCalls.export, { query })).value();
    expect(text).toContain("'=Harbor");
    expect((await send(text)).value().counts).toEqual({
      new: 0,
      changed: 0,
      unchanged: 2,
      failed: 0,
    });
  });

  test('neither changes nor reveals what only the owner sees', async () => {
    await send(people);
    const hide = (email: string, privacy: object) =>
      hub.db
        .updateTable('member')
        .set({ privacy: JSON.stringify(privacy) })
        .where('chapter_id', '=', chapter.id)
        .where('email', '=', email)
        .execute();
    await hide('tom@example.org', { city: 'me' });
    await hide('maya@example.org', { email: 'me' });
    for (const city of ['San Diego', 'Somewhere else']) {
      const rows = `email,city,last name\ntom@example.org,${city},\nmaya@example.org,,Other\n`;
      expect((await send(rows)).value().counts).toMatchObject({ changed: 0, unchanged: 2 });
    }
    expect(await names()).toContain('Maya Chen');
  });
});

describe('the import', () => {
  test('reads rows up to 200 cells, not counting delimiters in quotes', async () => {
    const row = `tom@example.org,"${'a,""\n'.repeat(300)}"`;
    expect((await send(`email,other\n${row}${',x'.repeat(198)}\n`)).status).toBe(200);
    const refused = (await send(`email,other\n${row}${',x'.repeat(199)}\n`)).refusal();
    const inch = await send(`email,other\ntom@example.org,6"${',x'.repeat(199)}\n`);
    expect(inch.refusal().message).toBe(refused.message);
    expect(refused.message).toBe("Can't read this as a table: A row has more than 200 cells");
  });

  test('refuses a missing email column, invalid columns, malformed tables and too many rows', async () => {
    const code = async (text: string, more: object = {}) => {
      const reply = await send(text, more);
      return [reply.status, reply.status < 400 ? '' : reply.refusal().code];
    };
    expect(await code('name\nTom')).toEqual([422, 'no_email_column']);
    expect(await code('name\nTom', { isDryRun: true })).toEqual([200, '']);
    expect(await code('a,b\n1,2', { columns: ['email', 'email'] })).toEqual([422, 'column_twice']);
    expect(await code('a\n1', { columns: ['email', 'name'] })).toEqual([422, 'unknown_column']);
    expect(await code('a,b\n"1,2\n3,4', { columns: ['email'] })).toEqual([422, 'not_csv']);
    expect(await code('')).toEqual([422, 'not_csv']);
    expect(await code(`email\n${'x'.repeat(20_100)}`)).toEqual([422, 'not_csv']);
    expect(await code('email\n', { columns: ['role'] })).toEqual([422, 'invalid']);
    expect(await code(`email,name\n${','.repeat(900_000)}`)).toEqual([422, 'not_csv']);
    expect(await code(`email\n${'x\n'.repeat(5_001)}`)).toEqual([422, 'too_many_rows']);
    expect(await code('x'.repeat(1_000_001))).toEqual([422, 'invalid']);
    expect(await code('x'.repeat(7_000_000))).toEqual([413, 'too_large']);
    const tom = await chapter.person('Tom Becker', 'treasurer');
    expect((await send(people, {}, tom)).status).toBe(403);
  });

  test('imports nothing if a row cannot be written', async () => {
    const text = 'name,email\nTom,tom@example.org\nMaya,maya@example.org\n';
    let pending: ReturnType<typeof send> | undefined;
    // Someone else takes the address, unseen by the import until it writes.
    await hub.db.transaction().execute(async (tx) => {
      const now = '2024-03-05T18:00:00.000Z';
      const id = newId<'member'>();
      const other = { chapter_id: chapter.id, id, display_name: 'Other', created_at: now } as const;
      await tx
        .insertInto('member')
        .values({ ...other, email: 'maya@example.org', updated_at: now })
        .execute();
      pending = send(text);
      await expect.poll(waiting).toBe(1);
    });
    expect((await pending)?.status).toBe(409);
    expect(await names()).toEqual(['Ana Admin', 'Other']);
  });
});

/** How many statements wait for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(hub.db);
  return rows.length;
}

test('five thousand members can be imported at once', {
  tags: ['all'],
  timeout: 120_000,
}, async () => {
  const rows = Array.from(
    { length: 5_000 },
    (_, n) =>
      `Member ${n},m${n}@example.org,+1 619 ${1_000_000 + n},Harbor ${n % 99},Town ${n % 50}`,
  );
  const text = ['name,email,phone,company,city', ...rows].join('\n');
  expect((await send(text)).value().counts.new).toBe(5_000);
  const changed = text.replaceAll('Harbor', 'Pier');
  expect((await send(changed)).value().counts.changed).toBe(5_000);
});
