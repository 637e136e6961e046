/** The calendar: the month, several calendars, the overview, and a phone. */
import type { Page } from '@playwright/test';
import { clearDay, dayButton, findPanel, mainCalendarId, makeEvent } from './calendar.ts';
import { expect, signInQuickly, test } from './journey.ts';
import { expectToast, findDialog, send, unique } from './wallets.ts';

// High enough for two events and more in each day.
test.use({ viewport: { width: 1280, height: 900 } });
test.beforeEach(({ page }) => signInQuickly(page, 'member'));

test.describe('the live calendar', () => {
  test('the calendar shows its month, and the address keeps the chosen month', async ({ page }) => {
    await page.goto('/calendar');
    await expect(page.getByRole('heading', { level: 1, name: 'Calendar' })).toBeVisible();
    await expect(page.getByText('Manage your events and schedule')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Event Calendar' })).toBeVisible();
    await expect(page.getByText('Click on any date to create a new event')).toBeVisible();
    const select = page.getByLabel('Select Calendar');
    await expect(select).toHaveValue('all');
    await expect(page.getByRole('gridcell')).toHaveCount(42);
    const lastRow = await page.getByRole('gridcell').last().boundingBox();
    expect((lastRow?.y ?? 0) + (lastRow?.height ?? 0)).toBeLessThanOrEqual(900);
    // Where the system chooses the colors, backgrounds say nothing.
    await page.emulateMedia({ forcedColors: 'active' });
    await expect(page.locator('main a[aria-current=page]')).toHaveCSS('outline-style', 'solid');
    await page.emulateMedia({ forcedColors: 'none' });

    await page.goto('/calendar?month=2030-12');
    await page.getByRole('button', { name: 'Next month' }).click();
    await expect(page.getByRole('heading', { name: 'January 2031' })).toBeVisible();
    await expect(page).toHaveURL(/month=2031-01/);
    await page.getByRole('button', { name: 'Previous month' }).click();
    await expect(page.getByRole('heading', { name: 'December 2030' })).toBeVisible();
    await page.keyboard.press('t');
    await expect(page.locator('[role=grid] [aria-current=date]')).toHaveCount(1);
    await page.goto('/calendar?month=2030-12');
    await page.getByRole('button', { name: 'Today' }).click();
    await expect(page.locator('[role=grid] [aria-current=date]')).toHaveCount(1);
    await page.goto('/calendar?month=2030-12');

    await select.selectOption({ label: 'Learning' });
    await expect(page).toHaveURL(/calendar=/);
    await page.reload();
    await expect(select.locator('option:checked')).toHaveText('Learning');
    await expect(page.getByRole('heading', { name: 'December 2030' })).toBeVisible();
  });

  test('the weeks of a month share the height of the window, also beside an open panel', async ({
    page,
  }) => {
    const word = unique('Fits');
    await clearDay(page, '2036-05-14');
    for (const part of ['a', 'b', 'c']) {
      await makeEvent(page, { title: `${word} ${part}`, day: '2036-05-14' });
    }
    const day = page.getByRole('gridcell', { name: /^Wednesday, May 14, 2036/ });
    const findEnd = async () => {
      const last = await page.getByRole('gridcell').last().boundingBox();
      return (last?.y ?? 0) + (last?.height ?? 0);
    };
    await page.goto(`/calendar?calendar=${await mainCalendarId(page)}&month=2036-05`);
    // What is more would take as much room as the third.
    await expect(day.getByRole('link')).toHaveCount(3);
    await day.getByRole('link', { name: `${word} a` }).click();
    await expect(findPanel(page, `${word} a`)).toBeVisible();
    // The controls stay in a row, so that nothing of the month is lost.
    await expect(day.getByRole('link')).toHaveCount(3);
    expect(await findEnd()).toBeLessThanOrEqual(900);
    await page.keyboard.press('Escape');
    await expect(day.getByRole('link')).toHaveCount(3);
    expect(await findEnd()).toBeLessThanOrEqual(900);
    // Nothing scrolls, and a higher window has higher rows.
    const findHeight = () => page.evaluate(() => document.documentElement.scrollHeight);
    await expect.poll(findHeight).toBe(900);
    await page.setViewportSize({ width: 1280, height: 1080 });
    await expect.poll(findEnd).toBeGreaterThan(1000);
    expect(await findEnd()).toBeLessThanOrEqual(1080);
  });

  test('calendars and months show the specified texts while loading', async ({ page }) => {
    let answer = () => {};
    const requested = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/\/api\/yearly-calendars/, async (route) => {
      await requested;
      await route.continue();
    });
    await page.goto('/calendar');
    const select = page.getByLabel('Select Calendar');
    await expect(select.locator('option:checked')).toHaveText('Loading calendars...');
    await expect(page.getByText('Loading calendar...', { exact: true })).toBeVisible();
    answer();
    await expect(select.locator('option:checked')).toHaveText('All calendars');
    await expect(page.getByText('Loading calendar...', { exact: true })).toBeHidden();
  });

  test('a day shows two chips in their colors and the rest in its list', async ({ page }) => {
    const word = unique('Busy');
    await clearDay(page, '2033-04-13');
    for (const [part, categoryColor] of [
      ['a', '2563eb'],
      ['b', '7c3aed'],
      ['c', '059669'],
      ['d', 'dc2626'],
    ] as const) {
      await makeEvent(page, { title: `${word} ${part}`, day: '2033-04-13', categoryColor });
    }
    await page.goto(`/calendar?calendar=${await mainCalendarId(page)}&month=2033-04`);
    const chips = page.getByRole('gridcell', { name: /^Wednesday, April 13, 2033/ });
    await expect(chips.getByRole('link')).toHaveText([`${word} a`, `${word} b`]);
    const edge = (at: number) =>
      chips
        .getByRole('link')
        .nth(at)
        .evaluate((chip) => getComputedStyle(chip).borderLeftColor);
    expect([await edge(0), await edge(1)]).toEqual(['rgb(37, 99, 235)', 'rgb(124, 58, 237)']);
    await chips.getByRole('button', { name: '+2 more' }).click();
    const list = page.getByRole('dialog', { name: 'Wednesday, April 13, 2033' });
    await expect(list).toContainText('4 events');
    await expect(page).toHaveURL(/day=2033-04-13/);
    await list.getByRole('link', { name: `${word} d` }).click();
    await expect(findPanel(page, `${word} d`)).toBeVisible();
    await page.goBack();
    await expect(findPanel(page, `${word} d`)).toBeHidden();
    await expect(list).toBeVisible();
    await page.goBack();
    await expect(list).toBeHidden();

    // The month that is shown next does not have the events of the day.
    await chips.getByRole('button', { name: '+2 more' }).click();
    await expect(list).toContainText('4 events');
    await page.getByRole('button', { name: 'Next month' }).click();
    await expect(page.getByRole('heading', { name: 'May 2033' })).toBeVisible();
    await expect(list).toBeHidden();
    await expect(page).not.toHaveURL(/day=/);
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'April 2033' })).toBeVisible();
    await expect(list).toBeHidden();
  });

  test('an event over several days is one bar in each week, and all rows are equally high', async ({
    page,
  }) => {
    const [gala, full] = [unique('Gala'), unique('Full')];
    const calendarId = await mainCalendarId(page);
    const path = `/calendars/${calendarId}/events`;
    for (const day of ['2033-09-16', '2033-09-17', '2033-09-18']) await clearDay(page, day);
    const made = await send<{ occurrenceId: string }>(page, 'POST', path, {
      title: gala,
      startDate: '2033-09-16T18:00:00',
      endDate: '2033-09-18T12:00:00',
    });
    for (const part of ['a', 'b', 'c'])
      await makeEvent(page, { title: `${full} ${part}`, day: '2033-09-17' });
    const rsvp = `/events/occurrences/${made.occurrenceId}/rsvp`;
    await send(page, 'PUT', rsvp, { answer: 'going', guests: 0 });
    await page.goto(`/calendar?calendar=${calendarId}&month=2033-09`);
    const bars = page.getByRole('grid').getByRole('link', { name: gala });
    await expect(bars).toHaveCount(2);
    await expect(bars.first().locator('[data-start]')).toHaveAttribute('data-start', '6 PM');
    await expect(bars.first()).toHaveAccessibleName(/, you are going$/);
    const [bar, rest, day] = await Promise.all([
      bars.first().boundingBox(),
      bars.last().boundingBox(),
      dayButton(page, '2033-09-16').boundingBox(),
    ]);
    expect((bar?.width ?? 0) / (day?.width ?? 1)).toBeGreaterThan(1.8);
    expect((rest?.width ?? 0) / (day?.width ?? 1)).toBeLessThan(1.01);
    await expect(
      page.getByRole('button', { name: /^\+2 more, Saturday, September 17/ }),
    ).toBeVisible();
    const heights = await page
      .locator('[role=grid] tbody tr')
      .evaluateAll((rows) => rows.map((row) => Math.round(row.getBoundingClientRect().height)));
    expect(Math.max(...heights) - Math.min(...heights)).toBeLessThanOrEqual(1);
    // The second day reaches the bar too.
    await dayButton(page, '2033-09-17').focus();
    await page.keyboard.press('F2');
    await expect(bars.first()).toBeFocused();
  });

  test('the month chosen while an event is open remains after the event closes', async ({
    page,
  }) => {
    const { title } = await makeEvent(page, { title: unique('Beside'), day: '2036-02-13' });
    await page.goto('/calendar?month=2036-02');
    await page.getByRole('gridcell').getByRole('link', { name: title }).click();
    await expect(findPanel(page, title)).toBeVisible();
    await page.getByRole('button', { name: 'Next month' }).click();
    await expect(page.getByRole('heading', { name: 'March 2036' })).toBeVisible();
    await findPanel(page, title).getByRole('button', { name: 'Close panel' }).click();
    await expect(findPanel(page, title)).toBeHidden();
    await expect(page).not.toHaveURL(/event=/);
    await expect(page.getByRole('heading', { name: 'March 2036' })).toBeVisible();
  });
});

