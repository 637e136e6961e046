/** All calendars of the chapter together: what is on, of which calendar it is, and adding to it. */
import type { Locator, Page } from '@playwright/test';
import { expectAccessibleInBothThemes } from './axe.ts';
import { clearDay, dayButton, type MadeEvent, panelOf } from './calendar.ts';
import { expect, signInQuickly, test } from './journey.ts';
import { dialogNamed, expectToast, questionNamed, send, unique } from './wallets.ts';

test.beforeEach(({ page }) => signInQuickly(page, 'member'));

type Calendar = { id: string; name: string; isMain: boolean };

async function calendarsOf(page: Page): Promise<{ main: Calendar; learning: Calendar }> {
  const { items } = await send<{ items: Calendar[] }>(page, 'GET', '/yearly-calendars');
  const main = items.find(({ isMain }) => isMain);
  const learning = items.find(({ name }) => name === 'Learning');
  if (!main || !learning) throw new Error('the demo has a main calendar and Learning');
  return { main, learning };
}

/** On that calendar, for an hour. */
function make(page: Page, calendar: Calendar, title: string, start: string): Promise<MadeEvent> {
  const endDate = `${start.slice(0, 11)}${String(Number(start.slice(11, 13)) + 1).padStart(2, '0')}:00:00`;
  const body = { title, startDate: `${start}:00`, endDate };
  return send(page, 'POST', `/calendars/${calendar.id}/events`, body);
}

/** One event of Learning before one of the main calendar, on the same day. */
async function makeBoth(page: Page, day: string): Promise<{ early: string; late: string }> {
  const { main, learning } = await calendarsOf(page);
  for (const { id } of [main, learning]) await clearDay(page, day, id);
  const [early, late] = [unique('Workshop'), unique('Dinner')];
  await make(page, main, late, `${day}T18:00`);
  await make(page, learning, early, `${day}T08:00`);
  return { early, late };
}

const chooseOf = (page: Page): Locator => page.getByLabel('Select Calendar');
const inGrid = (page: Page, title: string): Locator =>
  page.getByRole('grid').getByRole('link', { name: title });

test('the main calendar is shown first; all of them by choice, and as long as one likes', async ({
  page,
}) => {
  const { main } = await calendarsOf(page);
  const { early, late } = await makeBoth(page, '2035-03-17');
  await page.goto('/calendar?month=2035-03');
  await expect(chooseOf(page)).toHaveValue(main.id);
  await expect(inGrid(page, late)).toHaveAccessibleName(
    `${late}, Saturday, March 17, 2035, 6:00 PM – 7:00 PM`,
  );
  await expect(inGrid(page, early)).toHaveCount(0);

  await chooseOf(page).selectOption({ label: 'All calendars' });
  await expect(page).toHaveURL(/calendar=all/);
  const cell = page.getByRole('gridcell', { name: /^Saturday, March 17, 2035/ });
  await expect(cell.getByRole('link')).toHaveText([early, late]);
  await expect(inGrid(page, early)).toHaveAccessibleName(
    `${early}, Saturday, March 17, 2035, 8:00 AM – 9:00 AM, Learning`,
  );
  await expect(dayButton(page, '2035-03-17')).toHaveAccessibleName(/, 2 events$/);

  await inGrid(page, early).click();
  await expect(panelOf(page, early)).toContainText('CalendarLearning');
  await page.reload();
  await expect(panelOf(page, early)).toContainText('CalendarLearning');
  await expect(chooseOf(page)).toHaveValue('all');
  await page.keyboard.press('Escape');
  await expect(panelOf(page, early)).toBeHidden();
  await expect(page).toHaveURL(/calendar\?month=2035-03&calendar=all$/);
  await inGrid(page, late).click();
  await expect(panelOf(page, late)).toContainText(`Calendar${main.name}`);
  await page.goBack();
  await expect(panelOf(page, late)).toBeHidden();

  await page.getByRole('button', { name: 'Next month' }).click();
  const views = page.getByRole('navigation', { name: 'View' });
  await views.getByRole('link', { name: 'Overview' }).click();
  await views.getByRole('link', { name: 'Calendar' }).click();
  await expect(chooseOf(page)).toHaveValue('all');
  await expect(page.getByRole('heading', { name: 'April 2035' })).toBeVisible();
  // A link keeps both: what is shown around the event, and of which calendar the event is.
  await page.goto('/calendar?calendar=all&month=2035-03');
  await page.goto((await inGrid(page, early).getAttribute('href')) ?? '');
  await expect(panelOf(page, early)).toContainText('CalendarLearning');
  await expect(chooseOf(page)).toHaveValue('all');
});

