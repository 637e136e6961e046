import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '#app/testing/database.ts';
import { startTestHub, type TestChapter, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import { fold } from '#kit/fold.ts';
import { connect } from '#server/database/db.ts';
import { newId } from '#server/database/ids.ts';
import { memberCalls } from '../contract.ts';
import { directoryCalls } from '../directory-contract.ts';
import { searchDirectory } from './directory-store.ts';
import { ordinaryMember } from './store.ts';

let hub: TestHub;
let chapter: TestChapter;
let maya: TestPerson;

beforeAll(async () => {
  hub = await startTestHub();
  chapter = await hub.chapter();
  maya = await chapter.person('Maya Chen', 'admin');
  await add('Zoë Ångström', { company: 'apex Foods', city: 'Oslo' });
  await add('Émile Roy', {
    primary_phone: '+1 (619) 555-0177',
    company: 'Zenith',
    bio: 'Bakes 50% rye',
  });
  await add('Adam Stone', { company: 'Émaux', created_at: '2020-01-01T00:00:00Z' });
  await add('Gone Girl', { status: 'removed', company: 'Apex' });
  const there = await hub.chapter('Elsewhere');
  await there.person('Zoe Elsewhere');
});
afterAll(() => hub?.close());

async function add(name: string, more: object): Promise<void> {
  const now = '2024-03-05T18:00:00.000Z';
  const id = newId<'member'>();
  await hub.db
    .insertInto('member')
    .values({
      chapter_id: chapter.id,
      id,
      display_name: name,
      email: `${id.slice(-12)}@example.org`,
      created_at: now,
      updated_at: now,
      ...more,
    })
    .execute();
}

async function names(query: object): Promise<string[]> {
  const found = (await maya.call(directoryCalls.search, { query: query as never })).value();
  return found.items.map(({ displayName }) => displayName);
}

test('the list keeps its plan, and a search is planned for its words', async () => {
  const made = await createTestDatabase();
  const database = connect(made.appUrl, { poolSize: 1 });
  onTestFinished(async () => {
    await database.close();
    await made.drop();
  });
  const listPrepared = async (q?: string) => {
    await searchDirectory(
      database.db,
      { chapterId: chapter.id, timeZone: 'America/Los_Angeles' },
      ordinaryMember,
      { q, skip: 0, take: 40 },
    );
    const { rows } = await database.pool.query('select statement from pg_prepared_statements');
    return rows;
  };
  // The page and its count.
  expect(await listPrepared()).toHaveLength(2);
  expect(await listPrepared('lighthouse')).toHaveLength(2);
});

test('the index has the letters of active members, with accents folded, and filters by them', async () => {
  const letters = async (caller: TestPerson) =>
    (await caller.call(directoryCalls.initials)).value().items;
  expect(await letters(maya)).toEqual(['A', 'E', 'M', 'Z']);
  expect(await names({ initial: 'E' })).toEqual(['Émile Roy']);
  expect(await names({ initial: 'Z', q: 'oslo' })).toEqual(['Zoë Ångström']);
  expect(await names({ initial: 'Z', q: 'zenith' })).toEqual([]);
  const north = await (await hub.chapter('Numbers')).person('42 North');
  expect(await letters(north)).toEqual(['#']);
  const others = await north.call(directoryCalls.search, { query: { initial: '#' } });
  expect(others.value().items.map(({ displayName }) => displayName)).toEqual(['42 North']);
});

test('letters, quotes, blanks and dashes are folded in one way by the database and the browser', async () => {
  const range = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, n) => String.fromCodePoint(from + n));
  // What belongs to a letter of Hindi, Thai or Japanese, without which it is another one.
  const words = ['प्रिया', 'สมศรี', 'がっこう', 'ジョン', '김', 'שָׁלוֹם', 'Сергей'];
  const ours = [...range(0x21, 0x250), ...range(0x1e00, 0x2400)];
  const looksLikeOurs = [
    ...range(0x3000, 0x3040),
    ...range(0xfb00, 0xfb50),
    ...range(0xfe00, 0xfffe),
  ];
  const letters = [...ours, ...looksLikeOurs, ...words];
  const { rows } = await sql<{ folded: string }>`
    select hub.folded(letter) as folded from unnest(${letters}::text[]) with ordinality as each(letter, n)
    order by n`.execute(hub.db);
  const differing = letters.filter((letter, n) => rows[n]?.folded !== fold(letter));
  expect(differing).toEqual([]);
  expect(fold('Łukasz O’Weiß–Ærø')).toBe("lukasz o'weiss-aero");
  expect(fold('Ｃａｆé “Ofﬁce”\u00a0Nº\u202f2½, co\u00adop´s')).toBe(
    'cafe "office" no 21/2, coop\'s',
  );
});

