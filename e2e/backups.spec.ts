/** Backups of a server that makes them into a folder, on the screen of its admins and on Home. */
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { scratchFolder } from '#server/postgres/scratch-folder.ts';
import { expectAccessible, expectAccessibleInBothThemes, onPhone } from './axe.ts';
import { tabTo } from './input.ts';
import { type IsolatedHub, startIsolatedHub } from './isolated-hub.ts';
import { expect, test } from './journey.ts';

test.describe.configure({ mode: 'serial' });

let home: string;
let folder: string;
let hub: IsolatedHub;
let page: Page;

test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000);
  home = scratchFolder(join(tmpdir(), 'chapter-hub-e2e'));
  await mkdir(home, { recursive: true });
  folder = join(home, 'backups');
  hub = await startIsolatedHub({
    BACKUP_DIR: folder,
    BACKUP_PASSPHRASE: 'a passphrase for journeys alone',
  });
  const context = await browser.newContext({ baseURL: hub.url, reducedMotion: 'reduce' });
  await hub.signIn(context.request);
  page = await context.newPage();
});
test.afterAll(async () => {
  await page?.context().close();
  await hub?.close();
  await rm(home, { recursive: true, force: true });
});

const backups = () => page.getByRole('region', { name: 'Backups', exact: true });

test('a new server backs up by itself, and again when an admin asks for it', async () => {
  test.setTimeout(120_000);
  await page.goto('/chapters');
  await expect(backups().getByText('Read Back')).toHaveCount(1, { timeout: 60_000 });
  await expect(backups()).toContainText('Backups are as they should be.');
  await tabTo(page, page.getByRole('button', { name: 'Back Up Now' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Backing Up...' })).toBeVisible();
  await expect(backups().getByText('Read Back')).toHaveCount(2, { timeout: 60_000 });
  await expect(page.getByRole('button', { name: 'Back Up Now' })).toBeVisible();
  expect(await readdir(folder)).toEqual([
    expect.stringMatching(/\.tar\.zst\.age$/),
    expect.stringMatching(/\.tar\.zst\.age$/),
  ]);
  await expectAccessibleInBothThemes(page, 'backups');
  await page.setViewportSize(onPhone.viewport);
  await expectAccessible(page, 'backups, 360 px');
});

test('a failed backup is reported with its reason, on Home too, until one succeeds', async () => {
  test.setTimeout(120_000);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Waiting for You' })).toBeVisible();
  await expect(page.getByText('backup', { exact: false })).toHaveCount(0);
  await rename(folder, `${folder} away`);
  await writeFile(folder, 'not a folder');
  await page.goto('/chapters');
  await page.getByRole('button', { name: 'Back Up Now' }).click();
  await expect(backups().getByText('Failed', { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(backups()).toContainText('The folder of the backups does not exist.');
  await page.goto('/');
  await expect(page.getByText('The last backup failed.')).toBeVisible();
  await expectAccessibleInBothThemes(page, 'Home with a failed backup');
  await page.getByRole('link', { name: 'Backups' }).click();
  await expect(backups()).toContainText('The last backup failed.');
  await rm(folder);
  await rename(`${folder} away`, folder);
  // What failed is tried again by itself.
  await expect(backups()).toContainText('Backups are as they should be.', { timeout: 90_000 });
  await expect(backups().getByText('Read Back')).toHaveCount(3);
});

test('Home reports a failed rehearsal and a night without a backup', async () => {
  const toldAfter = async (change: string) => {
    await hub.sql(`update backup set ${change}`);
    await page.goto('/');
    return page.getByRole('main');
  };
  const unproven = await toldAfter(
    `rehearsed_at = now(), rehearsal_failure = 'differs' where bytes is not null`,
  );
  await expect(unproven).toContainText(
    'The last rehearsal of a restore failed. The restored figures or audit logs do not add up.',
  );
  const late = await toldAfter(`begun_at = begun_at - interval '27 hours'`);
  await expect(late).toContainText('The nightly backup was not made.');
});
