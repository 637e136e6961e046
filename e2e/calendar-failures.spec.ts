/**
 * Every error message of the calendar, each caused by a real failure of the server: no input is lost
 * and nothing is done twice. Also a month with thousands of events.
 */
import type { Locator, Page } from '@playwright/test';
import {
  changeEventElsewhere,
  dayButton,
  eventPath,
  findPanel,
  listOccurrences,
  makeEvent,
} from './calendar.ts';
import { createIsolatedTest, type IsolatedHub } from './isolated-hub.ts';
import { discard, expect } from './journey.ts';
import {
  expectToast,
  findAlertDialog,
  findDialog,
  interceptRequests,
  send,
  unique,
} from './wallets.ts';

const test = createIsolatedTest().extend<{ signedIn: undefined }>({
  signedIn: [
    async ({ page, hub }, provide) => {
      await hub.signIn(page.request);
      await provide(undefined);
    },
    { auto: true },
  ],
});

test.use({ allowFailedRequests: true });
test.describe.configure({ mode: 'default' });
test.setTimeout(150_000);

const unavailable = 'API request failed: 503 Service Unavailable';
const unknownOutcome = "we don't know whether this was saved";
const longTimeout = { timeout: 40_000 };
const press = (part: Locator, name: string) => part.getByRole('button', { name }).click();

/** Runs `act` while the database is stopped, and always restarts it. */
async function withoutDatabase(hub: IsolatedHub, act: () => Promise<void>): Promise<void> {
  await hub.stopDatabase();
  try {
    await act();
  } finally {
    await hub.startDatabase();
  }
}

async function countEvents(page: Page, title: string, day: string): Promise<number> {
  return (await listOccurrences(page, day, day)).filter((line) => line.endsWith(title)).length;
}

test('calendars, months and events fail to load without the database and load with Retry', async ({
  page,
  hub,
}) => {
  const made = await makeEvent(page, { title: unique('Read'), day: '2030-02-06' });
  const calls = await interceptRequests(page);
  await page.goto('/resources');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const failed = page.getByRole('alert').filter({ hasText: "Couldn't load" });
  await withoutDatabase(hub, async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Calendar' }).first().click();
    await expect(failed).toContainText("Couldn't load calendars.", longTimeout);
    const select = page.getByLabel('Select Calendar');
    await expect(select.locator('option:checked')).toHaveText('Choose a calendar');
    // An event cannot be created without a calendar.
    await page.getByRole('grid').getByRole('button').first().click();
    const dialog = findDialog(page, 'Create New Event');
    await dialog.getByLabel('Title *').fill('Nowhere');
    await press(dialog, 'Create Event');
    await expect(dialog.getByRole('alert')).toHaveText('Please fill in all required fields');
    await expect(dialog.getByLabel('Title *')).toHaveValue('Nowhere');
    await press(dialog, 'Cancel');
    await discard(page);
    await expect(dialog).toBeHidden();
  });
  await press(failed, 'Retry');
  await expect(failed).toBeHidden(longTimeout);

  await page.goto('/calendar?month=2030-02');
  await expect(page.getByRole('link', { name: /^Read/ })).toBeVisible();
  await withoutDatabase(hub, async () => {
    await page.getByRole('button', { name: 'Next month' }).click();
    await page.getByRole('button', { name: 'Next month' }).click();
    await expect(failed).toContainText("Couldn't load events.", longTimeout);
  });
  await press(failed, 'Retry');
  await expect(failed).toBeHidden(longTimeout);

  await page.goto('/resources');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto(eventPath(made));
  await expect(findPanel(page, made.title)).toBeVisible();
  await page.goto('/calendar?month=2030-02');
  await expect(page.getByRole('link', { name: /^Read/ })).toBeVisible();
  await withoutDatabase(hub, async () => {
    calls.hold();
    await page.getByRole('link', { name: /^Read/ }).click();
    const panel = findPanel(page, 'Event');
    await expect(panel).toContainText('Loading event details...');
    calls.release();
    await expect(panel).toContainText("Couldn't load the event.", longTimeout);
    await expect(panel).toContainText(unavailable);
  });
  await press(findPanel(page, 'Event'), 'Retry');
  await expect(findPanel(page, made.title)).toContainText('Created By', longTimeout);
});

