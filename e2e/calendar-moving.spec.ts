/**
 * Moving an occurrence of a series by mouse and keys, undone and refused after someone else's change,
 * across the change to summer time and by a browser in another zone than the chapter.
 */
import type { Page } from '@playwright/test';
import {
  changeEventElsewhere,
  clearDay,
  dayButton,
  mainCalendarId,
  makeEvent,
} from './calendar.ts';
import { expect, signInQuickly, test } from './journey.ts';
import { expectToast, findDialog, send, unique } from './wallets.ts';

test.use({ timezoneId: 'Asia/Kathmandu', allowFailedRequests: true });
test.beforeEach(({ page }) => signInQuickly(page, 'member'));

async function listStarts(page: Page, title: string): Promise<string[]> {
  type Occurrences = {
    items: { title: string; localStart: string; occurrenceStartDate: string }[];
  };
  const window = 'startDate=2034-03-01&endDate=2034-03-31';
  const path = `/calendars/${await mainCalendarId(page)}/events?${window}`;
  const { items } = await send<Occurrences>(page, 'GET', path);
  return items
    .filter((each) => each.title === title)
    .map((each) => `${each.localStart.slice(5, 16)} ${each.occurrenceStartDate.slice(5, 16)}`);
}

test('an occurrence moves by mouse and by keys into summer time, and back by Undo', async ({
  page,
}) => {
  const title = unique('Supper');
  for (const day of ['2034-03-09', '2034-03-13', '2034-03-14']) await clearDay(page, day);
  const made = await makeEvent(page, {
    title,
    day: '2034-03-09',
    from: '19:00',
    to: '21:00',
    recurrence: { frequency: 'weekly', interval: 1, count: 2 },
  });
  // Summer time begins on March 12: 7 PM is 03:00 UTC before and 02:00 UTC after.
  const before = ['03-09T19:00 03-10T03:00', '03-16T19:00 03-17T02:00'];
  expect(await listStarts(page, title)).toEqual(before);
  await page.goto(`/calendar?calendar=${made.calendarId}&month=2034-03`);
  const chips = page.getByRole('grid').getByRole('link', { name: title });
  const asking = findDialog(page, 'Move Event');

  // By mouse, one event of the series.
  await chips.first().hover();
  await page.mouse.down();
  await dayButton(page, '2034-03-13').hover({ position: { x: 10, y: 10 }, force: true });
  // The code of moving loads with the first movement.
  await expect(page.getByText(`${title}: `)).toBeVisible();
  await dayButton(page, '2034-03-13').hover({ position: { x: 14, y: 14 }, force: true });
  await expect(dayButton(page, '2034-03-13')).toHaveAttribute('data-drop');
  await page.mouse.up();
  await expect(asking).toContainText('Monday, March 13, 2034');
  await asking.getByRole('button', { name: 'Move Event' }).click();
  await expectToast(page, 'Moved to Monday, March 13, 2034');
  const moved = ['03-13T19:00 03-14T02:00', '03-16T19:00 03-17T02:00'];
  expect(await listStarts(page, title)).toEqual(moved);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expectToast(page, 'Moved back to Thursday, March 9, 2034');
  expect(await listStarts(page, title)).toEqual(before);

  // By keys, all events of the series; Escape leaves everything where it was.
  await dayButton(page, '2034-03-09').focus();
  await page.keyboard.press('F2');
  await expect(chips.first()).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page.getByText('Arrow keys choose the day')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Escape');
  await expect(dayButton(page, '2034-03-09')).toBeFocused();
  await page.keyboard.press('F2');
  await page.keyboard.press('Space');
  await expect(page.getByText('Arrow keys choose the day')).toBeVisible();
  for (const key of ['ArrowDown', 'ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key);
  await expect(page.getByText(`Moving ${title} to Tuesday, March 14, 2034`)).toBeVisible();
  await page.keyboard.press('Enter');
  await asking.getByRole('radio', { name: 'All events' }).check();
  await asking.getByRole('button', { name: 'Move Event' }).click();
  await expectToast(page, 'Moved to Tuesday, March 14, 2034');
  await expect(dayButton(page, '2034-03-14')).toBeFocused();
  const all = ['03-14T19:00 03-15T02:00', '03-21T19:00 03-22T02:00'];
  expect(await listStarts(page, title)).toEqual(all);

  // Undo after another change, which may be one's own, says so and overwrites nothing.
  await changeEventElsewhere(page, made, { location: 'Pier 9' });
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expectToast(page, 'This event has changed since');
  expect(await listStarts(page, title)).toEqual(all);
});

test('a series moved by a date that differs from it cannot be moved back by Undo', {
  tag: '@all',
}, async ({ page }) => {
  const title = unique('Class');
  for (const day of ['2034-03-22', '2034-03-23']) await clearDay(page, day);
  const recurrence = { frequency: 'weekly', interval: 1, count: 2 };
  const made = await makeEvent(page, { title, day: '2034-03-22', recurrence });
  await changeEventElsewhere(page, made, {
    scope: 'one',
    startDate: '2034-03-22T19:00:00',
    endDate: '2034-03-22T20:00:00',
  });
  await page.goto(`/calendar?calendar=${made.calendarId}&month=2034-03`);
  await expect(page.getByRole('grid').getByRole('link', { name: title }).first()).toBeVisible();
  await dayButton(page, '2034-03-22').focus();
  for (const key of ['F2', 'Space']) await page.keyboard.press(key);
  await expect(page.getByText('Arrow keys choose the day')).toBeVisible();
  for (const key of ['ArrowRight', 'Enter']) await page.keyboard.press(key);
  const asking = findDialog(page, 'Move Event');
  await asking.getByRole('radio', { name: 'All events' }).check();
  await asking.getByRole('button', { name: 'Move Event' }).click();
  await expectToast(page, 'Moved to Thursday, March 23, 2034');
  // At once, because a message leaves after a while.
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
});
