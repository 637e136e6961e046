/** Calendar feeds and file import, on an isolated server and by keyboard. */
import type { BrowserContext, Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInBothThemes } from './axe.ts';
import { moveToMenuItem, tabTo } from './input.ts';
import { type IsolatedHub, startIsolatedHub } from './isolated-hub.ts';
import { expect, test } from './journey.ts';

test.describe.configure({ mode: 'serial' });
test.use({ allowFailedRequests: true });

let hub: IsolatedHub;
let context: BrowserContext;
let page: Page;

test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000);
  hub = await startIsolatedHub();
  context = await browser.newContext({
    baseURL: hub.url,
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await hub.signIn(context.request);
  page = await context.newPage();
});
test.afterAll(async () => {
  await context?.close();
  await hub?.close();
});

const narrow = { width: 360, height: 740 };
const wide = { width: 1280, height: 720 };

async function press(role: 'button' | 'menuitem', name: string) {
  const control = page.getByRole(role, { name, exact: true }).last();
  if (role === 'button') await tabTo(page, control);
  else await moveToMenuItem(page, control);
  await page.keyboard.press('Enter');
}

async function openFromMenu(entry: string, dialog: string) {
  await press('button', 'Calendars');
  await press('menuitem', entry);
  await expect(page.getByRole('dialog', { name: dialog })).toBeVisible();
}

