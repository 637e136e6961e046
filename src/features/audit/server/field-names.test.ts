/** Every field that any call records has a label. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHub, type TestHub } from '#app/testing/hub.ts';
import { createFixtures } from '#app/testing/matrix/fixtures.ts';
import { buildValidRequest, credentialsOf, send } from '#app/testing/matrix/requests.ts';
import { flattenFields } from '../changes.ts';
import { knownName, mergeFields } from '../field-names.ts';

type Row = { kind: string; before: unknown; after: unknown };

let hub: TestHub;

beforeAll(async () => {
  hub = await startTestHub();
});
afterAll(() => hub?.close());

test('valid requests of every call record no field without a label', async () => {
  const fixtures = await createFixtures(hub, 'Heron');
  for (const endpoint of hub.endpoints) {
    if (endpoint.method === 'GET' || endpoint.policy === 'anyone') continue;
    const caller = await fixtures.chapter.person('Pat Heron', 'admin');
    const request = await buildValidRequest(endpoint, fixtures, caller);
    await send(hub, endpoint, await credentialsOf(hub, endpoint, caller), request);
  }
  const { rows } = await sql<Row>`
    select distinct entity_kind as kind, before, after from hub.audit`.execute(hub.db);
  const names = mergeFields(hub.areas.map(({ auditFields = {} }) => auditFields));
  const fields = rows.flatMap(({ kind, before, after }) =>
    [before, after].flatMap((side) =>
      Object.keys(flattenFields(side, names[kind])).map((field) => ({ kind, field })),
    ),
  );
  expect(new Set(fields.map(({ kind }) => kind)).size).toBeGreaterThan(8);
  const unnamed = fields.filter(({ kind, field }) => knownName(names, kind, field) === undefined);
  expect(unnamed).toEqual([]);
});
