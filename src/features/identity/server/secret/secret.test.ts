/** The installation secret and the database belong together: no other is used, and none is made beside accounts. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTestHub, type TestHub, testSecret } from '#app/testing/hub.ts';
import { temporaryFolder } from '#app/testing/temporary-folder.ts';
import { CommandError } from '#server/config/command-error.ts';
import { writeNextSecret } from '#server/config/installation-secret.ts';
import { authCalls } from '../../contract.ts';
import { openBrowser, password } from '../testing/browser.ts';
import {
  firstStep,
  isSignedIn,
  joinWithSecondFactor,
  readOutcome,
  secondStep,
} from '../testing/second-factor.ts';
import { findSigningKey } from '../tokens/signing-key.ts';
import { readSettledSecret, resolveSecret } from './check-secret.ts';
import { renewSecret } from './renew-secret.ts';

const otherSecret = 'another secret, also for tests only';

let hub: TestHub;
beforeEach(async () => {
  hub = await startTestHub();
});
afterEach(() => hub?.close());

const configured = (secret: string) => ({ secret, dataDir: '/nowhere' });
const inFolder = (dataDir: string) => ({ secret: undefined, dataDir });

async function expectRefusal(resolving: Promise<string>, problem: string): Promise<void> {
  const error = await resolving.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(CommandError);
  expect((error as Error).message).toContain(problem);
  expect((error as Error).message).toContain('npm run hub -- new-secret');
  expect((error as Error).message).not.toContain(otherSecret);
}

describe('which secret a start uses', () => {
  test('an empty database takes the first, and from then on no other', async () => {
    expect(await resolveSecret(hub.db, configured(testSecret))).toBe(testSecret);
    expect(await resolveSecret(hub.db, configured(testSecret))).toBe(testSecret);
    await expectRefusal(
      resolveSecret(hub.db, configured(otherSecret)),
      'HUB_SECRET is not the one',
    );
  });

  test('none is made beside a database that has accounts', async () => {
    await (await hub.chapter()).person('Maya Chen');
    const folder = await temporaryFolder();
    await expectRefusal(resolveSecret(hub.db, inFolder(folder)), 'is missing');
    expect(readdirSync(folder)).toEqual([]);
  });

  test('nor beside one that is known to have had one', async () => {
    const first = await temporaryFolder();
    const made = await resolveSecret(hub.db, inFolder(first));
    expect(readFileSync(joinPath(first, 'secret'), 'utf8')).toBe(made);
    await expectRefusal(resolveSecret(hub.db, inFolder(await temporaryFolder())), 'is missing');
    expect(await resolveSecret(hub.db, configured(made))).toBe(made);
  });

  test('concurrent first starts agree, or one is refused', async () => {
    const results = await Promise.allSettled(
      [testSecret, otherSecret].map((secret) => resolveSecret(hub.db, configured(secret))),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('a database of an earlier version takes only the secret that decrypts it', async () => {
    await joinWithSecondFactor(hub);
    // As a command with another secret once did.
    await findSigningKey(hub.db, otherSecret);
    await expectRefusal(resolveSecret(hub.db, configured(otherSecret)), 'is not the one');
    expect(await resolveSecret(hub.db, configured(testSecret))).toBe(testSecret);
  });

  test('a database without second factors is known by its signing keys', async () => {
    await (await hub.chapter()).person('Maya Chen');
    await expectRefusal(resolveSecret(hub.db, configured(otherSecret)), 'is not the one');
    expect(await resolveSecret(hub.db, configured(testSecret))).toBe(testSecret);
  });
});

describe('renewing the secret', () => {
  test('ends sessions, tokens and recovery codes and keeps authenticator apps', async () => {
    await resolveSecret(hub.db, configured(testSecret));
    const { email, app, browser } = await joinWithSecondFactor(hub);
    const token = await browser.bearer();
    const retired = await renewSecret(hub.db, { previous: testSecret, next: otherSecret });
    expect(retired).toMatchObject({ keptApps: 1, removedApps: 0, recoveryCodes: 10 });
    await expectRefusal(resolveSecret(hub.db, configured(testSecret)), 'is not the one');
    expect(await resolveSecret(hub.db, configured(otherSecret))).toBe(otherSecret);

    const renewed = await restartWith(otherSecret);
    expect(await isSignedIn({ ...openBrowser(renewed), cookie: browser.cookie ?? '' })).toBe(false);
    const old = await renewed.request({ url: '/api/users', headers: token });
    expect(old.statusCode).toBe(401);
    const elsewhere = openBrowser(renewed);
    await firstStep(elsewhere, email);
    expect(readOutcome(await secondStep(elsewhere, app.recoveryCodes[0] ?? ''))).toBe(
      '422 wrong_code',
    );
    expect((await secondStep(elsewhere, app.code(1))).value()).toMatchObject({ email });
    await elsewhere.bearer();
  });

  test('without the previous one removes the apps, so that the password alone signs in', async () => {
    const { email } = await joinWithSecondFactor(hub);
    const retired = await renewSecret(hub.db, { previous: undefined, next: otherSecret });
    expect(retired).toMatchObject({ keptApps: 0, removedApps: 1 });
    const renewed = await restartWith(otherSecret);
    const browser = openBrowser(renewed);
    expect((await browser.call(authCalls.signIn, { email, password })).value()).toMatchObject({
      signedIn: true,
    });
  });

  test('an interrupted renewal is completed by the next start', async () => {
    const folder = await temporaryFolder();
    const made = await resolveSecret(hub.db, inFolder(folder));
    await (await hub.chapter()).person('Maya Chen');
    await writeNextSecret(folder, otherSecret);
    // Before the database knew: the old one stays.
    expect(await readSettledSecret(inFolder(folder))).toBeUndefined();
    expect(await resolveSecret(hub.db, inFolder(folder))).toBe(made);
    await renewSecret(hub.db, { previous: made, next: otherSecret });
    expect(await resolveSecret(hub.db, inFolder(folder))).toBe(otherSecret);
    expect(readdirSync(folder)).toEqual(['secret']);
    expect(readFileSync(joinPath(folder, 'secret'), 'utf8')).toBe(otherSecret);
  });

  test('a changed file is refused before anything is written', async () => {
    const folder = await temporaryFolder();
    await resolveSecret(hub.db, inFolder(folder));
    await (await hub.chapter()).person('Maya Chen');
    writeFileSync(joinPath(folder, 'secret'), otherSecret);
    const keys = async () => (await sql`select id from auth.signing_key`.execute(hub.db)).rows;
    const before = await keys();
    await expectRefusal(resolveSecret(hub.db, inFolder(folder)), 'is not the one');
    expect(await keys()).toEqual(before);
  });
});

let renewed: TestHub | undefined;
async function restartWith(secret: string): Promise<TestHub> {
  const { ownerUrl, appUrl } = hub.database;
  renewed = await startTestHub({
    secret,
    database: { ownerUrl, appUrl, drop: async () => {} },
  });
  return renewed;
}
afterEach(async () => {
  await renewed?.close();
  renewed = undefined;
});
