/** The view of all calendars: events, the calendar of each, and adding events. */
import type { Locator, Page } from '@playwright/test';
import { expectAccessibleInBothThemes } from './axe.ts';
import { clearDay, dayButton, findPanel, type MadeEvent } from './calendar.ts';
import { tabTo, waitForFocus } from './input.ts';
import { expect, signInQuickly, test } from './journey.ts';
import { expectToast, findAlertDialog, findDialog, findUser, send, unique } from './wallets.ts';

// High enough for two events and more in each day.
test.use({ viewport: { width: 1280, height: 900 } });
test.beforeEach(({ page }) => signInQuickly(page, 'member'));

type Calendar = { id: string; name: string; isMain: boolean };

async function findCalendars(page: Page): Promise<{ main: Calendar; learning: Calendar }> {
  const { items } = await send<{ items: Calendar[] }>(page, 'GET', '/yearly-calendars');
  const main = items.find(({ isMain }) => isMain);
  const learning = items.find(({ name }) => name === 'Learning');
  if (!main || !learning) throw new Error('the demo has a main calendar and Learning');
  return { main, learning };
}

/** Creates an event of one hour on a calendar. */
function createEvent(
  page: Page,
  calendar: Calendar,
  title: string,
  start: string,
): Promise<MadeEvent> {
  const endDate = `${start.slice(0, 11)}${String(Number(start.slice(11, 13)) + 1).padStart(2, '0')}:00:00`;
  const body = { title, startDate: `${start}:00`, endDate };
  return send(page, 'POST', `/calendars/${calendar.id}/events`, body);
}

/** Creates an event on Learning and a later one on the main calendar, on the same day. */
async function createEventPair(page: Page, day: string): Promise<{ early: string; late: string }> {
  const { main, learning } = await findCalendars(page);
  for (const { id } of [main, learning]) await clearDay(page, day, id);
  const [early, late] = [unique('Workshop'), unique('Dinner')];
  await createEvent(page, main, late, `${day}T18:00`);
  await createEvent(page, learning, early, `${day}T08:00`);
  return { early, late };
}

const findCalendarSelect = (page: Page): Locator => page.getByLabel('Select Calendar');
const findInGrid = (page: Page, title: string): Locator =>
  page.getByRole('grid').getByRole('link', { name: title });

test('all calendars are the default, each can be switched off, and one can be chosen', async ({
  page,
}) => {
  const { main } = await findCalendars(page);
  const { early, late } = await createEventPair(page, '2035-03-17');
  await page.goto('/calendar?month=2035-03');
  await expect(findCalendarSelect(page)).toHaveValue('all');
  await page.getByRole('switch', { name: 'Learning' }).uncheck();
  await expect(findInGrid(page, early)).toHaveCount(0);
  await expect(findInGrid(page, late)).toBeVisible();
  await page.reload();
  await expect(findInGrid(page, late)).toBeVisible();
  await expect(findInGrid(page, early)).toHaveCount(0);
  await page.getByRole('switch', { name: 'Learning' }).check();
  await expect(findInGrid(page, early)).toBeVisible();
  // The agenda lists the days with events, and the choice of it is kept.
  await page.getByText('Agenda', { exact: true }).click();
  await expect(page).toHaveURL(/layout=agenda/);
  await page.goto('/calendar?month=2035-03');
  const day = page.getByRole('region', { name: 'Saturday, March 17, 2035' });
  await expect(day.getByRole('link')).toContainText([early, late]);
  await expectAccessibleInBothThemes(page, 'the agenda');
  await page.getByText('Month', { exact: true }).click();
  await expect(page.getByRole('grid')).toBeVisible();
  await findCalendarSelect(page).selectOption(main.id);
  await expect(findInGrid(page, late)).toHaveAccessibleName(
    `${late}, Saturday, March 17, 2035, 6:00 PM – 7:00 PM, Board`,
  );
  await expect(findInGrid(page, early)).toHaveCount(0);

  await findCalendarSelect(page).selectOption({ label: 'All calendars' });
  await expect(page).toHaveURL(/calendar=all/);
  const cell = page.getByRole('gridcell', { name: /^Saturday, March 17, 2035/ });
  await expect(cell.getByRole('link')).toHaveText([early, late]);
  await expect(findInGrid(page, early)).toHaveAccessibleName(
    `${early}, Saturday, March 17, 2035, 8:00 AM – 9:00 AM, Board, Learning`,
  );
  await expect(dayButton(page, '2035-03-17')).toHaveAccessibleName(/, 2 events$/);

  await findInGrid(page, early).click();
  await expect(findPanel(page, early)).toContainText('CalendarLearning');
  await expect(findPanel(page, early)).toHaveAccessibleDescription(/ · Learning$/);
  await page.reload();
  await expect(findPanel(page, early)).toContainText('CalendarLearning');
  await expect(findCalendarSelect(page)).toHaveValue('all');
  await page.keyboard.press('Escape');
  await expect(findPanel(page, early)).toBeHidden();
  await expect(page).toHaveURL(/calendar\?month=2035-03&layout=month&calendar=all$/);
  await findInGrid(page, late).click();
  await expect(findPanel(page, late)).toContainText(`Calendar${main.name}`);
  await page.goBack();
  await expect(findPanel(page, late)).toBeHidden();

  await page.getByRole('button', { name: 'Next month' }).click();
  const views = page.getByRole('navigation', { name: 'View' });
  await page.goto(`${page.url()}&view=overview`);
  await views.getByRole('link', { name: 'Calendar' }).click();
  await expect(findCalendarSelect(page)).toHaveValue('all');
  await expect(page.getByRole('heading', { name: 'April 2035' })).toBeVisible();
  // An event's link keeps the view of all calendars and the event's own calendar.
  await page.goto('/calendar?calendar=all&month=2035-03');
  await page.goto((await findInGrid(page, early).getAttribute('href')) ?? '');
  await expect(findPanel(page, early)).toContainText('CalendarLearning');
  await expect(findCalendarSelect(page)).toHaveValue('all');
});