test('a member creates, copies and revokes a private calendar address', async () => {
  await page.goto('/calendar');
  await press('button', 'Subscribe');
  const dialog = page.getByRole('dialog', { name: 'Subscribe' });
  await expect(dialog.getByRole('button', { name: 'Create Private Address' })).toBeVisible();
  await expectAccessibleInBothThemes(page, 'subscribe without an address', '[role=dialog]');
  await press('button', 'Create Private Address');
  await expect(dialog.getByText('You can make a new one any time.')).toBeVisible();
  const address = (await dialog.locator('code').textContent()) ?? '';
  expect(address).toMatch(/\/api\/calendar-feeds\/[\w-]{86}\.ics$/);
  await expectAccessibleInBothThemes(page, 'subscribe', '[role=dialog]');
  await page.setViewportSize(narrow);
  await expectAccessible(page, 'subscribe, 360 px', '[role=dialog]');
  await page.setViewportSize(wide);
  await press('button', 'Copy Calendar address');
  await expect(page.getByText('Calendar address copied to clipboard')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  await expect(dialog.getByRole('link', { name: 'Open in a Calendar App' })).toHaveAttribute(
    'href',
    address.replace('http:', 'webcal:'),
  );
  const read = () => context.request.get(address);
  expect(await (await read()).text()).toContain('BEGIN:VCALENDAR');

  await page.goto('/calendar?dialog=subscribe');
  await expect(dialog.getByText("You've had a private address since")).toBeVisible();
  await press('button', 'Revoke');
  const question = page.getByRole('alertdialog', { name: 'Revoke Private Address' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectAccessible(page, 'revoke', '[role=alertdialog]');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Private address revoked')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Create Private Address' })).toBeVisible();
  expect((await read()).status()).toBe(404);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

const tomorrow = Temporal.Now.plainDateISO().add({ days: 1 }).toString();
const compact = tomorrow.replaceAll('-', '');
const createFile = (title: string) =>
  [
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    'UID:walk@example.org',
    `DTSTART:${compact}T100000`,
    `SUMMARY:${title}`,
    'END:VEVENT',
    'BEGIN:VEVENT',
    'UID:odd@example.org',
    `DTSTART:${compact}T120000`,
    'SUMMARY:Every second',
    'RRULE:FREQ=SECONDLY',
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\r\n');

async function chooseFile(text: string) {
  const buffer = Buffer.from(text);
  await page
    .getByLabel('Calendar file')
    .setInputFiles({ name: 'walks.ics', mimeType: 'text/calendar', buffer });
}

test('a file is previewed and imported, and importing it again updates its events', {
  tag: '@all',
}, async () => {
  await page.goto(`/calendar?month=${tomorrow.slice(0, 7)}`);
  await openFromMenu('Import Events', 'Import Events');
  const dialog = page.getByRole('dialog', { name: 'Import Events' });
  await expect(dialog.getByRole('button', { name: 'Import 0 Events' })).toBeDisabled();
  await chooseFile('hello');
  await expect(
    dialog.getByText("This isn't a valid iCalendar file. It contains no calendar"),
  ).toBeVisible();
  await chooseFile(createFile('Harbor walk'));
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  await expect(dialog.getByText(/FREQ must be DAILY, WEEKLY, MONTHLY, or YEARLY/)).toBeVisible();
  await expectAccessibleInBothThemes(page, 'import', '[role=dialog]');
  await page.setViewportSize(narrow);
  await expectAccessible(page, 'import, 360 px', '[role=dialog]');
  await page.setViewportSize(wide);
  await press('button', 'Import 1 Event');
  // The dialog says so, too, until it is closed.
  await expect(page.getByRole('heading', { name: '1 event imported' })).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('link', { name: /^Harbor walk/ })).toBeVisible();

  await openFromMenu('Import Events', 'Import Events');
  await chooseFile(createFile('Harbor walk'));
  await expect(dialog.getByText('Unchanged')).toBeVisible();
  await chooseFile(createFile('Longer walk'));
  await expect(dialog.getByText('Updated')).toBeVisible();
  await press('button', 'Import 1 Event');
  await expect(page.getByRole('link', { name: /^Longer walk/ })).toBeVisible();
  await expect(page.getByText('Harbor walk')).toHaveCount(0);
});

test('private events are imported only if one says so, and the preview names what is lost', {
  tag: '@all',
}, async () => {
  await page.goto('/calendar?dialog=import');
  const dialog = page.getByRole('dialog', { name: 'Import Events' });
  await chooseFile(
    createFile('Doctor').replace('SUMMARY', 'CLASS:PRIVATE\r\nCOLOR:red\r\nSUMMARY'),
  );
  await expect(dialog.getByText('The file says it is private')).toBeVisible();
  await expect(dialog.getByText('Not kept: color')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Import 0 Events' })).toBeDisabled();
  await expectAccessibleInBothThemes(page, 'import of private events', '[role=dialog]');
  await dialog.getByRole('checkbox', { name: 'Include private events' }).press('Space');
  await expect(dialog.getByRole('button', { name: 'Import 1 Event' })).toBeEnabled();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('a preview of many events has pages, and is still there when the dialog is opened again', {
  tag: '@all',
}, async () => {
  await page.goto('/calendar?dialog=import');
  const dialog = page.getByRole('dialog', { name: 'Import Events' });
  const walks = Array.from({ length: 60 }, (_, n) =>
    createFile(`Walk ${n}`).replaceAll('@example.org', `${n}@example.org`),
  );
  await chooseFile(walks.join('\r\n'));
  await expect(dialog.getByRole('listitem')).toHaveCount(50);
  await dialog.getByRole('combobox', { name: 'Show' }).selectOption('Not imported (60)');
  await expect(dialog.getByText('Walk 0')).toHaveCount(0);
  await press('button', 'Show More');
  await expect(dialog.getByRole('listitem')).toHaveCount(60);
  await expectAccessibleInBothThemes(page, 'import of many events', '[role=dialog]');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.goto('/calendar?dialog=import');
  await expect(dialog.getByRole('button', { name: 'Import 60 Events' })).toBeEnabled();
});

test('an import whose dialog was closed reports its end on another screen', {
  tag: '@all',
}, async () => {
  await page.goto('/calendar?dialog=import');
  const dialog = page.getByRole('dialog', { name: 'Import Events' });
  const trips = Array.from({ length: 400 }, (_, n) =>
    createFile(`Trip ${n}`).replaceAll('@example.org', `${n}@trips.example`),
  );
  await chooseFile(trips.join('\r\n'));
  await expect(dialog.getByRole('button', { name: 'Import 400 Events' })).toBeEnabled();
  const { promise: closed, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/calendar-import', async (route) => {
    await closed;
    await route.continue();
  });
  await press('button', 'Import 400 Events');
  await expect(dialog.getByRole('button', { name: 'Cancel Import' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('link', { name: 'Resources', exact: true }).first().click();
  release();
  await expect(page.getByText('400 events imported')).toBeVisible();
  await page.unroute('**/api/calendar-import');
});

test('a file that could not be read can be chosen again', { tag: '@all' }, async () => {
  await page.goto('/calendar?dialog=import');
  const dialog = page.getByRole('dialog', { name: 'Import Events' });
  await expect(dialog.getByRole('button', { name: 'Choose File' })).toBeVisible();
  await hub.stopDatabase();
  try {
    await chooseFile(createFile('Harbor walk'));
    await expect(dialog.getByText(/Couldn't read the file/)).toBeVisible({ timeout: 20_000 });
  } finally {
    await hub.startDatabase();
  }
  await expect(async () => {
    await chooseFile(createFile('Harbor walk'));
    await expect(dialog.getByText('Updated')).toBeVisible({ timeout: 10_000 });
  }).toPass();
});