test('calendars are created and renamed, and the main calendar remains the main one', async ({
  page,
}) => {
  const before = await mainCalendarId(page);
  const name = unique('Sailing');
  await page.goto('/calendar?month=2034-09');
  await page.getByRole('button', { name: 'Calendars' }).click();
  await page.getByRole('menuitem', { name: 'New Calendar' }).click();
  const creating = findDialog(page, 'Create New Calendar');
  await creating.getByRole('button', { name: 'Create Calendar' }).click();
  await expect(creating).toContainText('Name is required');
  await creating.getByLabel('Name *').fill(name);
  await page.keyboard.press('Enter');
  await expectToast(page, 'Calendar created successfully');
  const select = page.getByLabel('Select Calendar');
  await expect(select.locator('option:checked')).toHaveText(name);

  await page.getByRole('button', { name: 'Calendars' }).press('Enter');
  await page.getByRole('menuitem', { name: `Edit ${name}` }).press('Enter');
  const editing = findDialog(page, 'Edit Calendar');
  await editing.getByLabel('Name *').fill(`${name} club`);
  await editing.getByRole('button', { name: 'Update Calendar' }).click();
  await expectToast(page, 'Calendar updated successfully');
  await expect(select.locator('option:checked')).toHaveText(`${name} club`);
  expect(await mainCalendarId(page)).toBe(before);
});