test('a key names the colors of the shown events, and the switches of the calendars have none', async ({
  page,
}) => {
  const { main, learning } = await findCalendars(page);
  for (const { id } of [main, learning]) await clearDay(page, '2035-04-18', id);
  type Categories = { items: { color: string; name: string }[] };
  const { items } = await send<Categories>(page, 'GET', '/event-categories');
  const [first, second] = [items[0], items[3]];
  if (!first || !second) throw new Error('the demo has more categories');
  for (const [calendar, { color }] of [
    [learning, second],
    [main, first],
  ] as const) {
    const times = { startDate: '2035-04-18T18:00:00', endDate: '2035-04-18T19:00:00' };
    const body = { title: unique('Hue'), ...times, categoryColor: color };
    await send(page, 'POST', `/calendars/${calendar.id}/events`, body);
  }
  const names = page.getByRole('list', { name: 'Categories' }).getByRole('listitem');
  await page.goto('/calendar?month=2035-04&layout=month');
  await expect(names).toHaveText([first.name, second.name]);
  // Only the colors that are on the shown days.
  await page.getByRole('switch', { name: 'Learning' }).uncheck();
  await expect(names).toHaveText([first.name]);
  await page.getByRole('switch', { name: 'Learning' }).check();
  const switches = page.getByRole('group', { name: 'Shown Calendars' });
  expect(await switches.evaluate((element) => element.innerHTML)).not.toContain('--hue');
  await page.goto('/calendar?week=2035-04-18&layout=week');
  await expect(names).toHaveText([first.name, second.name]);
  await page.goto('/calendar?week=2035-04-22&layout=week');
  await expect(page.getByRole('grid')).toBeVisible();
  await expect(names).toHaveCount(0);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/calendar?month=2035-04&layout=month');
  await expect(names).toHaveText([first.name, second.name]);
});

