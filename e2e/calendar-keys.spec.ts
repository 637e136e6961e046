/**
 * The keys of the month, as the date grid of the ARIA Authoring Practices (date picker) defines them.
 */
import {
  clearDay,
  dayButton,
  expectDayFocused,
  findPanel,
  mainCalendarId,
  makeEvent,
} from './calendar.ts';
import { waitForFocus } from './input.ts';
import { expect, signInQuickly, test } from './journey.ts';
import { findDialog, unique } from './wallets.ts';

// High enough for two events and more in each day.
test.use({ viewport: { width: 1280, height: 900 } });
test.beforeEach(({ page }) => signInQuickly(page, 'member'));

const moves: readonly [keys: string, from: string, to: string, why: string][] = [
  ['ArrowRight', '2030-05-15', '2030-05-16', 'to the next day'],
  ['ArrowRight', '2030-05-31', '2030-06-01', 'into the next month'],
  ['ArrowLeft', '2030-05-15', '2030-05-14', 'to the day before'],
  ['ArrowLeft', '2030-05-01', '2030-04-30', 'into the month before'],
  ['ArrowDown', '2030-05-15', '2030-05-22', 'to the same day of the next week'],
  ['ArrowUp', '2030-05-15', '2030-05-08', 'to the same day of the week before'],
  ['Home', '2030-05-15', '2030-05-12', 'to the first day of the week'],
  ['End', '2030-05-15', '2030-05-18', 'to the last day of the week'],
  ['PageDown', '2030-05-15', '2030-06-15', 'to the same day of the next month'],
  ['PageDown', '2030-05-31', '2030-06-30', 'to the last day where the month is shorter'],
  ['PageUp', '2030-05-15', '2030-04-15', 'to the same day of the month before'],
  ['Shift+PageDown', '2030-05-15', '2031-05-15', 'to the same day of the next year'],
  ['Shift+PageUp', '2028-02-29', '2027-02-28', 'to the last day where the year has no such day'],
];

for (const [keys, cases = []] of Object.entries(Object.groupBy(moves, ([keys]) => keys))) {
  test(`${keys} moves ${cases.map(([, , , why]) => why).join(', ')}`, async ({ page }) => {
    for (const [, from, to] of cases) {
      await page.goto(`/calendar?month=${from.slice(0, 7)}`);
      await dayButton(page, from).focus();
      await page.keyboard.press(keys);
      await expectDayFocused(page, to);
      const heading = page.getByRole('heading', { level: 3, name: formatMonth(to) });
      await expect(heading).toHaveAttribute('aria-live', 'polite');
      await expect(page.getByRole('grid', { name: formatMonth(to) })).toBeVisible();
    }
  });
}

function formatMonth(day: string): string {
  return Temporal.PlainDate.from(day).toLocaleString('en-US', { month: 'long', year: 'numeric' });
}

