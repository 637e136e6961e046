/** The UI components in every state, as shown in their gallery. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { build, type PreviewServer, preview } from 'vite';
import { expectAccessible } from './axe.ts';

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'";

const test = base.extend<object, { gallery: string }>({
  gallery: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the dependencies of a fixture from the pattern
    async ({}, use) => {
      const outDir = await mkdtemp(join(tmpdir(), 'gallery-'));
      const quiet = { logLevel: 'error' } as const;
      await build({
        ...quiet,
        build: { outDir, rolldownOptions: { input: 'e2e/gallery/index.html' } },
      });
      const server: PreviewServer = await preview({
        ...quiet,
        build: { outDir },
        preview: { port: 0, headers: { 'content-security-policy': policy } },
      });
      await use(new URL('/e2e/gallery/index.html', server.resolvedUrls?.local[0]).href);
      await server.close();
      await rm(outDir, { recursive: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

const press =
  (name: string, exact = true) =>
  (page: Page) =>
    page.getByRole('button', { name, exact }).last().click();

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768;

const states: Record<string, (page: Page) => Promise<void>> = {
  'the page': async () => undefined,
  'side panel': press('Harbor dinner'),
  // A phone shows the expenses as a list, which has no menus.
  'row menu': async (page) => {
    if (!isPhone(page)) await press('Actions for Speaker gift')(page);
  },
  'account menu': press('Account menu for Maya Chen'),
  'folded navigation': async (page) => {
    if (isPhone(page)) await press('Open menu')(page);
  },
  select: (page) => page.getByLabel('Paid By *').click(),
  calendar: press('Expense Date: open calendar'),
  dialog: press('Dialog'),
  'long dialog': press('Long dialog'),
  'question of a changed form': async (page) => {
    await press('Long dialog')(page);
    await page.getByRole('dialog').getByLabel('Title *').fill('Harbor dinner');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('alertdialog')).toBeVisible();
  },
  'destructive question': press('Delete'),
  toasts: async (page) => {
    for (const name of ['Success', 'Info', 'Error']) await press(name)(page);
    await expect(page.getByText('API request failed: 409 Conflict').first()).toBeVisible();
    // Scrolls it out from under the sticky header.
    await page.evaluate(() => scrollTo(0, 0));
  },
};

// Two combinations; accessibility.spec.ts covers every theme and width.
const variants = [
  { theme: 'light', width: 1280 },
  { theme: 'dark', width: 360 },
] as const;

for (const { theme, width } of variants) {
  test(`every state is accessible in the ${theme} theme at ${width} px`, async ({
    page,
    gallery,
  }) => {
    test.setTimeout(360_000);
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    for (const [name, open] of Object.entries(states)) {
      await page.goto(gallery);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await open(page);
      await expectAccessible(page, name);
    }
    expect(complaints).toEqual([]);
  });
}

test.describe('the focus returns to where it came from', () => {
  test.beforeEach(async ({ page, gallery }) => {
    await page.goto(gallery);
  });

  test('from a dialog, which focuses its first field and traps Tab', async ({ page }) => {
    const opener = page.getByRole('button', { name: 'Long dialog' });
    await opener.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('Title *')).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await expect(dialog.getByRole('button', { name: 'Create Expense' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(opener).toBeFocused();
  });

  test('from a destructive confirmation, which focuses Cancel', async ({ page }) => {
    const opener = page.getByRole('button', { name: 'Delete', exact: true }).last();
    await opener.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(opener).toBeFocused();
  });

  test('from a panel opened by a menu, where opening another row focuses the heading', async ({
    page,
  }) => {
    const opener = page.getByRole('button', { name: 'Actions for Speaker gift' });
    await opener.focus();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('menuitem', { name: 'View' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Speaker gift' })).toBeFocused();
    await page.getByRole('button', { name: 'Harbor dinner', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Harbor dinner' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(opener).toBeFocused();
  });
});

test('Tab leads out of a side panel to where it was opened from', async ({ page, gallery }) => {
  await page.goto(gallery);
  const opener = page.getByRole('button', { name: 'Harbor dinner', exact: true });
  await opener.focus();
  for (const key of ['Tab', 'Shift+Tab']) {
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog');
    await expect(panel.getByRole('heading', { name: 'Harbor dinner' })).toBeFocused();
    const stops = await panel.getByRole('button').or(panel.getByRole('link')).count();
    for (let stop = 0; stop <= stops; stop++) {
      if (!(await panel.evaluate((element) => element.contains(document.activeElement)))) break;
      await page.keyboard.press(key);
    }
    await expect(opener).toBeFocused();
    await expect(panel).toBeVisible();
    await page.getByRole('button', { name: 'Close panel' }).click();
    await expect(panel).toBeHidden();
    await expect(opener).toBeFocused();
  }
});

test('Escape closes one thing at a time', async ({ page, gallery }) => {
  await page.goto(gallery);
  await page.getByRole('button', { name: 'Long dialog' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create New Expense' });

  await dialog.getByLabel('Paid By *').click();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();

  await dialog.getByRole('button', { name: 'Expense Date: open calendar' }).click();
  const calendar = page.getByRole('dialog', { name: 'Choose expense date' });
  await expect(calendar).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(calendar).toBeHidden();
  await expect(dialog).toBeVisible();

  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('what is chosen from a list ends before its arrow, however long it is', async ({
  page,
  gallery,
}) => {
  await page.goto(gallery);
  const select = page.getByLabel('Associated Event');
  await select.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await select.boundingBox()) ?? {
    x: 0,
    y: 0,
    width: 0,
    height: 0,
  };
  // From the arrow on, and what is beside the field.
  const picture = () =>
    page.screenshot({ clip: { x: x + width - 32, y, width: 132, height }, animations: 'disabled' });
  const before = await picture();
  await select.evaluate((element: HTMLSelectElement) => {
    const [chosen] = element.selectedOptions;
    if (chosen) chosen.textContent = 'Harbor Chapter Night '.repeat(20);
  });
  await expect(select).toContainText('Harbor Chapter Night Harbor');
  expect((await picture()).equals(before)).toBe(true);
});

test('the keys of a date grid move through a calendar', async ({ page, gallery }) => {
  await page.goto(gallery);
  await page.getByRole('button', { name: 'Expense Date: open calendar' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Saturday, November 14, 2026' })).toBeFocused();
  for (const key of ['ArrowDown', 'Home', 'PageDown', 'Shift+PageUp']) {
    await page.keyboard.press(key);
  }
  await expect(page.getByRole('button', { name: 'Monday, December 15, 2025' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Expense Date *')).toHaveValue('2025-12-15');
});

test('the chosen theme survives a reload and applies before the first paint', async ({
  page,
  gallery,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(gallery);
  await page.getByRole('button', { name: 'Account menu for Maya Chen' }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('a busy form cannot be closed and is submitted once', async ({ page, gallery }) => {
  await page.goto(gallery);
  await page.getByRole('button', { name: 'Dialog', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create Expense' }).click();
  const busy = dialog.getByRole('button', { name: 'Creating...' });
  await expect(busy).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  const input = page.getByText('Wallet created successfully');
  await expect(input.first()).toBeVisible();
  await expect(input).toHaveCount(1);
});