test('an event is created on the chosen calendar, and changed and deleted there', async ({
  page,
}) => {
  const { main, learning } = await findCalendars(page);
  const title = unique('Course');
  for (const { id } of [main, learning]) await clearDay(page, '2035-05-19', id);
  await page.goto('/calendar?calendar=all&month=2035-05');
  await dayButton(page, '2035-05-19').click({ position: { x: 60, y: 60 } });
  const creating = findDialog(page, 'Create New Event');
  const calendar = creating.getByLabel('Calendar', { exact: true });
  await expect(calendar).toHaveValue(main.id);
  await calendar.selectOption({ label: 'Learning' });
  await creating.getByLabel('Title *').fill(title);
  await creating.getByRole('button', { name: 'Create Event' }).click();
  await expectToast(page, 'Event created successfully!');
  await findInGrid(page, title).click();
  const panel = findPanel(page, title);
  await expect(panel).toContainText('CalendarLearning');

  await panel.getByRole('button', { name: 'Edit' }).click();
  const editing = findDialog(page, 'Edit Event');
  await editing.getByLabel('Title *').fill(`${title} two`);
  await editing.getByRole('button', { name: 'Update Event' }).click();
  await expectToast(page, 'Event updated successfully');
  await expect(findPanel(page, `${title} two`)).toContainText('CalendarLearning');
  await expect(findInGrid(page, `${title} two`)).toBeVisible();
  const window = 'startDate=2035-05-19&endDate=2035-05-19';
  const path = `/calendars/${learning.id}/events?${window}`;
  const { items } = await send<{ items: { title: string }[] }>(page, 'GET', path);
  expect(items.map((each) => each.title)).toContain(`${title} two`);

  await findPanel(page, `${title} two`).getByRole('button', { name: 'Delete' }).click();
  await findAlertDialog(page, 'Delete Event').getByRole('button', { name: 'Delete' }).click();
  await expect(findInGrid(page, title)).toHaveCount(0);
  await expect(page).toHaveURL(/calendar\?calendar=all&month=2035-05$/);
});

test('the page of a member links to their event, whichever calendar it is on', async ({ page }) => {
  const { learning } = await findCalendars(page);
  const title = unique('Seminar');
  // Soon, because the page lists only the next events.
  const day = Temporal.Now.plainDateISO('America/Los_Angeles').add({ days: 1 }).toString();
  const made = await createEvent(page, learning, title, `${day}T08:00`);
  const reply = { answer: 'going', guests: 0 };
  await send(page, 'PUT', `/events/occurrences/${made.occurrenceId}/rsvp`, reply);
  const { id } = await findUser(page, 'Maya Chen');
  await page.goto(`/members/${id}`);
  await page.getByRole('link', { name: title }).click();
  await expect(findPanel(page, title)).toContainText('CalendarLearning');
  await expect(page).toHaveURL(new RegExp(`month=${day.slice(0, 7)}`));
  await clearDay(page, day, learning.id);
});

