/** The audit log: filters, records, export, and access by admins only. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInBothThemes } from './axe.ts';
import { makeEvent } from './calendar.ts';
import { makeExpense } from './expenses.ts';
import { expect, signInQuickly, test } from './journey.ts';
import { send, unique } from './wallets.ts';

const records = (page: Page) =>
  page.getByRole('list', { name: 'Records, newest first' }).getByRole('listitem');
const record = (page: Page) => page.getByRole('dialog').or(page.locator('[data-sheet]')).first();

/** Logs an expense and changes it. */
async function changeExpense(page: Page, title = unique('Audited')) {
  await page.goto('/');
  const expense = await makeExpense(page, { title, amount: 40, people: ['Maya Chen'] });
  const patch = [{ op: 'replace', path: '/amount', value: 45 }];
  await send(page, 'PATCH', `/expenses/${expense.id}`, patch, {
    'content-type': 'application/json-patch+json',
  });
  return { ...expense, title };
}

test.describe('for an admin', () => {
  test.beforeEach(({ page }) => signInQuickly(page, 'admin'));

  test('filters narrow the records, are kept in the address, and clear with one button', async ({
    page,
  }) => {
    const { title, id } = await changeExpense(page);
    await page.goto('/settings');
    const settings = page.getByRole('navigation', { name: 'Settings' });
    await settings.getByRole('link', { name: 'Audit Log', exact: true }).click();
    await expect(page.getByText('Who did what in the chapter, and when')).toBeVisible();
    await expect(settings.locator('[aria-current=page]')).toHaveText('Audit Log');
    await page.getByRole('searchbox', { name: 'Search the audit log' }).fill(title);
    await expect(records(page)).toHaveCount(2);
    await expect(records(page).first()).toContainText(`changed the expense "${title}"`);
    await expect(records(page).first()).toContainText('amount $40.00 → $45.00');
    await expect(records(page).last()).toContainText(`logged the expense "${title}"`);

    await page.getByLabel('Kind').selectOption('Expense');
    await page.getByLabel('Action').selectOption('Logged the expense');
    await expect(records(page)).toHaveCount(1);
    await expect(page).toHaveURL(/kind=expense.*action=expense\.create/);
    await page.reload();
    await expect(records(page)).toHaveCount(1);
    await page.getByLabel('Person').selectOption('Maya Chen');
    await expect(page.getByText('No records found')).toBeVisible();
    await page.getByLabel('Person').selectOption('Everyone');
    await expect(records(page)).toHaveCount(1);
    await page.getByRole('textbox', { name: 'From' }).fill('2020-01-01');
    await page.getByRole('textbox', { name: 'To', exact: true }).fill('2020-01-31');
    await expect(page.getByText('No records found')).toBeVisible();
    await page.getByRole('button', { name: 'Clear Filters' }).click();
    await expect(page).toHaveURL(/\/audit$/);
    await expect(records(page).nth(5)).toBeVisible();
    await page.getByRole('button', { name: 'Show More' }).click();
    await expect(records(page).nth(55)).toBeVisible();
    await page.goto(`/audit?search=${id}`);
    await expect(records(page)).toHaveCount(2);
  });

  test('a record shows values before and after, and links to its subject', async ({ page }) => {
    const { title } = await changeExpense(page);
    await page.goto(`/audit?search=${encodeURIComponent(title)}`);
    await page.getByRole('button', { name: /changed the expense/ }).click();
    await expect(record(page)).toContainText('What changed');
    await expect(record(page).getByRole('deletion')).toHaveText('$40.00');
    await expect(record(page).getByRole('insertion')).toHaveText('$45.00');
    await expect(record(page)).toContainText('ActionChanged the expense');
    await expect(page).toHaveURL(/record=/);
    await expectAccessibleInBothThemes(page, 'audit with a record');
    await page.goBack();
    await expect(page).not.toHaveURL(/record=/);
    await page.setViewportSize({ width: 360, height: 740 });
    await expectAccessible(page, 'audit at 360 px');
    await page
      .getByRole('link', { name: `Open the expense "${title}"` })
      .first()
      .click();
    await expect(page).toHaveURL(/\/expenses\?expense=/);
    await expect(page.getByRole('dialog', { name: title })).toBeVisible();
  });

  test('a filter chosen while a record is open remains after the record closes', async ({
    page,
  }) => {
    const { title } = await changeExpense(page);
    await page.goto(`/audit?search=${encodeURIComponent(title)}`);
    await page.getByRole('button', { name: /changed the expense/ }).click();
    await expect(record(page)).toContainText('What changed');
    await page.getByLabel('Action').selectOption('Logged the expense');
    await expect(records(page)).toHaveCount(1);
    await page.getByRole('button', { name: 'Close panel' }).click();
    await expect(record(page)).toBeHidden();
    await expect(page).toHaveURL(/action=expense\.create/);
    await expect(page).not.toHaveURL(/record=/);
    await expect(records(page)).toHaveCount(1);
  });

  test('on a phone the records come first and a button opens the filters', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/audit?kind=expense');
    await expect(records(page).first()).toBeInViewport({ ratio: 1 });
    const filters = page.getByRole('button', { name: 'Filters (1)' });
    await expect(filters).toHaveAttribute('aria-expanded', 'false');
    await expect(page.getByLabel('Action')).toBeHidden();
    await filters.press('Enter');
    await expect(filters).toHaveAttribute('aria-expanded', 'true');
    await page.getByLabel('Action').selectOption('Settled the expense');
    await expect(page.getByRole('button', { name: 'Filters (2)' })).toBeVisible();
    await expect(records(page).first()).toContainText('settled the expense');
    await expectAccessibleInBothThemes(page, 'audit with its filters, 360 px');
  });

  test('an RSVP is described in plain words', async ({ page }) => {
    const { occurrenceId, title } = await makeEvent(page, {
      title: unique('RSVP'),
      day: '2035-09-05',
    });
    const answer = { answer: 'going', guests: 1 };
    await send(page, 'PUT', `/events/occurrences/${occurrenceId}/rsvp`, answer);
    await page.goto(`/audit?action=rsvp.answer&search=${encodeURIComponent(title)}`);
    await records(page).getByRole('button').click();
    await expect(record(page)).toContainText("ActionRSVP'd to");
    const names = record(page).locator('dt');
    for (const name of ['RSVP', 'guests', 'on the waitlist', 'order of arrival']) {
      await expect(names.getByText(name, { exact: true })).toBeVisible();
    }
  });

  test('the export contains the filtered records and no cell is a formula', async ({ page }) => {
    const title = unique('=HYPERLINK("x")');
    await changeExpense(page, title);
    await page.goto(`/audit?search=${encodeURIComponent(title)}`);
    await expect(records(page)).toHaveCount(2);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('Audit log.csv');
    const text = await readFile(await file.path(), 'utf8');
    const lines = text.trim().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain('amount: $40.00 → $45.00');
    expect(lines[1]).toContain(`"'=HYPERLINK(""x"")`);
    expect(text).not.toMatch(/(^|,)"?=/m);
    await expect(page.getByText('2 records exported')).toBeVisible();
  });

  test('the audit log can be used with the keyboard alone', async ({ page }) => {
    const { title } = await changeExpense(page);
    await page.goto('/audit');
    await expect(records(page).first()).toBeVisible();
    const search = page.getByRole('searchbox', { name: 'Search the audit log' });
    await search.focus();
    await page.keyboard.type(title);
    await expect(records(page)).toHaveCount(2);
    const focused = page.locator(':focus');
    const tabTo = async (pattern: RegExp) => {
      for (let presses = 0; presses < 40; presses += 1) {
        await page.keyboard.press('Tab');
        if (pattern.test((await focused.textContent()) ?? '')) return;
      }
      throw new Error(`${pattern} did not get the focus`);
    };
    await tabTo(/changed the expense/);
    await page.keyboard.press('Enter');
    await expect(record(page)).toContainText('What changed');
    await page.keyboard.press('Escape');
    await expect(page).not.toHaveURL(/record=/);
    await expect(focused).toContainText('changed the expense');
  });
});

test.describe('loading fails', () => {
  test.use({ allowFailedRequests: true });

  test('a list that fails to load can be retried', async ({ page }) => {
    await signInQuickly(page, 'admin');
    let isBroken = true;
    await page.route(/\/api\/audit(\?|$)/, (route) =>
      isBroken ? route.fulfill({ status: 422, json: {} }) : route.continue(),
    );
    await page.goto('/audit');
    const failure = page.getByRole('alert').filter({ hasText: "Couldn't load the audit log." });
    await expect(failure).toContainText('API request failed: 422');
    await expectAccessible(page, 'failed audit');
    isBroken = false;
    await failure.getByRole('button', { name: /again|Retry/ }).click();
    await expect(records(page).first()).toBeVisible();
  });
});

test('other roles are referred to an admin and load no records', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/audit')) requests.push(request.url());
  });
  await signInQuickly(page, 'treasurer');
  await page.goto('/audit');
  await expect(page.getByText('Only admins can view the audit log')).toBeVisible();
  await expectAccessible(page, 'audit log for other roles');
  await page.getByRole('link', { name: 'Back to Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Your Profile' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Audit Log', exact: true })).toBeHidden();
  expect(requests).toEqual([]);
});