test('the month links to the list of upcoming events and back', async ({ page }) => {
  await page.goto('/calendar?month=2034-11');
  const views = page.getByRole('navigation', { name: 'View' });
  const current = views.locator('[aria-current=page]');
  await expect(current).toHaveText(['Calendar']);
  await expect(page.getByRole('grid')).toBeVisible();
  await views.getByRole('link', { name: 'Events' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Upcoming Events' })).toBeVisible();
  await expect(current).toHaveText(['Events']);
  const areas = page.getByRole('navigation', { name: 'Main' });
  await expect(areas.locator('[aria-current=page]')).toHaveText(['Events']);
  await areas.getByRole('link', { name: 'Calendar' }).click();
  await expect(page.getByRole('grid')).toBeVisible();
});

test.describe('the overview', () => {
  test('shows sample content and says so', async ({ page }) => {
    await page.goto('/calendar?month=2034-11');
    const views = page.getByRole('navigation', { name: 'View' });
    await expect(page.getByRole('grid')).toBeVisible();
    await expect(views.getByRole('link')).toHaveText(['Calendar', 'Events']);
    await page.goto('/calendar?month=2034-11&view=overview');
    await expect(views.locator('[aria-current=page]')).toHaveText(['Overview']);
    await expect(page.getByRole('heading', { level: 1, name: 'Upcoming Events' })).toBeVisible();
    await expect(page.getByText('Sample content:')).toBeVisible();
    for (const name of ['Events This Month', 'Total RSVPs', 'Days Until Next Event']) {
      await expect(page.getByRole('term').filter({ hasText: name })).toBeVisible();
    }
    const findCards = page.getByRole('list', { name: 'Sample events' }).getByRole('region');
    await expect(findCards).toHaveCount(4);
    for (const card of await findCards.all()) {
      await expect(card).toContainText('UPCOMING');
      await expect(card).toContainText(/\d+ attending/);
      await expect(card).toContainText(/RSVP by \w+ \d+, \d{4}/);
      for (const name of ['View Details', 'RSVP Now']) {
        const button = card.getByRole('button', { name });
        await expect(button).toBeDisabled();
        await expect(button).toHaveAccessibleDescription(/sample/);
      }
    }
    await expect(page.getByRole('heading', { name: 'Browse Event Archive' })).toBeVisible();
    await page.getByRole('button', { name: 'Add New Event' }).click();
    await expect(findDialog(page, 'Create New Event')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(findDialog(page, 'Create New Event')).toBeHidden();
    await page.getByRole('link', { name: 'Browse Event Archive' }).click();
    await expect(page).toHaveURL(/\/events/);
    await page.goBack();
    await views.getByRole('link', { name: 'Calendar' }).click();
    await expect(page).toHaveURL(/calendar\?month=2034-11$/);
    await expect(page.getByRole('grid')).toBeVisible();
  });
});

/** The rows of controls above the days, below a line of the window. */
const countControlRows = (page: Page, below = 0): Promise<number> =>
  page.getByRole('main').evaluate((main, top) => {
    const grid = main.querySelector('[role=grid]')?.getBoundingClientRect().top ?? 0;
    const middles = [...main.querySelectorAll('a, button, input, select')]
      .filter((control) => control.checkVisibility())
      .map((control) => control.getBoundingClientRect())
      .map((box) => box.top + box.height / 2);
    return new Set(middles.filter((y) => y > top && y < grid).map(Math.round)).size;
  }, below);

test.describe('a narrow calendar', () => {
  test('has one row of controls of its own, with the calendars in View Options', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 768, height: 900 });
    await page.goto('/calendar?layout=month&month=2036-04');
    const learning = page.getByRole('switch', { name: 'Learning' });
    const button = page.getByRole('button', { name: 'View Options' });
    await expect(button).toBeVisible();
    await expect(learning).toHaveCount(0);
    expect(await countControlRows(page)).toBe(2);
    await button.click();
    await learning.uncheck();
    await expect(learning).not.toBeChecked();
    await page.keyboard.press('Escape');
    await expect(button).toBeFocused();

    // Beside a panel, too.
    await page.setViewportSize({ width: 1280, height: 900 });
    await expect(learning).toBeVisible();
    await expect(button).toHaveCount(0);
    const { title } = await makeEvent(page, { title: unique('Narrow'), day: '2036-04-23' });
    await page.reload();
    await page.getByRole('gridcell').getByRole('link', { name: title }).click();
    await expect(findPanel(page, title)).toBeVisible();
    await expect(learning).toHaveCount(0);
    expect(await countControlRows(page)).toBe(2);
  });
});