test('events are created, changed and deleted exactly once after the database failed', async ({
  page,
  hub,
}) => {
  const title = unique('Once');
  await page.goto('/calendar?create=2030-03-06');
  const creating = findDialog(page, 'Create New Event');
  await creating.getByLabel('Title *').fill(title);
  await creating.getByLabel('Location').fill('Typed with care');
  await creating.getByLabel('Repeats').selectOption('daily');
  await creating.getByLabel('Ends').selectOption('times');
  await creating.getByLabel('Number of Occurrences').fill('2');
  await expect(page.getByLabel('Select Calendar').locator('option:checked')).toHaveText(/events/);
  await withoutDatabase(hub, async () => {
    await press(creating, 'Create Event');
    await expectToast(page, 'Failed to create event');
    await expect(creating.getByRole('alert')).toContainText('Failed to create event');
    await expect(creating.getByRole('alert')).toContainText(unknownOutcome);
    await expect(creating.getByLabel('Location')).toHaveValue('Typed with care');
    await expect(creating.getByLabel('Number of Occurrences')).toHaveValue('2');
  });
  await press(creating, 'Create Event');
  await expectToast(page, 'Event created successfully!');
  expect(await countEvents(page, title, '2030-03-06')).toBe(1);
  expect(await countEvents(page, title, '2030-03-07')).toBe(1);

  await page.goto('/calendar?month=2030-03');
  await page.getByRole('link', { name: `${title}, Wednesday, March 6` }).click();
  const panel = findPanel(page, title);
  await press(panel, 'Edit');
  const editing = findDialog(page, 'Edit Event');
  await expect(editing).toContainText('1 occurrence will be changed.');
  await editing.getByLabel('Description').fill('Typed with care');
  await withoutDatabase(hub, async () => {
    await editing.getByRole('radio', { name: 'All events' }).check();
    await expect(editing).toContainText("Couldn't load affected items.", longTimeout);
    await press(editing, 'Update Event');
    await expectToast(page, 'Failed to update event');
    await expect(editing.getByRole('alert')).toContainText(unknownOutcome);
    await expect(editing.getByLabel('Description')).toHaveValue('Typed with care');
    await expect(editing.getByRole('radio', { name: 'All events' })).toBeChecked();
  });
  await press(editing, 'Retry');
  await expect(editing).toContainText('2 occurrences will be changed.');
  await press(editing, 'Update Event');
  await expectToast(page, 'Event updated successfully');
  await expect(panel).toContainText('Typed with care');

  await press(panel, 'Delete');
  const question = findAlertDialog(page, 'Delete Event');
  await expect(question).toContainText('1 occurrence will be deleted.');
  await withoutDatabase(hub, async () => {
    await press(question, 'Delete');
    await expectToast(page, 'Failed to delete event');
    await expect(question.getByRole('alert')).toContainText(unknownOutcome);
  });
  await press(question, 'Delete');
  await expectToast(page, 'Event deleted successfully');
  expect(await countEvents(page, title, '2030-03-06')).toBe(0);
  expect(await countEvents(page, title, '2030-03-07')).toBe(1);
});

