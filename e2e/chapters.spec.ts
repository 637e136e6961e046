/** Several chapters on one installation, and chapter settings: on an isolated server, by keyboard. */
import type { BrowserContext, Page } from '@playwright/test';
import { pngOf } from '#app/testing/pictures.ts';
import { expectAccessible, expectAccessibleInBothThemes } from './axe.ts';
import { createKeyboard, moveToMenuItem, tabTo } from './input.ts';
import { type IsolatedHub, startIsolatedHub } from './isolated-hub.ts';
import { expect, readApi, test } from './journey.ts';

test.describe.configure({ mode: 'serial' });
test.use({ allowFailedRequests: true });

let hub: IsolatedHub;
let context: BrowserContext;
let page: Page;

test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000);
  hub = await startIsolatedHub();
  context = await browser.newContext({ baseURL: hub.url, reducedMotion: 'reduce' });
  await hub.signIn(context.request);
  page = await context.newPage();
});
test.afterAll(async () => {
  await context?.close();
  await hub?.close();
});

const narrow = { width: 360, height: 740 };
const wide = { width: 1280, height: 720 };

/** Tabs to a control and presses it with the keyboard. */
async function press(
  on: Page,
  role: 'button' | 'link' | 'menuitem' | 'menuitemradio',
  name: string | RegExp,
) {
  const control = on.getByRole(role, { name }).first();
  if (role === 'button' || role === 'link') await tabTo(on, control);
  else await moveToMenuItem(on, control);
  await on.keyboard.press('Enter');
}

async function switchTo(on: Page, chapter: string) {
  await press(on, 'button', /^Account menu for/);
  await press(on, 'menuitemradio', chapter);
  await expect(on.getByRole('banner')).toContainText(`${chapter} chapter`);
}

test('a chapter is created in the app and shows no data of the other', async () => {
  await page.goto('/members');
  await expect(page.getByText('Ada Lovelace').first()).toBeVisible();
  await hub.addMember('Only', 'Here');
  await press(page, 'button', /^Account menu for/);
  await press(page, 'menuitem', 'Chapters');
  await expect(page.getByRole('heading', { level: 1, name: 'Chapters' })).toBeVisible();
  await expect(page.getByRole('rowheader', { name: 'San Diego' })).toBeVisible();
  await expectAccessibleInBothThemes(page, 'chapters');
  await press(page, 'button', 'Create Chapter');
  const dialog = page.getByRole('dialog', { name: 'Create Chapter' });
  await dialog.getByLabel('Chapter Name').fill('san diego');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Chapter Name')).toHaveAccessibleDescription(
    /There's already a chapter with this name/,
  );
  await expectAccessibleInBothThemes(page, 'create a chapter', '[role=dialog]');
  await page.setViewportSize(narrow);
  await expectAccessible(page, 'create a chapter, 360 px', '[role=dialog]');
  await page.setViewportSize(wide);
  await dialog.getByLabel('Chapter Name').fill('Oslo');
  await createKeyboard(page).select(dialog.getByLabel('Time Zone'), 'Oslo');
  await tabTo(page, dialog.getByRole('button', { name: 'Create Chapter' }));
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('rowheader', { name: 'Oslo' })).toBeVisible();
  await press(page, 'button', 'Switch to Oslo');
  await expect(page.getByRole('banner')).toContainText('Oslo chapter');
  await press(page, 'link', 'Members');
  await expect(page.getByText('Ada Lovelace').first()).toBeVisible();
  await expect(page.getByText('Only Here')).toHaveCount(0);
});

