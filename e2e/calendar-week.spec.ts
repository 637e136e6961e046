/**
 * The week and the month of a chapter in Kathmandu, watched from Los Angeles: one event is created, moved
 * and resized by mouse, finger and keys, each undone; and an evening across the change to summer time.
 */
import type { Locator, Page } from '@playwright/test';
import { waitUntilSettled } from './axe.ts';
import { clearDay, dayButton, findPanel, type MadeEvent, type NewEvent } from './calendar.ts';
import { createIsolatedTest } from './isolated-hub.ts';
import { expect } from './journey.ts';
import { Finger } from './touch.ts';
import { expectToast, findDialog, send } from './wallets.ts';

const test = createIsolatedTest();
test.use({
  timezoneId: 'America/Los_Angeles',
  hasTouch: true,
  viewport: { width: 1280, height: 1000 },
  allowFailedRequests: true,
});

type Calendar = { id: string; name: string; timeZone: string };

/** A new calendar in a zone, which calendars get from their chapter. */
async function makeCalendar(page: Page, timeZone: string, name = timeZone): Promise<Calendar> {
  const { version, ...chapter } = await send<{ version: number; timeZone: string }>(
    page,
    'GET',
    '/chapter',
  );
  const ifMatch = { 'if-match': `"${version}"` };
  await send(page, 'PUT', '/chapter', { ...chapter, timeZone }, ifMatch);
  const calendar = await send<Calendar>(page, 'POST', '/yearly-calendars', { name });
  expect(calendar.timeZone).toBe(timeZone);
  return calendar;
}

function makeEventOn(page: Page, calendar: Calendar, input: NewEvent): Promise<MadeEvent> {
  const { day, from, to, ...details } = input;
  const times = { startDate: `${day}T${from}:00`, endDate: `${day}T${to}:00` };
  return send(page, 'POST', `/calendars/${calendar.id}/events`, { ...details, ...times });
}

type Times = {
  title: string;
  localStart: string;
  localEnd: string;
  occurrenceStartDate: string;
};

/** '04-10T10:00 04-10T11:30 04-10T04:15': both local times, and the start in UTC. */
async function listTimes(page: Page, calendar: Calendar, month: string): Promise<string[]> {
  const window = `startDate=${month}-01&endDate=${month}-30`;
  const path = `/calendars/${calendar.id}/events?${window}`;
  const { items } = await send<{ items: Times[] }>(page, 'GET', path);
  return items.map(({ localStart, localEnd, occurrenceStartDate }) =>
    [localStart, localEnd, occurrenceStartDate].map((time) => time.slice(5, 16)).join(' '),
  );
}

/** Waits, because a message of before may still be shown when the next change is sent. */
async function expectTimes(
  page: Page,
  calendar: Calendar,
  month: string,
  times: string[],
): Promise<void> {
  await expect.poll(() => listTimes(page, calendar, month)).toEqual(times);
}

const findSlot = (page: Page, day: string, hour: number): Locator =>
  page.locator(`[data-slot="${day} ${hour}"]`);

/** Below the edge of an event in the week, by which its start moves. */
const inside = { y: 17 };

/** A point in an element, by default near its upper left corner. */
async function pointIn(target: Locator, { x = 20, y = 4 } = {}): Promise<{ x: number; y: number }> {
  const box = await target.boundingBox();
  if (!box) throw new Error('not on the page');
  return { x: box.x + x, y: box.y + y };
}

async function dragByMouse(
  page: Page,
  from: { x: number; y: number },
  to: { x: number; y: number },
) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 6 });
}