test('names are found by the letters of a keyboard without accents', async () => {
  const poland = await hub.chapter('Poland');
  const ann = await poland.person('Ann Lee');
  for (const name of ['Łukasz Weiß', 'Mary O’Neil–Smith', 'प्रिया शर्मा', 'ジョン 山田'])
    await poland.person(name);
  const found = async (q: string) =>
    (await ann.call(directoryCalls.search, { query: { q } }))
      .value()
      .items.map((each) => each.displayName);
  expect(await found('lukasz')).toEqual(['Łukasz Weiß']);
  expect(await found('weiss')).toEqual(['Łukasz Weiß']);
  expect(await found("o'neil-smith")).toEqual(['Mary O’Neil–Smith']);
  expect(await found('प्रिया')).toEqual(['प्रिया शर्मा']);
  expect(await found('ジョン')).toEqual(['ジョン 山田']);
  const { items } = (await ann.call(directoryCalls.initials)).value();
  expect(items).toEqual(['A', 'L', 'M', '#']);
});

describe('the directory', () => {
  test.each([
    ['zoe', ['Zoë Ångström']],
    ['ANGSTROM oslo', ['Zoë Ångström']],
    ['EMILE', ['Émile Roy']],
    ['6195550177', ['Émile Roy']],
    ['619-555-0177', ['Émile Roy']],
    ['1 619.555.0177', ['Émile Roy']],
    ['001 619 555 0177', ['Émile Roy']],
    ['Roy, Émile', ['Émile Roy']],
    ['\u200bémile', ['Émile Roy']],
    ['50%', ['Émile Roy']],
    ['5_%', []],
    ['apex', ['Zoë Ångström']],
    ['é', ['Adam Stone', 'Émile Roy', 'Maya Chen', 'Zoë Ångström']],
    ['roy zenith bakes', ['Émile Roy']],
    ['roy apex', []],
    ['\\', []],
    // Matches in names come first.
    ['z', ['Zoë Ångström', 'Émile Roy']],
    ['a o', ['Adam Stone', 'Zoë Ångström', 'Émile Roy', 'Maya Chen']],
    ['  ', ['Adam Stone', 'Émile Roy', 'Maya Chen', 'Zoë Ångström']],
  ])('finds for %j the members %j', async (q, expected) => {
    expect(await names({ q })).toEqual(expected);
  });

  test.each([
    [{}, ['Adam Stone', 'Émile Roy', 'Maya Chen', 'Zoë Ångström']],
    [{ direction: 'desc' }, ['Zoë Ångström', 'Maya Chen', 'Émile Roy', 'Adam Stone']],
    [{ sort: 'company' }, ['Zoë Ångström', 'Adam Stone', 'Émile Roy', 'Maya Chen']],
    [
      { sort: 'company', direction: 'desc' },
      ['Émile Roy', 'Adam Stone', 'Zoë Ångström', 'Maya Chen'],
    ],
    [{ sort: 'city' }, ['Zoë Ångström', 'Adam Stone', 'Émile Roy', 'Maya Chen']],
    [{ sort: 'joined' }, ['Adam Stone', 'Émile Roy', 'Zoë Ångström', 'Maya Chen']],
    [{ sort: 'joined', direction: 'desc', take: 1 }, ['Maya Chen']],
    [{ skip: 3 }, ['Zoë Ångström']],
  ])('returns for the query %j the members %j', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  test('counts its results and pages', async () => {
    const found = await maya.call(directoryCalls.search, { query: { take: 2, skip: 2 } });
    expect(found.value()).toMatchObject({ totalCount: 4, totalPages: 2, currentPage: 2 });
    for (const query of [{ sort: 'email' }, { take: 201 }, { q: 'x'.repeat(201) }, { page: 1 }]) {
      expect((await maya.call(directoryCalls.search, { query: query as never })).status).toBe(422);
    }
  });
});

describe('an export', () => {
  test('contains the listed members in order, as CSV and as vCards', async () => {
    const query = { q: 'o', sort: 'company' as const };
    const wanted = await names(query);
    const csv = (
      await maya.call(directoryCalls.export, { query: { ...query, format: 'csv' } })
    ).value();
    expect(csv).toMatchObject({
      fileName: 'members.csv',
      mediaType: 'text/csv',
      count: wanted.length,
    });
    const lines = csv.text.split('\r\n').slice(1, -1);
    expect(lines.map((line) => line.split(',').slice(0, 2).join(' '))).toEqual(wanted);
    expect(csv.text).toContain("'+1 (619) 555-0177");
    const cards = (
      await maya.call(directoryCalls.export, { query: { ...query, format: 'vcard' } })
    ).value();
    expect([...cards.text.matchAll(/^FN:(.*)\r$/gm)].map(([, name]) => name)).toEqual(wanted);
    expect(cards).toMatchObject({ fileName: 'members.vcf', mediaType: 'text/vcard' });
  });
});

test('a client of the specification gets texts where it expects texts', async () => {
  const elsewhere = await hub.chapter('Hidden');
  const [hidden, vera] = [await elsewhere.person('Hana'), await elsewhere.person('Vera', 'admin')];
  await hub.db
    .updateTable('member')
    .set({ privacy: JSON.stringify({ email: 'me', primaryPhone: 'me' }), primary_phone: '+1 1' })
    .where('id', '=', hidden.memberId)
    .execute();
  const { items } = (await vera.call(memberCalls.list)).value();
  expect(items.find(({ id }) => id === hidden.memberId)).toMatchObject({
    email: '',
    primaryPhone: null,
  });
  const own = (await hidden.call(memberCalls.list)).value().items;
  expect(own.find(({ id }) => id === hidden.memberId)).toMatchObject({ primaryPhone: '+1 1' });
});