test('an admin of a new chapter is invited, and invited again if needed', {
  tag: '@all',
}, async () => {
  await page.goto('/chapters?dialog=create');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Chapter Name').fill('Bergen');
  await createKeyboard(page).select(
    dialog.getByLabel('Who is the first admin?'),
    'Someone I invite',
  );
  await tabTo(page, dialog.getByRole('button', { name: 'Create Chapter' }));
  await page.keyboard.press('Enter');
  await dialog.getByLabel('Their Email').fill('liv@example.org');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Send this link to liv@example.org')).toBeVisible();
  await expectAccessible(page, 'chapter created', '[role=dialog]');
  await press(page, 'button', 'Done');
  await press(page, 'button', 'Invite admin for Bergen');
  const again = page.getByRole('dialog', { name: 'Invite an Admin' });
  await again.getByLabel('Email').fill('liv@example.org');
  await page.keyboard.press('Enter');
  await expect(again.getByText(/\/join#/)).toBeVisible();
  await page.setViewportSize(narrow);
  await expectAccessibleInBothThemes(page, 'invite an admin, 360 px', '[role=dialog]');
  await page.setViewportSize(wide);
  await page.keyboard.press('Escape');
  await expect(again).toBeHidden();
});

test('switching affects every tab, and addresses of the other chapter find nothing', async () => {
  await page.goto('/');
  await switchTo(page, 'San Diego');
  const { items } = await readApi<{ items: { id: string }[] }>(page, '/users');
  const ownerId = items[0]?.id ?? '';
  const wallet = await page.evaluate(async (ownerId) => {
    const { token } = await (await fetch('/api/auth/token', { method: 'POST' })).json();
    const reply = await fetch('/api/wallets', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Harbour dues', ownerId, currencyCode: 'USD' }),
    });
    return (await reply.json()) as { id: string };
  }, ownerId);
  const other = await context.newPage();
  await other.goto(`/wallets/${wallet.id}/transactions`);
  await expect(other.getByRole('heading', { level: 1 })).toContainText('Harbour dues');
  await switchTo(page, 'Oslo');
  await expect(other.getByRole('banner')).toContainText('Oslo chapter');
  await expect(other.getByText('Harbour dues')).toHaveCount(0);
  await expect(other.getByText('Wallet not found')).toBeVisible();
  await other.goto(`/members/${items.at(-1)?.id}`);
  await expect(other.getByText('Member not found')).toBeVisible();
  await other.goBack();
  await expect(other.getByText('Wallet not found')).toBeVisible();
  await other.close();
});

test('a tab that missed the switch notices with its next request', { tag: '@all' }, async () => {
  const unnotified = await context.newPage();
  await unnotified.addInitScript(() => {
    delete (globalThis as { BroadcastChannel?: unknown }).BroadcastChannel;
  });
  // This screen makes no request that is authenticated by the cookie alone.
  await unnotified.goto('/resources');
  await expect(unnotified.getByRole('banner')).toContainText('Oslo chapter');
  await switchTo(page, 'San Diego');
  await press(unnotified, 'link', 'Members');
  await expect(unnotified.getByRole('banner')).toContainText('San Diego chapter');
  await expect(unnotified.getByText('Only Here')).toBeVisible();
  await unnotified.close();
});

test('only installation admins find the page of chapters', { tag: '@all' }, async ({ browser }) => {
  await hub.sql('delete from installation_admin');
  const theirs = await (await browser.newContext({ baseURL: hub.url })).newPage();
  await hub.signIn(theirs.request);
  await theirs.goto('/chapters');
  await expect(theirs.getByText('Oops! Page not found')).toBeVisible();
  await theirs.context().close();
});

test('admins edit the resources that members see', { tag: '@all' }, async () => {
  await page.goto('/resources');
  await expect(page.getByRole('heading', { level: 3 })).toHaveCount(5);
  const documents = page.getByRole('link', { name: /Access Resource.*Chapter Documents/ });
  await expect(documents).toHaveAttribute('href', '/resources/documents');
  await expectAccessibleInBothThemes(page, 'resources');
  await press(page, 'button', 'Edit Resources');
  const dialog = page.getByRole('dialog', { name: 'Edit Resources' });
  await expect(dialog).toBeVisible();
  await press(page, 'button', 'Remove Learning Center');
  await press(page, 'button', 'Move Chapter Documents up');
  await press(page, 'button', 'Add Resource');
  await expect(page.locator(':focus')).toHaveAttribute('name', 'title');
  await page.keyboard.type('Handbook');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Documents');
  await page.keyboard.press('Enter');
  await expect(page.locator(':focus')).toHaveAccessibleDescription(/starts with https/);
  await page.keyboard.press('End');
  await page.keyboard.type('docs.example.org/handbook');
  await expectAccessibleInBothThemes(page, 'edit resources', '[role=dialog]');
  await page.setViewportSize(narrow);
  await expectAccessible(page, 'edit resources, 360 px', '[role=dialog]');
  await page.setViewportSize(wide);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Resources saved')).toBeVisible();
  await expect(page.getByRole('heading', { level: 3 })).toHaveText([
    'San Diego Platform',
    'Chapter Documents',
    'Handbook',
    'Global Network Hub',
    'Event Calendar',
  ]);
  await expect(page.getByRole('link', { name: /Visit Resource.*Handbook/ })).toHaveAttribute(
    'href',
    'https://docs.example.org/handbook',
  );
  await page.setViewportSize(narrow);
  await expectAccessible(page, 'resources, 360 px');
  await page.setViewportSize(wide);
});

test('admins set and remove the logo and choose the main calendar', { tag: '@all' }, async () => {
  await page.goto('/settings/chapter');
  await expect(
    page.getByText('Settings shared by everyone in the San Diego chapter'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Upload Logo' })).toBeVisible();
  const file = page.getByLabel('Logo file');
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
  await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: svg });
  await expect(page.getByText('Choose a PNG, JPEG, or WebP image')).toBeVisible();
  await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: pngOf(64, 64) });
  await expect(page.getByText('Logo saved')).toBeVisible();
  const drawn = page.getByRole('banner').locator('img');
  await expect(drawn).toHaveAttribute('src', /^\/api\/chapter\/logo\/[\w-]{43}$/);
  await expect(drawn).toHaveJSProperty('naturalWidth', 64);
  await expectAccessibleInBothThemes(page, 'settings of the chapter');
  await page.setViewportSize(narrow);
  await expectAccessible(page, 'settings of the chapter, 360 px');
  await page.setViewportSize(wide);
  await switchTo(page, 'Oslo');
  await expect(page.getByRole('banner').locator('img')).toHaveCount(0);
  await switchTo(page, 'San Diego');
  await expect(drawn).toHaveCount(1);
  await page.goto('/settings/chapter');
  await press(page, 'button', 'Remove Logo');
  await expect(page.getByText('Logo removed')).toBeVisible();
  await expect(drawn).toHaveCount(0);

  await page.evaluate(async () => {
    const { token } = await (await fetch('/api/auth/token', { method: 'POST' })).json();
    await fetch('/api/yearly-calendars', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Socials' }),
    });
  });
  await page.goto('/settings/events');
  const calendar = page.getByLabel('Calendar', { exact: true });
  await createKeyboard(page).select(calendar, 'Socials');
  await press(page, 'button', 'Set as Main Calendar');
  await expect(page.getByText('Socials is now the main calendar')).toBeVisible();
  await page.reload();
  await expect(calendar.locator('option:checked')).toHaveText('Socials');
});

test('an empty list, a failure to load, and a conflict are reported for resources', {
  tag: '@all',
}, async () => {
  await page.goto('/resources');
  await press(page, 'button', 'Edit Resources');
  const dialog = page.getByRole('dialog', { name: 'Edit Resources' });
  await expect(dialog).toBeVisible();
  await hub.sql(`update resource_list set entries = '[]', version = version + 1`);
  await press(page, 'button', 'Save Resources');
  await expect(dialog).toContainText('Someone else changed the resources');
  await expect(dialog.getByText('No resources. Members will see an empty page.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('No resources yet')).toBeVisible();
  await hub.stopDatabase();
  try {
    await page.goto('/').catch(() => undefined);
    await expect(page.getByText("Can't reach the server")).toBeVisible({ timeout: 20_000 });
  } finally {
    await hub.startDatabase();
  }
  await page.goto('/resources');
  await expect(page.getByText('No resources yet')).toBeVisible({ timeout: 20_000 });
});
