/** What members say about themselves is stored, found and shown, whichever field it is. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHub, type TestHub } from '#app/testing/hub.ts';
import { readSheetRows } from '#app/testing/sheet-rows.ts';
import { directoryCalls } from '../directory-contract.ts';
import { importCalls } from '../import-contract.ts';
import { type OptionalField, optionalFields } from '../profile.ts';
import { profileCalls } from '../profile-contract.ts';

let hub: TestHub;
beforeAll(async () => {
  hub = await startTestHub();
});
afterAll(() => hub?.close());

test('each text is stored, hidden, found, exported, read back from the export, and cleared', async () => {
  const chapter = await hub.chapter();
  const ana = await chapter.person('Ana Admin', 'admin');
  const tom = await chapter.person('Tom Becker');
  const texts: Record<OptionalField, string> = {
    primaryPhone: '+1 619 555 0187',
    company: 'Wyvern',
    title: 'Stonemason',
    website: 'https://gargoyles.example.org/',
    city: 'Carcassonne',
    bio: 'Collects doorknobs',
    headline: 'Up on the roof',
    asks: 'Scaffolding',
    offers: 'Chisels',
  };
  const params = { memberId: tom.memberId };
  const change = async (body: object) =>
    (await tom.call(profileCalls.change, { params, raw: JSON.stringify(body) })).value();
  const view = async () => (await ana.call(profileCalls.profile, { params })).value();
  expect(await change(texts)).toMatchObject(texts);
  expect(await view()).toMatchObject(texts);

  const { archived, own } = await readSheetRows(hub, tom, 'members');
  expect(own).toEqual([]);
  const { own: profile } = await readSheetRows(hub, tom, 'profile');
  const exported = { params: {}, query: { format: 'csv' as const } };
  const csv = (await ana.call(directoryCalls.export, exported)).value().text;
  for (const text of Object.values(texts)) {
    expect(archived.flatMap(Object.values)).toContain(text);
    expect(profile.flatMap(Object.values)).toContain(text);
    expect(csv).toContain(text);
    const { items } = (await ana.call(directoryCalls.search, { query: { q: text } })).value();
    expect([text, items.map(({ id }) => id)]).toEqual([text, [tom.memberId]]);
  }
  const read = { text: csv.replaceAll(/Scaffolding|Chisels/g, 'Ropes'), isDryRun: true };
  const report = (await ana.call(importCalls.import, { body: read })).value();
  expect(report.columns.map(({ field }) => field)).toEqual(expect.arrayContaining(optionalFields));
  expect(report.counts).toMatchObject({ changed: 1, failed: 0 });

  for (const field of optionalFields) {
    await change({ privacy: { [field]: 'me' } });
    expect((await view())[field]).toBeNull();
    await change({ privacy: { [field]: 'members' }, [field]: '' });
    expect((await view())[field]).toBeNull();
  }
});