test('calendars are created and renamed exactly once after the database failed', async ({
  page,
  hub,
}) => {
  const name = unique('Tides');
  const menu = page.getByRole('button', { name: 'Calendars' });
  await page.goto('/calendar');
  await menu.click();
  await page.getByRole('menuitem', { name: 'New Calendar' }).click();
  const creating = findDialog(page, 'Create New Calendar');
  await creating.getByLabel('Name *').fill(name);
  await withoutDatabase(hub, async () => {
    await press(creating, 'Create Calendar');
    await expectToast(page, 'Failed to create calendar');
    await expect(creating.getByRole('alert')).toContainText(unknownOutcome);
    await expect(creating.getByLabel('Name *')).toHaveValue(name);
  });
  await press(creating, 'Create Calendar');
  await expectToast(page, 'Calendar created successfully');
  const options = page.getByLabel('Select Calendar').locator('option', { hasText: name });
  await expect(options).toHaveCount(1);

  await menu.click();
  await page.getByRole('menuitem', { name: `Edit ${name}` }).click();
  const editing = findDialog(page, 'Edit Calendar');
  await editing.getByLabel('Name *').fill(`${name} club`);
  await editing.getByRole('checkbox', { name: 'Main calendar' }).check();
  await withoutDatabase(hub, async () => {
    await press(editing, 'Update Calendar');
    await expectToast(page, 'Failed to update calendar');
    await expect(editing.getByLabel('Name *')).toHaveValue(`${name} club`);
    await expect(editing.getByRole('checkbox', { name: 'Main calendar' })).toBeChecked();
  });
  await press(editing, 'Update Calendar');
  await expectToast(page, 'Calendar updated successfully');
  type Calendars = { items: { name: string; isMain: boolean }[] };
  const { items } = await send<Calendars>(page, 'GET', '/yearly-calendars');
  expect(items.filter(({ isMain }) => isMain).map((each) => each.name)).toEqual([`${name} club`]);
  await menu.click();
  await page.getByRole('menuitem', { name: `Edit ${name} club` }).click();
  await expect(editing).toContainText('This is the main calendar');
});

test('an event is created exactly once after the connection was lost', async ({
  page,
  context,
}) => {
  const title = unique('Cable');
  await page.goto('/calendar?month=2030-04');
  await dayButton(page, '2030-04-03').click();
  const creating = findDialog(page, 'Create New Event');
  await creating.getByLabel('Title *').fill(title);
  await expect(page.getByLabel('Select Calendar').locator('option:checked')).not.toHaveText(
    /\.\.\./,
  );
  await context.setOffline(true);
  await press(creating, 'Create Event');
  await expectToast(page, 'An error occurred while creating the event');
  await expect(creating.getByRole('alert')).toContainText('Try again.');
  await expect(creating.getByLabel('Title *')).toHaveValue(title);
  await context.setOffline(false);
  await press(creating, 'Create Event');
  await expectToast(page, 'Event created successfully!');
  expect(await countEvents(page, title, '2030-04-03')).toBe(1);
});

test('an event that no longer exists is reported', async ({ page }) => {
  await page.goto(`/calendar?event=${crypto.randomUUID()}`);
  await expect(findPanel(page, 'Event')).toContainText('Event not found');

  const title = unique('Away');
  const made = await makeEvent(page, { title, day: '2030-05-08' });
  const remove = () => send(page, 'DELETE', `/calendars/${made.calendarId}/events/${made.id}`);
  await page.goto(eventPath(made, '&dialog=edit'));
  const editing = findDialog(page, 'Edit Event');
  await editing.getByLabel('Description').fill('Typed with care');
  await remove();
  await press(editing, 'Update Event');
  await expectToast(page, 'Failed to update event');
  await expect(editing.getByRole('alert')).toContainText('Someone else deleted this event');
  await expect(editing.getByLabel('Description')).toHaveValue('Typed with care');

  const other = await makeEvent(page, { title, day: '2030-05-09' });
  await page.goto(eventPath(other, '&dialog=delete'));
  const question = findAlertDialog(page, 'Delete Event');
  await expect(question).toBeVisible();
  await send(page, 'DELETE', `/calendars/${other.calendarId}/events/${other.id}`);
  await press(question, 'Delete');
  await expectToast(page, 'Failed to delete event');
  await expect(question.getByRole('alert')).toContainText('Event not found');
});

test('deleting an outdated version is refused, and then works', async ({ page }) => {
  const title = unique('Stale');
  const made = await makeEvent(page, { title, day: '2030-06-05' });
  const reads = await interceptRequests(page, 'GET');
  await page.goto(eventPath(made, '&dialog=delete'));
  const question = findAlertDialog(page, 'Delete Event');
  await expect(question).toContainText('1 occurrence will be deleted.');
  await changeEventElsewhere(page, made, { location: 'Moved' });
  reads.hold();
  await press(question, 'Delete');
  await expect.poll(reads.heldCount).toBeGreaterThan(0);
  await expect(question.getByRole('button', { name: 'Deleting...' })).toBeDisabled();
  reads.release();
  await expectToast(page, 'Failed to delete event');
  await expect(question.getByRole('alert')).toContainText('Someone else changed this event.');
  await press(question, 'Delete');
  await expectToast(page, 'Event deleted successfully');
});