test('the view of all calendars can be used with the keyboard alone', async ({ page }) => {
  const { early, late } = await createEventPair(page, '2035-07-14');
  const title = unique('Typed');
  await page.goto('/calendar?month=2035-07');
  await expect(findInGrid(page, late)).toBeVisible();
  await expect(findInGrid(page, early)).toBeVisible();
  await dayButton(page, '2035-07-14').focus();
  await page.keyboard.press('F2');
  await expect(findInGrid(page, early)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(findInGrid(page, late)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(findPanel(page, early)).toContainText('CalendarLearning');
  await waitForFocus(page);
  await page.keyboard.press('Escape');
  await expect(findInGrid(page, early)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dayButton(page, '2035-07-14')).toBeFocused();
  await page.keyboard.press('Enter');
  const creating = findDialog(page, 'Create New Event');
  await expect(creating.getByLabel('Title *')).toBeFocused();
  await page.keyboard.type(title);
  await tabTo(page, creating.getByLabel('Calendar', { exact: true }), { key: 'Shift+Tab' });
  await page.keyboard.type('Learn');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Event created successfully!');
  await expect(dayButton(page, '2035-07-14')).toBeFocused();
  // The keys move through the events shown; the new one appears when the month is reloaded.
  await expect(findInGrid(page, title)).toBeVisible();
  await page.keyboard.press('F2');
  await page.keyboard.press('ArrowDown');
  await expect(findInGrid(page, title)).toBeFocused();
  await expect(findInGrid(page, title)).toHaveAccessibleName(/, Learning$/);
});

test('a renamed calendar shows its new name at once in the view of all calendars', async ({
  page,
}) => {
  const name = unique('Rowing');
  const calendar = await send<Calendar>(page, 'POST', '/yearly-calendars', { name });
  const title = unique('Regatta');
  await createEvent(page, calendar, title, '2035-08-18T10:00');
  await page.goto('/calendar?calendar=all&month=2035-08');
  await expect(findInGrid(page, title)).toHaveAccessibleName(new RegExp(`, ${name}$`));
  // The form to rename a calendar opens only from its own view.
  await findCalendarSelect(page).selectOption({ label: name });
  await page.getByRole('button', { name: 'Calendars' }).click();
  await page.getByRole('menuitem', { name: `Edit ${name}` }).click();
  const editing = findDialog(page, 'Edit Calendar');
  await editing.getByLabel('Name *').fill(`${name} club`);
  await editing.getByRole('button', { name: 'Update Calendar' }).click();
  await expectToast(page, 'Calendar updated successfully');
  await findCalendarSelect(page).selectOption({ label: 'All calendars' });
  await expect(findInGrid(page, title)).toHaveAccessibleName(new RegExp(`, ${name} club$`));
});

test('a chapter with one calendar offers no choice and ignores calendar=all', async ({ page }) => {
  const { main } = await findCalendars(page);
  await page.route(/\/api\/yearly-calendars$/, async (route) => {
    const reply = await route.fetch();
    const all = await reply.json();
    await route.fulfill({ response: reply, json: { ...all, items: [all.items[0]] } });
  });
  await page.goto('/calendar?calendar=all');
  await expect(findCalendarSelect(page)).toHaveValue(main.id);
  await expect(findCalendarSelect(page).getByRole('option')).toHaveText([main.name]);
  await page.goto('/calendar?calendar=all&create=2035-09-12');
  const creating = findDialog(page, 'Create New Event');
  await expect(creating.getByLabel('Title *')).toBeVisible();
  await expect(creating.getByLabel('Calendar', { exact: true })).toHaveCount(0);
});

test.describe('loading fails', () => {
  test.use({ allowFailedRequests: true });
  test('events that fail to load can be retried', async ({ page }) => {
    const { early } = await createEventPair(page, '2035-10-13');
    let isDown = true;
    await page.route(/\/api\/calendars\/events\?/, (route) =>
      isDown ? route.abort() : route.continue(),
    );
    await page.goto('/calendar?calendar=all&month=2035-10');
    await expect(page.getByText("Couldn't load events.")).toBeVisible();
    isDown = false;
    await page.getByRole('button', { name: 'Retry' }).first().click();
    await expect(findInGrid(page, early)).toBeVisible();
  });
});

for (const width of [360, 768, 1280]) {
  test.describe(`${width} px`, () => {
    test.use({ colorScheme: 'light', viewport: { width, height: 800 } });
    test('the month, a day, an event and the form are accessible', async ({ page }) => {
      const { early } = await createEventPair(page, '2035-11-17');
      const long = `${unique('Forum')} ${'of all attendees '.repeat(4)}`.slice(0, 99).trim();
      const calendar = await send<Calendar>(page, 'POST', '/yearly-calendars', { name: long });
      const third = unique('Third');
      await createEvent(page, calendar, third, '2035-11-17T20:00');
      await page.goto('/calendar?calendar=all&month=2035-11&day=2035-11-17');
      const list = width < 640 ? page.getByRole('region') : page.getByRole('dialog');
      const dayList = list.and(page.getByLabel('Saturday, November 17, 2035'));
      await expect(dayList.getByRole('link', { name: early })).toContainText('Learning');
      await expect(dayList.getByRole('link', { name: third })).toContainText(long);
      await expectAccessibleInBothThemes(page, 'the day of all calendars');
      await dayList.getByRole('link', { name: third }).click();
      await expect(findPanel(page, third)).toContainText(long);
      await expectAccessibleInBothThemes(page, 'an event of all calendars', '[data-sheet]');
      await page.goto('/calendar?calendar=all&create=2035-11-17');
      const creating = findDialog(page, 'Create New Event');
      await expect(creating.getByLabel('Calendar', { exact: true })).toBeVisible();
      await expectAccessibleInBothThemes(page, 'the form', '[role=dialog]');
    });
  });
}
