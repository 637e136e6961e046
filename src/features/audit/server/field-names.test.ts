/** What any call records has words: every action, every field, and the pages that show it. */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHub, type TestHub } from '#app/testing/hub.ts';
import { createFixtures } from '#app/testing/matrix/fixtures.ts';
import { buildValidRequest, credentialsOf, send } from '#app/testing/matrix/requests.ts';
import type { AuditWords } from '#kit/audit-words.ts';
import { flattenFields } from '../changes.ts';
import { knownName, mergeFields } from '../field-names.ts';
import { createPhrases } from '../words.ts';

type Row = { action: string; kind: string; before: unknown; after: unknown };

let hub: TestHub;
let rows: readonly Row[];

beforeAll(async () => {
  hub = await startTestHub();
  const fixtures = await createFixtures(hub, 'Heron');
  for (const endpoint of hub.endpoints) {
    if (endpoint.method === 'GET' || endpoint.policy === 'anyone') continue;
    const caller = await fixtures.chapter.person('Pat Heron', 'admin');
    const request = await buildValidRequest(endpoint, fixtures, caller);
    await send(hub, endpoint, await credentialsOf(hub, endpoint, caller), request);
  }
  ({ rows } = await sql<Row>`
    select distinct action, entity_kind as kind, before, after from hub.audit`.execute(hub.db));
});
afterAll(() => hub?.close());

/** What each feature exports from one file. */
function readFeatures<T>(file: string, name: string): Promise<T[]> {
  const features = join(import.meta.dirname, '../..');
  return Promise.all(
    globSync(`*/${file}`, { cwd: features }).map(
      async (path): Promise<T> => (await import(join(features, path)))[name],
    ),
  );
}

test('valid requests of every call record no action without a phrase', async () => {
  const words = await readFeatures<AuditWords>('audit-words.ts', 'auditWords');
  const { formatAction } = createPhrases(words);
  const actions = new Set(rows.map(({ action }) => action));
  expect(actions.size).toBeGreaterThan(25);
  expect(
    [...actions].filter((action) => formatAction(action).startsWith('performed ')),
    'name it in audit-words.ts',
  ).toEqual([]);
});

test('every page that shows records has an address, and every address a page', async () => {
  const pages = hub.areas.flatMap(({ auditSubjects: { pages: own = {} } = {} }) =>
    Object.values(own).map(({ page }) => page),
  );
  const addresses = await readFeatures<object>('web/audit-pages.ts', 'auditPages');
  expect([...new Set(pages)].sort(), 'as in web/audit-pages.ts').toEqual(
    addresses.flatMap(Object.keys).sort(),
  );
});

test('valid requests of every call record no field without a label', () => {
  const names = mergeFields(hub.areas.map(({ auditFields = {} }) => auditFields));
  const fields = rows.flatMap(({ kind, before, after }) =>
    [before, after].flatMap((side) =>
      Object.keys(flattenFields(side, names[kind])).map((field) => ({ kind, field })),
    ),
  );
  expect(new Set(fields.map(({ kind }) => kind)).size).toBeGreaterThan(8);
  const unnamed = fields.filter(({ kind, field }) => knownName(names, kind, field) === undefined);
  expect(unnamed, 'name it in audit-fields.ts').toEqual([]);
});