test('a recurrence rule the form cannot edit is kept, or refused if the new day does not match', async ({
  page,
}) => {
  const title = unique('Odd');
  const recurrence = { frequency: 'monthly', byDay: ['1WE', '3WE'], count: 4 };
  const made = await makeEvent(page, { title, day: '2030-07-03', recurrence });
  await page.goto(eventPath(made, '&dialog=edit'));
  const editing = findDialog(page, 'Edit Event');
  await editing.getByRole('radio', { name: 'All events' }).check();
  const text = 'Every month on the first Wednesday, the third Wednesday for 4 occurrences';
  await expect(editing.getByLabel('Repeats').locator('option:checked')).toHaveText(text);
  await editing.getByLabel('Location').fill('Pier 4');
  await press(editing, 'Update Event');
  await expect(editing).toBeHidden();
  await expect(findPanel(page, title)).toContainText('Pier 4');
  await expect(findPanel(page, title)).toContainText(text);

  // A day that the rule does not match is refused, and the input is kept.
  await press(findPanel(page, title), 'Edit');
  await editing.getByRole('radio', { name: 'All events' }).check();
  await editing.getByLabel('Start Date *').fill('2030-07-04');
  await press(editing, 'Update Event');
  await expectToast(page, 'Failed to update event');
  await expect(editing.getByRole('alert')).toContainText(
    'The first day must match the recurrence rule',
  );
  await expect(editing.getByLabel('Start Date *')).toHaveValue('2030-07-04');
});

test('with thousands of events each day shows two chips and its list loads a hundred at a time', async ({
  page,
  hub,
}) => {
  const made = await makeEvent(page, { title: unique('Crowd'), day: '2031-01-15' });
  await hub.sql(
    `with copied as (
       insert into event (chapter_id, id, calendar_id, title, category_color, local_start, local_end,
         time_zone, created_by, created_at, updated_at)
       select chapter_id, gen_random_uuid(), calendar_id, 'Copy ' || n, category_color,
         local_start + (n % 42 - 17) * interval '1 day' * (n % 2), local_end + (n % 42 - 17) * interval '1 day' * (n % 2),
         time_zone, created_by, created_at, updated_at
       from event, generate_series(1, 4000) as n where id = $1
       returning *)
     insert into event_occurrence (chapter_id, id, event_id, calendar_id, original_local_start,
       local_start, local_end, starts_at, ends_at)
     select chapter_id, gen_random_uuid(), id, calendar_id, local_start, local_start, local_end,
       local_start at time zone time_zone, local_end at time zone time_zone
     from copied`,
    [made.id],
  );
  // As after an import: months must not be planned for the few events there were before.
  await hub.sql('analyze hub.event, hub.event_occurrence');
  await page.goto('/calendar?month=2031-01');
  const more = dayButton(page, '2031-01-15')
    .locator('xpath=..')
    .getByRole('button', { name: /more/ });
  await expect(more).toBeVisible(longTimeout);
  await expect(page.getByRole('gridcell')).toHaveCount(42);
  expect(await page.getByRole('grid').getByRole('link').count()).toBeLessThanOrEqual(84);
  await expect(dayButton(page, '2031-01-15')).toHaveAccessibleName(/ \d,\d{3} events$/);
  await more.click();
  const list = page.getByRole('dialog', { name: 'Wednesday, January 15, 2031' });
  await expect(list.getByRole('link')).toHaveCount(100);
  // By key: rows get their height as they come into view, so a busy machine's pointer misses the button.
  await list.getByRole('button', { name: /^Show 100 more of/ }).press('Enter');
  await expect(list.getByRole('link')).toHaveCount(200);
  // Moving between days still works.
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await dayButton(page, '2031-01-15').focus();
  await page.keyboard.press('ArrowRight');
  await expect(dayButton(page, '2031-01-16')).toBeFocused();
});