/** Closes an event's panel by Escape, which leaves the event for its hour before the panel has the focus. */
async function leavePanel(page: Page, title: string): Promise<void> {
  await expect(findPanel(page, title).getByRole('heading', { name: title })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(findPanel(page, title)).toHaveCount(0);
}

async function undo(page: Page, message: string): Promise<void> {
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expectToast(page, message);
}

test('an event of Kathmandu is created, moved and resized in the week and month, and back by Undo', async ({
  page,
  hub,
}) => {
  await hub.signIn(page.request);
  const calendar = await makeCalendar(page, 'Asia/Kathmandu');
  await page.goto(`/calendar?calendar=${calendar.id}&layout=week&week=2034-04-12`);
  await expect(page.getByText('Times are in Nepal Time (Kathmandu)')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Apr 9 – 15, 2034' })).toBeVisible();
  const ghost = page.locator('[data-ghost]');
  const finger = await Finger.on(page);

  await test.step('created by dragging over empty time', async () => {
    const slot = findSlot(page, '2034-04-10', 10);
    await dragByMouse(page, await pointIn(slot), await pointIn(slot, { y: 68 }));
    await expect(ghost).toContainText('10:00 – 11:30 AM');
    await page.mouse.up();
    const form = findDialog(page, 'Create New Event');
    await expect(form.getByLabel('Start Date *')).toHaveValue('2034-04-10');
    await expect(form.getByLabel('Start Time')).toHaveValue('10:00');
    await expect(form.getByLabel('End Time')).toHaveValue('11:30');
    await form.getByLabel('Title *').fill('Tea');
    await form.getByRole('button', { name: 'Create Event' }).click();
    await expectToast(page, 'Event created successfully!');
  });
  const before = ['04-10T10:00 04-10T11:30 04-10T04:15'];
  await expectTimes(page, calendar, '2034-04', before);
  const tea = page.getByRole('grid').getByRole('link', { name: 'Tea' });
  /** Earlier messages may still be shown, so that it is back is seen by the event. */
  const expectBack = async () => {
    await expect(tea).toHaveAccessibleName(
      'Tea, Monday, April 10, 2034, 10:00 AM – 11:30 AM, Primary Blue',
    );
    await expectTimes(page, calendar, '2034-04', before);
  };
  await expectBack();

  await test.step('moved by mouse in steps of a quarter of an hour', async () => {
    const friday = findSlot(page, '2034-04-14', 14);
    await dragByMouse(page, await pointIn(tea, inside), await pointIn(friday, { y: 30 }));
    await expect(ghost).toContainText('2:15 – 3:45 PM');
    await page.mouse.up();
    await expectToast(page, 'Moved to Friday, April 14, 2034, 2:15 PM');
    const moved = ['04-14T14:15 04-14T15:45 04-14T08:30'];
    await expectTimes(page, calendar, '2034-04', moved);
    await expect(findPanel(page, 'Tea')).toHaveCount(0);
    await undo(page, 'Moved back to Monday, April 10, 2034, 10 AM');
    await expectBack();
  });

  await test.step('moved by a finger that rests, while one that does not scrolls', async () => {
    const grid = page.getByRole('grid');
    const getScrollTop = () => grid.evaluate((element) => element.scrollTop);
    const scrolled = await getScrollTop();
    const place = await pointIn(tea, inside);
    const isScrolled = grid.evaluate(
      (element) =>
        new Promise<void>((resolve) => {
          element.addEventListener('scrollend', () => resolve(), { once: true });
        }),
    );
    await finger.swipe(place, { ...place, y: place.y - 90 });
    await isScrolled;
    expect(await getScrollTop()).toBeGreaterThan(scrolled + 40);
    // Picked up at the upper edge, where only dragging upwards scrolls.
    await tea.evaluate((element) => element.scrollIntoView());
    const top = await getScrollTop();
    await expectTimes(page, calendar, '2034-04', before);
    const thursday = findSlot(page, '2034-04-13', 12);
    await finger.drag(await pointIn(tea, inside), await pointIn(thursday, inside), ghost);
    await expectToast(page, 'Moved to Thursday, April 13, 2034, 12 PM');
    expect(await getScrollTop()).toBe(top);
    await undo(page, 'Moved back to Monday, April 10, 2034, 10 AM');
    await expectBack();
  });

  await test.step('moved and resized by keys, also into the next week', async () => {
    await findSlot(page, '2034-04-10', 11).focus();
    await page.keyboard.press('F2');
    await expect(tea).toBeFocused();
    await page.keyboard.press('Space');
    await expect(page.getByText('Arrow keys move the event')).toBeVisible();
    for (const key of ['ArrowDown', 'ArrowRight', 'Shift+ArrowDown', 'PageDown']) {
      await page.keyboard.press(key);
    }
    await expect(page.getByText('to Tue, Apr 18, 10:15 AM – 12:00 PM')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Apr 16 – 22, 2034' })).toBeVisible();
    await page.keyboard.press('Enter');
    await expectToast(page, 'Moved to Tuesday, April 18, 2034, 10:15 AM');
    await expect(findSlot(page, '2034-04-18', 10)).toBeFocused();
    // The focused hour is drawn over the event, which still takes the press.
    await tea.click({ position: { x: 20, y: 17 } });
    await leavePanel(page, 'Tea');
    const moved = ['04-18T10:15 04-18T12:00 04-18T04:30'];
    await expectTimes(page, calendar, '2034-04', moved);
    await undo(page, 'Moved back to Monday, April 10, 2034, 10 AM');
    // Escape leaves it where it was.
    await page.getByRole('button', { name: 'Previous week' }).click();
    await expectBack();
    await tea.focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Escape');
    await expect(findSlot(page, '2034-04-10', 10)).toBeFocused();
    await expectTimes(page, calendar, '2034-04', before);
  });

  await test.step('resized by its lower edge', async () => {
    const edge = tea.locator('[data-resize=end]');
    await dragByMouse(page, await pointIn(edge, { y: 3 }), await pointIn(edge, { y: 51 }));
    await page.mouse.up();
    await expectToast(page, 'Ends Monday, April 10, 2034, 12:30 PM');
    await expectTimes(page, calendar, '2034-04', ['04-10T10:00 04-10T12:30 04-10T04:15']);
    await undo(page, 'Ends Monday, April 10, 2034, 11:30 AM again');
    await expectBack();
  });

  await test.step('its start moved alone, by mouse, finger and keys', async () => {
    const earlier = ['04-10T09:15 04-10T11:30 04-10T03:30'];
    const expectEarlier = async () => {
      await expectToast(page, 'Starts Monday, April 10, 2034, 9:15 AM');
      await expectTimes(page, calendar, '2034-04', earlier);
      await undo(page, 'Starts Monday, April 10, 2034, 10 AM again');
      await expectBack();
    };
    const edge = tea.locator('[data-resize=start]');
    // Away from the edges of the grid, where dragging scrolls, and from messages.
    await page.getByRole('grid').evaluate((element) => element.scrollTo(0, 240));
    await dragByMouse(page, await pointIn(edge, { y: 3 }), await pointIn(edge, { y: -33 }));
    await expect(ghost).toContainText('9:15 – 11:30 AM');
    await page.mouse.up();
    await expectEarlier();
    await finger.drag(await pointIn(edge, { y: 3 }), await pointIn(edge, { y: -33 }), ghost);
    await expectEarlier();
    // A press on the edge opens the event as everywhere on it.
    await edge.click();
    await leavePanel(page, 'Tea');
    await tea.focus();
    await page.keyboard.press('Space');
    for (let quarter = 0; quarter < 3; quarter += 1) await page.keyboard.press('Alt+ArrowUp');
    await expect(page.getByText('to Mon, Apr 10, 9:15 – 11:30 AM')).toBeVisible();
    await page.keyboard.press('Enter');
    await expectEarlier();
    // Not after its end.
    await tea.focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Alt+ArrowRight');
    await expect(page.getByText('to Mon, Apr 10, 11:15 – 11:30 AM')).toBeVisible();
    await page.keyboard.press('Escape');
    await expectTimes(page, calendar, '2034-04', before);
  });

  await test.step('created by a finger that rests on empty time and moves', async () => {
    const slot = findSlot(page, '2034-04-12', 10);
    await finger.drag(await pointIn(slot), await pointIn(slot, { y: 68 }), ghost);
    const form = findDialog(page, 'Create New Event');
    await expect(form.getByLabel('Start Date *')).toHaveValue('2034-04-12');
    await expect(form.getByLabel('Start Time')).toHaveValue('10:00');
    await expect(form.getByLabel('End Time')).toHaveValue('11:30');
    await form.getByLabel('Title *').fill('Chai');
    await form.getByRole('button', { name: 'Create Event' }).click();
    await expectToast(page, 'Event created successfully!');
    await expectTimes(page, calendar, '2034-04', [
      ...before,
      '04-12T10:00 04-12T11:30 04-12T04:15',
    ]);
    const chai = page.getByRole('grid').getByRole('link', { name: 'Chai' });
    await expect(chai).toBeVisible();
    await clearDay(page, '2034-04-12', calendar.id);
    await page.reload();
    await expect(chai).toHaveCount(0);
  });

  await test.step('in the month by mouse, finger and keys', async () => {
    await page.getByText('Month', { exact: true }).click();
    await expect(dayButton(page, '2034-04-10')).toBeVisible();
    const wednesday = dayButton(page, '2034-04-19');
    await tea.hover();
    await page.mouse.down();
    await wednesday.hover({ position: { x: 10, y: 10 }, force: true });
    // The code of moving loads with the first movement.
    await expect(page.getByText('Tea: ')).toBeVisible();
    await wednesday.hover({ position: { x: 14, y: 14 }, force: true });
    await page.mouse.up();
    await expectToast(page, 'Moved to Wednesday, April 19, 2034');
    await expectTimes(page, calendar, '2034-04', ['04-19T10:00 04-19T11:30 04-19T04:15']);
    await undo(page, 'Moved back to Monday, April 10, 2034');
    await expectBack();

    const friday = dayButton(page, '2034-04-21');
    await finger.drag(await pointIn(tea), await pointIn(friday), page.getByText('Tea: '));
    await expectToast(page, 'Moved to Friday, April 21, 2034');
    await undo(page, 'Moved back to Monday, April 10, 2034');
    await expectBack();

    // With Shift, the end moves: it becomes an event of two days.
    await tea.focus();
    await page.keyboard.press('Space');
    await expect(page.getByText('Arrow keys choose the day')).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Enter');
    await expectToast(page, 'Moved to Monday, April 17, 2034');
    await expectTimes(page, calendar, '2034-04', ['04-17T10:00 04-18T11:30 04-17T04:15']);
    // Its right edge makes it longer, by another two days.
    const edge = tea.locator('[data-resize]');
    const to = await pointIn(dayButton(page, '2034-04-20'));
    await dragByMouse(page, await pointIn(edge, { x: 4, y: 8 }), to);
    await page.mouse.move(to.x + 2, to.y);
    await page.mouse.up();
    await expectToast(page, 'Ends Thursday, April 20, 2034');
    await expectTimes(page, calendar, '2034-04', ['04-17T10:00 04-20T11:30 04-17T04:15']);
  });

  await test.step('several days become an event, by dragging and by keys', async () => {
    const form = findDialog(page, 'Create New Event');
    const [from, to] = await Promise.all(
      ['2034-04-24', '2034-04-26'].map((day) => pointIn(dayButton(page, day), { y: 60 })),
    );
    await dragByMouse(page, from ?? { x: 0, y: 0 }, to ?? { x: 0, y: 0 });
    await page.mouse.up();
    await expect(form.getByLabel('Start Date *')).toHaveValue('2034-04-24');
    await expect(form.getByLabel('End Date', { exact: true })).toHaveValue('2034-04-26');
    await page.keyboard.press('Escape');
    await expect(form).toBeHidden();
    await dayButton(page, '2034-04-24').focus();
    await page.keyboard.press('Shift+ArrowRight');
    await expect(page.getByText('to Tuesday, April 25, 2034 selected')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(form.getByLabel('End Date', { exact: true })).toHaveValue('2034-04-25');
    await page.keyboard.press('Escape');
    await expect(form).toBeHidden();
    // The week of today has a line at the current time.
    await page.getByText('Week', { exact: true }).click();
    await page.getByRole('button', { name: 'Today' }).click();
    await expect(page.locator('[data-now]')).toHaveCount(1);
  });
});

test('an evening moves across the change to summer time, and no hour of it is lost', async ({
  page,
  hub,
}) => {
  await hub.signIn(page.request);
  const calendar = await makeCalendar(page, 'America/Los_Angeles');
  const recurrence = { frequency: 'weekly', interval: 1, count: 2 };
  const input = { title: 'Watch', day: '2034-03-11', from: '22:00', to: '23:00', recurrence };
  await makeEventOn(page, calendar, input);
  const before = ['03-11T22:00 03-11T23:00 03-12T06:00', '03-18T22:00 03-18T23:00 03-19T05:00'];
  await expectTimes(page, calendar, '2034-03', before);
  await page.goto(`/calendar?calendar=${calendar.id}&layout=week&week=2034-03-08`);
  const watch = page.getByRole('grid').getByRole('link', { name: 'Watch' });
  await expect(watch).toBeVisible();
  // Here the browser is in the zone of the calendar.
  await expect(page.getByText(/^Times are in/)).toHaveCount(0);

  // By keys from Saturday 10 PM to Sunday: what would start at 2:30 AM starts at 3:30.
  await watch.focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  for (let hour = 22; hour > 3; hour -= 1) {
    for (let quarter = 0; quarter < 4; quarter += 1) await page.keyboard.press('ArrowUp');
  }
  await expect(page.getByText('to Sun, Mar 12, 3:00 – 4:00 AM')).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByText('to Sun, Mar 12, 1:45 – 3:45 AM')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText('to Sun, Mar 12, 3:00 – 4:00 AM')).toBeVisible();
  await expect(findSlot(page, '2034-03-12', 2)).toHaveAccessibleName(
    'Sunday, March 12, 2034, 2 AM, skipped as clocks go forward, no events',
  );
  await page.keyboard.press('Enter');
  const asking = findDialog(page, 'Move Event');
  await asking.getByRole('button', { name: 'Move Event' }).click();
  await expectToast(page, 'Moved to Sunday, March 12, 2034, 3 AM');
  await expectTimes(page, calendar, '2034-03', [
    '03-12T03:00 03-12T04:00 03-12T10:00',
    ...before.slice(1),
  ]);
  await undo(page, 'Moved back to Saturday, March 11, 2034, 10 PM');
  await expectTimes(page, calendar, '2034-03', before);

  // By mouse in the week after the change, where 10 PM is another instant, and all of the series.
  await page.goto(`/calendar?calendar=${calendar.id}&layout=week&week=2034-03-15`);
  await findSlot(page, '2034-03-18', 23).scrollIntoViewIfNeeded();
  await dragByMouse(
    page,
    await pointIn(watch, inside),
    await pointIn(findSlot(page, '2034-03-17', 21), inside),
  );
  await page.mouse.up();
  await asking.getByRole('radio', { name: 'All events' }).check();
  await asking.getByRole('button', { name: 'Move Event' }).click();
  await expectToast(page, 'Moved to Friday, March 17, 2034, 9 PM');
  await expectTimes(page, calendar, '2034-03', [
    '03-10T21:00 03-10T22:00 03-11T05:00',
    '03-17T21:00 03-17T22:00 03-18T04:00',
  ]);
});

test('days of Kathmandu are the same days in Los Angeles: created, moved, made longer and given times', async ({
  page,
  hub,
}) => {
  await hub.signIn(page.request);
  const calendar = await makeCalendar(page, 'Asia/Kathmandu', 'Retreats');
  await page.goto(`/calendar?calendar=${calendar.id}&layout=week&week=2034-05-10`);
  const findDay = (day: string) => page.locator(`[data-slot="${day} day"]`);
  await dragByMouse(
    page,
    await pointIn(findDay('2034-05-09')),
    await pointIn(findDay('2034-05-10')),
  );
  await expect(page.locator('[data-ghost]')).toContainText('Tue, May 9 – Wed, May 10, all day');
  await page.mouse.up();
  const form = findDialog(page, 'Create New Event');
  await expect(form.getByLabel('All day')).toBeChecked();
  await expect(form.getByLabel('Start Date *')).toHaveValue('2034-05-09');
  await expect(form.getByLabel('End Date', { exact: true })).toHaveValue('2034-05-10');
  await expect(form.getByLabel('Start Time')).toHaveCount(0);
  await form.getByLabel('Title *').fill('Retreat');
  await form.getByLabel('RSVP Deadline').selectOption({ label: '1 day before' });
  await form.getByRole('button', { name: 'Create Event' }).click();
  await expectToast(page, 'Event created successfully!');
  const before = ['05-09T00:00 05-11T00:00 05-08T18:15'];
  await expectTimes(page, calendar, '2034-05', before);
  const retreat = page.getByRole('grid').getByRole('link', { name: 'Retreat' });
  await expect(retreat).toHaveAccessibleName(
    'Retreat, Tuesday, May 9, 2034, All day, May 9, 2034 – May 10, 2034, Primary Blue',
  );

  await retreat.click({ position: { x: 20, y: 8 } });
  const panel = findPanel(page, 'Retreat');
  await expect(panel).toContainText('Tue, May 9, 2034 – Wed, May 10, 2034, all day');
  await expect(panel).toContainText('RSVP by May 7, 2034');
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  // The week widens once the panel is gone.
  await waitUntilSettled(page);

  await dragByMouse(
    page,
    await pointIn(retreat, { x: 20, y: 8 }),
    await pointIn(findDay('2034-05-11')),
  );
  await page.mouse.up();
  await expectToast(page, 'Moved to Thursday, May 11, 2034');
  await undo(page, 'Moved back to Tuesday, May 9, 2034');
  await expectTimes(page, calendar, '2034-05', before);

  await retreat.focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('Arrow keys move the event by a day, ')).toBeVisible();
  for (const key of ['ArrowDown', 'Shift+ArrowRight']) await page.keyboard.press(key);
  await expect(page.getByText('to Tue, May 9 – Thu, May 11, all day')).toBeVisible();
  await page.keyboard.press('Enter');
  await expectToast(page, 'Ends Thursday, May 11, 2034');

  // The address names the week alone, and the month is that of the week.
  await page.getByText('Month', { exact: true }).click();
  await expect(page.getByRole('heading', { name: 'May 2034' })).toBeVisible();
  await expect(retreat).toHaveAccessibleName(/All day, May 9, 2034 – May 11, 2034/);
  await expect(retreat.locator('[data-start]')).toHaveCount(0);
  await page.getByText('Agenda', { exact: true }).click();
  await expect(page.getByRole('main')).toContainText('All day, May 9, 2034 – May 11, 2034');
  await page.goto('/events?search=Retreat');
  const row = page.getByRole('article', { name: 'Retreat' });
  await expect(row).toContainText('All day');
  await expect(row).not.toContainText(/\d [AP]M/);

  await row.getByRole('link', { name: /Retreat/ }).click();
  await panel.getByRole('button', { name: 'Edit' }).click();
  const edit = findDialog(page, 'Edit Event');
  await expect(edit.getByLabel('All day')).toBeChecked();
  await expect(edit.getByLabel('End Date', { exact: true })).toHaveValue('2034-05-11');
  await edit.getByLabel('All day').uncheck();
  await expect(edit.getByLabel('Start Time')).toHaveValue('09:00');
  await edit.getByLabel('End Date', { exact: true }).fill('2034-05-09');
  await edit.getByRole('button', { name: 'Update Event' }).click();
  await expectToast(page, 'Event updated successfully');
  await expectTimes(page, calendar, '2034-05', ['05-09T09:00 05-09T10:00 05-09T03:15']);
});