for (const key of ['Enter', 'Space']) {
  test(`${key} opens the form for a new event on the focused day`, async ({ page }) => {
    await page.goto('/calendar?month=2030-05');
    await dayButton(page, '2030-05-15').focus();
    await page.keyboard.press(key);
    const dialog = findDialog(page, 'Create New Event');
    await expect(dialog).toContainText('Creating event for Wednesday, May 15, 2030');
    await expect(dialog.getByLabel('Title *')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expectDayFocused(page, '2030-05-15');
  });
}

test('the month is one tab stop, and keys pressed quickly all count', async ({ page }) => {
  await makeEvent(page, { title: unique('Inside'), day: '2030-07-01' });
  await page.goto('/calendar?month=2030-07');
  await expect(page.getByRole('link', { name: /^Inside/ }).first()).toBeVisible();
  const layout = page.getByRole('radio', { name: 'Month' });
  await layout.focus();
  await page.keyboard.press('Tab');
  await expectDayFocused(page, '2030-07-01');
  await expect(page.getByText('Press Enter to create an event or F2 to go to')).toBeVisible();
  for (const key of ['PageDown', 'ArrowRight', 'PageDown', 'ArrowDown']) {
    await page.keyboard.press(key);
  }
  await expectDayFocused(page, '2030-09-09');
  await page.keyboard.press('Shift+Tab');
  await expect(layout).toBeFocused();
  await page.keyboard.press('Tab');
  await expectDayFocused(page, '2030-09-09');
  await page.keyboard.press('Tab');
  await expect(page.locator('[role=grid] :focus')).toHaveCount(0);
});

test('an arrow key moves from an event to the day focused last', async ({ page }) => {
  const title = unique('Beside');
  await makeEvent(page, { title, day: '2031-04-10' });
  await page.goto('/calendar?month=2031-04');
  const event = page.getByRole('link', { name: new RegExp(`^${title}`) });
  await expect(event).toBeVisible();
  await dayButton(page, '2031-04-09').focus();
  await event.focus();
  await page.keyboard.press('ArrowLeft');
  await expectDayFocused(page, '2031-04-09');
  await page.keyboard.press('ArrowLeft');
  await expectDayFocused(page, '2031-04-08');
});

test('F2 enters the events of a day, arrows move between them, and F2 or Escape returns', async ({
  page,
}) => {
  const word = unique('Evening');
  await clearDay(page, '2031-03-05');
  for (const part of ['a', 'b', 'c', 'd']) {
    await makeEvent(page, { title: `${word} ${part}`, day: '2031-03-05' });
  }
  await page.goto(`/calendar?calendar=${await mainCalendarId(page)}&month=2031-03`);
  const day = dayButton(page, '2031-03-05');
  const [first, second] = ['a', 'b'].map((part) =>
    page.getByRole('link', { name: `${word} ${part}, Wednesday, March 5, 2031` }),
  );
  const more = page.getByRole('button', { name: '+2 more, Wednesday, March 5, 2031' });
  await expect(more).toBeVisible();
  await day.focus();
  await page.keyboard.press('F2');
  await expect(first ?? day).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(second ?? day).toBeFocused();
  await page.keyboard.press('End');
  await expect(more).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(second ?? day).toBeFocused();
  await page.keyboard.press('F2');
  await expect(day).toBeFocused();
  await page.keyboard.press('F2');
  await page.keyboard.press('ArrowRight');
  await expectDayFocused(page, '2031-03-06');

  // Closing an event returns the focus to it; Escape returns to the day.
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('F2');
  await page.keyboard.press('Enter');
  const panel = findPanel(page, `${word} a`);
  await expect(panel.getByRole('heading', { name: `${word} a` })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(first ?? day).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(day).toBeFocused();

  await page.keyboard.press('F2');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  const list = page.getByRole('dialog', { name: 'Wednesday, March 5, 2031' });
  await expect(list.getByRole('link')).toHaveCount(4);
  await waitForFocus(page);
  await page.keyboard.press('Escape');
  await expect(more).toBeFocused();
});

test('days have full names with their number of events, and weekdays and today are announced', async ({
  page,
}) => {
  const title = unique('Alone');
  await clearDay(page, '2032-02-11');
  await makeEvent(page, { title, day: '2032-02-11' });
  await page.goto(`/calendar?calendar=${await mainCalendarId(page)}&month=2032-02`);
  await expect(page.getByRole('gridcell')).toHaveCount(42);
  for (const [day, name] of [
    ['2032-02-11', 'Wednesday, February 11, 2032, 1 event'],
    ['2032-02-12', 'Thursday, February 12, 2032, no events'],
  ] as const) {
    await expect(dayButton(page, day)).toHaveAccessibleName(name);
  }
  const cell = page.getByRole('gridcell', { name: /^Wednesday, February 11, 2032, 1 event/ });
  await expect(cell.getByRole('link')).toHaveAccessibleName(
    `${title}, Wednesday, February 11, 2032, 6:00 PM – 7:00 PM, Board`,
  );
  const weekdays = page.getByRole('columnheader');
  await expect(weekdays).toHaveText(['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']);
  await expect(weekdays.first()).toHaveAttribute('abbr', 'Sunday');
  await page.goto('/calendar');
  await expect(page.locator('[role=grid] [aria-current=date]')).toHaveCount(1);
});

test('selected days are forgotten with a click elsewhere and with another month', async ({
  page,
}) => {
  await clearDay(page, '2031-06-20');
  await page.goto('/calendar?month=2031-06');
  const selected = page.locator('[role=grid] [data-selected]');
  const select = async () => {
    await dayButton(page, '2031-06-03').focus();
    for (const key of ['Shift+ArrowRight', 'Shift+ArrowRight']) await page.keyboard.press(key);
    await expect(page.getByText('to Thursday, June 5, 2031 selected')).toBeVisible();
    await expect(selected).toHaveCount(3);
  };
  await select();
  await dayButton(page, '2031-06-20').click({ position: { x: 60, y: 60 } });
  const form = findDialog(page, 'Create New Event');
  await expect(form).toContainText('Creating event for Friday, June 20, 2031');
  await expect(form.getByLabel('End Date', { exact: true })).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await expect(selected).toHaveCount(0);

  await select();
  await page.getByRole('button', { name: 'Next month' }).click();
  await expect(page.getByRole('heading', { name: 'July 2031' })).toBeVisible();
  await page.getByRole('button', { name: 'Previous month' }).click();
  await expect(page.getByRole('heading', { name: 'June 2031' })).toBeVisible();
  await expect(selected).toHaveCount(0);
});

test('other keys and combinations with modifiers are left to the browser', async ({ page }) => {
  await page.goto(`/calendar?calendar=${await mainCalendarId(page)}&month=2030-05`);
  await dayButton(page, '2030-05-15').focus();
  for (const key of ['Control+ArrowRight', 'Alt+ArrowDown', 'a', 'F2', 'Delete']) {
    await page.keyboard.press(key);
    await expectDayFocused(page, '2030-05-15').catch((error: unknown) => {
      throw new Error(`after ${key}`, { cause: error });
    });
  }
});
