import { expect, test } from 'vitest';
import { crashSession, query, start } from '#app/testing/embedded-processes.ts';
import { temporaryFolder } from '#app/testing/temporary-folder.ts';
import { migrate } from '#server/database/migrate.ts';

const log = { info: () => {}, warn: () => {} };

test('what was proved stays proved when the database is stopped and started, and not when it crashes', {
  tags: ['all'],
}, async () => {
  const folder = await temporaryFolder();
  const placeIn = async (url: string) => (await query(url, 'select hub.place_of_proof()'))[0];
  const first = await start(folder);
  await migrate(first.ownerUrl, { log });
  const place = await placeIn(first.ownerUrl);
  await first.stop();
  const second = await start(folder);
  expect(await placeIn(second.ownerUrl)).toEqual(place);
  await crashSession(second.ownerUrl);
  await expect.poll(() => placeIn(second.ownerUrl).catch(() => place)).not.toEqual(place);
});