test('an event is added to the calendar that is chosen for it, changed and deleted there', async ({
  page,
}) => {
  const { main, learning } = await calendarsOf(page);
  const title = unique('Course');
  for (const { id } of [main, learning]) await clearDay(page, '2035-05-19', id);
  await page.goto('/calendar?calendar=all&month=2035-05');
  await dayButton(page, '2035-05-19').click({ position: { x: 60, y: 80 } });
  const creating = dialogNamed(page, 'Create New Event');
  const calendar = creating.getByLabel('Calendar', { exact: true });
  await expect(calendar).toHaveValue(main.id);
  await calendar.selectOption({ label: 'Learning' });
  await creating.getByLabel('Title *').fill(title);
  await creating.getByRole('button', { name: 'Create Event' }).click();
  await expectToast(page, 'Event created successfully!');
  await inGrid(page, title).click();
  const panel = panelOf(page, title);
  await expect(panel).toContainText('CalendarLearning');

  await panel.getByRole('button', { name: 'Edit' }).click();
  const editing = dialogNamed(page, 'Edit Event');
  await editing.getByLabel('Title *').fill(`${title} two`);
  await editing.getByRole('button', { name: 'Update Event' }).click();
  await expectToast(page, 'Event updated successfully');
  await expect(panelOf(page, `${title} two`)).toContainText('CalendarLearning');
  await expect(inGrid(page, `${title} two`)).toBeVisible();
  const window = 'startDate=2035-05-19&endDate=2035-05-19';
  const path = `/calendars/${learning.id}/events?${window}`;
  const { items } = await send<{ items: { title: string }[] }>(page, 'GET', path);
  expect(items.map((each) => each.title)).toContain(`${title} two`);

  await panelOf(page, `${title} two`).getByRole('button', { name: 'Delete' }).click();
  await questionNamed(page, 'Delete Event').getByRole('button', { name: 'Delete' }).click();
  await expect(inGrid(page, title)).toHaveCount(0);
  await expect(page).toHaveURL(/calendar\?calendar=all&month=2035-05$/);
});