test.describe('a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('shows dots in the days and the list of the selected day, from which events open', async ({
    page,
  }) => {
    const word = unique('Small');
    await makeEvent(page, { title: `${word} a`, day: '2036-04-16' });
    await makeEvent(page, { title: `${word} b`, day: '2036-04-16' });
    await page.goto('/calendar?layout=month&month=2036-04');
    await dayButton(page, '2036-04-16').click();
    const list = page.getByRole('region', { name: 'Wednesday, April 16, 2036' });
    await expect(list.getByRole('link', { name: word })).toHaveCount(2);
    await expect(page.getByRole('grid').getByRole('link')).toHaveCount(0);
    await list.getByRole('link', { name: `${word} b` }).click();
    await expect(findPanel(page, `${word} b`)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(list.getByRole('link', { name: `${word} b` })).toBeFocused();

    // The next month has the list of one of its own days, also if only the day asked for a month.
    await page.goto('/calendar?day=2036-04-16');
    await expect(list.getByRole('link', { name: word })).toHaveCount(2);
    await page.getByRole('button', { name: 'Next month' }).click();
    await expect(page.getByRole('region', { name: 'Thursday, May 1, 2036' })).toBeVisible();
    await expect(list).toHaveCount(0);
  });

  test('today is shown from any month or days, also after a day was chosen', async ({ page }) => {
    const now = page.locator('[data-now]');
    for (const show of [
      () => page.getByRole('button', { name: 'Today' }).click(),
      () => page.keyboard.press('t'),
    ]) {
      await page.goto('/calendar?layout=week&day=2036-04-16');
      await expect(page.getByRole('heading', { name: 'Apr 16 – 18, 2036' })).toBeVisible();
      await show();
      await expect(now).toHaveCount(1);
      await expect(page).not.toHaveURL(/day=/);
    }
    await page.goto('/calendar?layout=month&day=2036-04-16');
    await page.getByRole('button', { name: 'Today' }).click();
    await expect(page.locator('[aria-current=date]')).toHaveCount(1);
    await expect(page.getByRole('gridcell', { selected: true })).toHaveCount(1);
    await expect(page.locator('[aria-selected] [aria-current=date]')).toHaveCount(1);
  });

  test("one's own RSVP is beside each event of the month and the agenda", async ({ page }) => {
    const [sail, walk] = [unique('Sail'), unique('Walk')];
    for (const [title, answer] of [
      [sail, 'going'],
      [walk, 'maybe'],
    ] as const) {
      const { occurrenceId } = await makeEvent(page, { title, day: '2036-07-16' });
      const path = `/events/occurrences/${occurrenceId}/rsvp`;
      await send(page, 'PUT', path, { answer, guests: 0 });
    }
    for (const layout of ['month', 'agenda']) {
      await page.goto(`/calendar?layout=${layout}&month=2036-07&day=2036-07-16`);
      const list = page.getByRole('region', { name: 'Wednesday, July 16, 2036' });
      const find = (name: string) => list.getByRole('link', { name });
      await expect(find(sail)).toHaveAccessibleName(/Your RSVP: Going$/);
      await expect(find(walk)).toHaveAccessibleName(/Your RSVP: Maybe$/);
    }
  });

  test('has two rows of controls above the days, and the others in View Options', async ({
    page,
  }) => {
    await page.goto('/calendar?layout=month&month=2036-04');
    await expect(page.getByRole('gridcell')).toHaveCount(42);
    const title = await page.getByRole('heading', { level: 1 }).boundingBox();
    expect(await countControlRows(page, (title?.y ?? 0) + 44)).toBe(2);

    const button = page.getByRole('button', { name: 'View Options' });
    await button.click();
    const options = page.getByRole('group', { name: 'View Options' });
    await options.getByRole('switch', { name: 'Forums' }).uncheck();
    await options.getByLabel('Select Calendar').selectOption({ label: 'Learning' });
    await expect(page).toHaveURL(/calendar=(?!all)/);
    await options.getByText('Agenda', { exact: true }).click();
    await expect(page).toHaveURL(/layout=agenda/);
    await expect(options).toHaveCount(0);
    await expect(button).toBeFocused();
    await button.press('Enter');
    await expect(options.getByRole('radio', { name: 'Agenda' })).toBeChecked();
    await page.keyboard.press('Escape');
    await expect(button).toBeFocused();
  });

  test('the agenda goes on to the next month, by a button that keeps the focus', async ({
    page,
  }) => {
    await page.goto('/calendar?layout=agenda&month=2036-12');
    await page.getByRole('button', { name: 'Show January 2037' }).click();
    await expect(page.getByRole('heading', { name: 'January 2037' })).toBeInViewport();
    await expect(page).toHaveURL(/month=2037-01/);
    await expect(page.getByRole('button', { name: 'Show February 2037' })).toBeFocused();
  });
});
