/** Files of events: added in the panel, seen and downloaded by others, removed and brought back. */
import type { Page } from '@playwright/test';
import { expectAccessibleInBothThemes } from './axe.ts';
import { eventPath, findPanel, makeEvent } from './calendar.ts';
import { pdfFile, pictureFile } from './files.ts';
import { expect, signInQuickly, test } from './journey.ts';
import { expectToast, findDialog, unique } from './wallets.ts';

test.use({ allowFailedRequests: true });
test.beforeEach(({ page }) => signInQuickly(page, 'member'));

/** Opens the panel of a weekly event that was made for it. */
async function openNew(page: Page) {
  await page.goto('/resources');
  const documents = new URL('/resources/documents', page.url()).href;
  const event = await makeEvent(page, {
    title: unique('Forum'),
    day: '2031-03-04',
    description: `Read ${documents} before.`,
    recurrence: { frequency: 'weekly', byDay: ['TU'], count: 3 },
  });
  await page.goto(eventPath(event));
  const panel = findPanel(page, event.title);
  await expect(panel.getByText('No files yet')).toBeVisible();
  return { event, panel };
}

test('an agenda and slides are added to a date, seen by others, removed and brought back', async ({
  page,
  browser,
}) => {
  const { event, panel } = await openNew(page);
  await panel
    .getByLabel('Add Files')
    .setInputFiles([pdfFile('Agenda.pdf'), pictureFile('room.png'), pictureFile('plan.png', 50)]);
  const files = panel.getByRole('listitem').filter({ hasText: 'Maya Chen, ' });
  await expect(files).toHaveCount(3);
  await expectAccessibleInBothThemes(page, 'an event with files');

  await panel.getByRole('button', { name: 'room.jpg', exact: true }).click();
  const viewer = findDialog(page, 'room.jpg');
  await expect(viewer.getByRole('img', { name: 'room.jpg' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await panel.getByRole('button', { name: 'Remove Agenda.pdf' }).click();
  await expectToast(page, 'File removed');
  await expect(files).toHaveCount(2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(files).toHaveCount(3);

  const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const other = await context.newPage();
  await signInQuickly(other, 'treasurer');
  await other.goto(eventPath(event));
  const theirs = findPanel(other, event.title);
  const saving = other.waitForEvent('download');
  await theirs.getByRole('link', { name: 'Agenda.pdf' }).click();
  expect((await saving).suggestedFilename()).toBe('Agenda.pdf');
  await context.close();

  // The link in the description, which all dates share, leaves the app as it is.
  const loaded: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loaded.push(request.url());
  });
  await panel.getByRole('link', { name: '/resources/documents' }).click();
  await expect(page.getByRole('heading', { name: 'All Documents' })).toBeVisible();
  await page.goBack();
  await expect(panel).toBeVisible();
  expect(loaded).toEqual([]);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a line that breaks loses no file that was chosen, and one may be canceled', async ({
    page,
  }) => {
    const { panel } = await openNew(page);
    await expect(panel.getByRole('button', { name: 'Take Photo' })).toBeVisible();
    await page.route('**/api/files/*/parts/1', (route) => route.abort());
    await panel.getByLabel('Add Files').setInputFiles(pdfFile('Slides.pdf', 1_200_000));
    await panel.getByLabel('Take Photo').setInputFiles(pictureFile('photo.png'));
    await expect(panel.getByRole('alert')).toContainText('Check your connection');
    await expect(panel.getByRole('button', { name: 'photo.jpg', exact: true })).toBeVisible();
    await expectAccessibleInBothThemes(page, 'a file that could not be uploaded');
    await page.unroute('**/api/files/*/parts/1');
    await panel.getByRole('button', { name: 'Retry Slides.pdf' }).tap();
    await expect(panel.getByRole('link', { name: 'Slides.pdf' })).toBeVisible();

    // It never arrives.
    await page.route('**/api/files/*/parts/0', () => undefined);
    await panel.getByLabel('Add Files').setInputFiles(pdfFile('Wrong.pdf'));
    await panel.getByRole('button', { name: 'Cancel Wrong.pdf' }).tap();
    await expect(panel.getByText('Wrong.pdf')).toBeHidden();
    await expect(panel.getByRole('button', { name: 'Remove Slides.pdf' })).toBeVisible();
  });
});