test('by the keyboard alone: chosen, gone through, opened, added to', async ({ page }) => {
  const { early, late } = await makeBoth(page, '2035-07-14');
  const title = unique('Typed');
  await page.goto('/calendar?month=2035-07');
  await expect(inGrid(page, late)).toBeVisible();
  await chooseOf(page).focus();
  await page.keyboard.type('All');
  await expect(inGrid(page, early)).toBeVisible();
  await dayButton(page, '2035-07-14').focus();
  await page.keyboard.press('F2');
  await expect(inGrid(page, early)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(inGrid(page, late)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(panelOf(page, early)).toContainText('CalendarLearning');
  await page.keyboard.press('Escape');
  await expect(inGrid(page, early)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dayButton(page, '2035-07-14')).toBeFocused();
  await page.keyboard.press('Enter');
  const creating = dialogNamed(page, 'Create New Event');
  await expect(creating.getByLabel('Title *')).toBeFocused();
  await page.keyboard.type(title);
  await page.keyboard.press('Shift+Tab');
  await expect(creating.getByLabel('Calendar', { exact: true })).toBeFocused();
  await page.keyboard.type('Learn');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Event created successfully!');
  await expect(dayButton(page, '2035-07-14')).toBeFocused();
  // The keys go through what the day shows: the new event comes with the month's next answer.
  await expect(inGrid(page, title)).toBeVisible();
  await page.keyboard.press('F2');
  await page.keyboard.press('ArrowDown');
  await expect(inGrid(page, title)).toBeFocused();
  await expect(inGrid(page, title)).toHaveAccessibleName(/, Learning$/);
});

test('a calendar’s new name is told at once, and all of them stay shown', async ({ page }) => {
  const name = unique('Rowing');
  const calendar = await send<Calendar>(page, 'POST', '/yearly-calendars', { name });
  const title = unique('Regatta');
  await make(page, calendar, title, '2035-08-18T10:00');
  await page.goto('/calendar?calendar=all&month=2035-08');
  await expect(inGrid(page, title)).toHaveAccessibleName(new RegExp(`, ${name}$`));
  // Renamed by the form that the menu leads to for a calendar alone; then back among all.
  await chooseOf(page).selectOption({ label: name });
  await page.getByRole('button', { name: 'Calendars' }).click();
  await page.getByRole('menuitem', { name: `Edit ${name}` }).click();
  const editing = dialogNamed(page, 'Edit Calendar');
  await editing.getByLabel('Name *').fill(`${name} club`);
  await editing.getByRole('button', { name: 'Update Calendar' }).click();
  await expectToast(page, 'Calendar updated successfully');
  await chooseOf(page).selectOption({ label: 'All calendars' });
  await expect(inGrid(page, title)).toHaveAccessibleName(new RegExp(`, ${name} club$`));
});

test('a chapter with one calendar has nothing to choose; an address that says all shows it', async ({
  page,
}) => {
  const { main } = await calendarsOf(page);
  await page.route(/\/api\/yearly-calendars$/, async (route) => {
    const reply = await route.fetch();
    await route.fulfill({ response: reply, json: { items: [(await reply.json()).items[0]] } });
  });
  await page.goto('/calendar?calendar=all');
  await expect(chooseOf(page)).toHaveValue(main.id);
  await expect(chooseOf(page).getByRole('option')).toHaveText([main.name]);
  await page.goto('/calendar?calendar=all&create=2035-09-12');
  const creating = dialogNamed(page, 'Create New Event');
  await expect(creating.getByLabel('Title *')).toBeVisible();
  await expect(creating.getByLabel('Calendar', { exact: true })).toHaveCount(0);
});

test.describe('what fails', () => {
  test.use({ allowFailedRequests: true });
  test('says so and is tried again', async ({ page }) => {
    const { early } = await makeBoth(page, '2035-10-13');
    let isDown = true;
    await page.route(/\/api\/calendars\/events\?/, (route) =>
      isDown ? route.abort() : route.continue(),
    );
    await page.goto('/calendar?calendar=all&month=2035-10');
    await expect(page.getByText("Couldn't load events.")).toBeVisible();
    isDown = false;
    await page.getByRole('button', { name: 'Retry' }).first().click();
    await expect(inGrid(page, early)).toBeVisible();
  });
});

for (const width of [360, 768, 1280]) {
  test.describe(`${width} px`, () => {
    test.use({ colorScheme: 'light', viewport: { width, height: 800 } });
    test('the month, a day, an event and the form are accessible', async ({ page }) => {
      const { early } = await makeBoth(page, '2035-11-17');
      const long = `${unique('Forum')} ${'of everybody who came '.repeat(4)}`.slice(0, 99).trim();
      const calendar = await send<Calendar>(page, 'POST', '/yearly-calendars', { name: long });
      const third = unique('Third');
      await make(page, calendar, third, '2035-11-17T20:00');
      await page.goto('/calendar?calendar=all&month=2035-11&day=2035-11-17');
      const list = width < 640 ? page.getByRole('region') : page.getByRole('dialog');
      const ofDay = list.and(page.getByLabel('Saturday, November 17, 2035'));
      await expect(ofDay.getByRole('link', { name: early })).toContainText('Learning');
      await expect(ofDay.getByRole('link', { name: third })).toContainText(long);
      await expectAccessibleInBothThemes(page, 'the day of all calendars');
      await ofDay.getByRole('link', { name: third }).click();
      await expect(panelOf(page, third)).toContainText(long);
      await expectAccessibleInBothThemes(page, 'its event', '[data-sheet]');
      await page.goto('/calendar?calendar=all&create=2035-11-17');
      const creating = dialogNamed(page, 'Create New Event');
      await expect(creating.getByLabel('Calendar', { exact: true })).toBeVisible();
      await expectAccessibleInBothThemes(page, 'the form', '[role=dialog]');
    });
  });
}
