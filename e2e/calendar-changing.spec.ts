/** Changing and deleting events: the scope in a series, what is affected, and repeated presses. */
import type { Page } from '@playwright/test';
import { eventPath, findPanel, listOccurrences, makeEvent } from './calendar.ts';
import { makeExpense } from './expenses.ts';
import { tabTo } from './input.ts';
import { discard, expect, signInQuickly, test } from './journey.ts';
import { expectToast, findAlertDialog, findDialog, send, unique } from './wallets.ts';

test.beforeEach(({ page }) => signInQuickly(page, 'member'));

const weekly = (more: Record<string, unknown> = {}) => ({
  frequency: 'weekly',
  byDay: ['WE'],
  ...more,
});

/** Creates a weekly event on five Wednesdays. */
const createFiveWednesdays = (page: Page, title: string, day: string) =>
  makeEvent(page, { title, day, recurrence: weekly({ count: 5 }) });

test.describe('changing and deleting', () => {
  test('a series is edited with each scope', async ({ page }) => {
    const title = unique('Series');
    const made = await createFiveWednesdays(page, title, '2034-03-01');
    const listOwn = async () =>
      (await listOccurrences(page, '2034-03-01', '2034-04-30')).filter((line) =>
        line.includes(title),
      );
    await page.goto('/calendar?month=2034-03');
    await page.getByRole('link', { name: `${title}, Wednesday, March 8, 2034` }).click();
    const panel = findPanel(page, title);
    await expect(panel).toContainText('Every week on Wednesday for 5 occurrences');
    await panel.getByRole('button', { name: 'Edit' }).click();
    const editing = findDialog(page, 'Edit Event');
    await expect(page).toHaveURL(/dialog=edit/);
    await expect(editing.getByRole('radio', { name: 'This event', exact: true })).toBeChecked();
    await expect(editing.getByLabel('Repeats')).toBeHidden();
    await expect(editing).toContainText('1 occurrence will be changed.');
    await editing.getByRole('button', { name: 'Update Event' }).click();
    await expectToast(page, 'No changes detected');
    await panel.getByRole('button', { name: 'Edit' }).click();
    await editing.getByLabel('Start Date *').fill('2034-03-09');
    await editing.getByLabel('Title *').fill(`${title} moved`);
    await editing.getByRole('button', { name: 'Update Event' }).click();
    await expectToast(page, 'Event updated successfully');
    await expect(findPanel(page, `${title} moved`)).toContainText(
      'Different from the rest of the series',
    );
    expect(await listOwn()).toEqual([
      `03-01 ${title}`,
      `03-09 ${title} moved`,
      `03-15 ${title}`,
      `03-22 ${title}`,
      `03-29 ${title}`,
    ]);

    await page.getByRole('link', { name: `${title}, Wednesday, March 22, 2034` }).click();
    await panel.getByRole('button', { name: 'Edit' }).click();
    await editing.getByRole('radio', { name: 'This and following events' }).check();
    await expect(editing).toContainText('2 occurrences will be changed.');
    await editing.getByLabel('Title *').fill(`${title} later`);
    await editing.getByRole('button', { name: 'Update Event' }).click();
    await expect(editing).toBeHidden();
    await expect(findPanel(page, `${title} later`)).toBeVisible();
    // The rest of the series is now a separate event, which the address names.
    await expect(page).not.toHaveURL(new RegExp(made.id));
    await page.reload();
    await expect(findPanel(page, `${title} later`)).toBeVisible();
    expect((await listOwn()).slice(3)).toEqual([`03-22 ${title} later`, `03-29 ${title} later`]);

    await page.getByRole('link', { name: `${title}, Wednesday, March 1, 2034` }).click();
    await panel.getByRole('button', { name: 'Edit' }).click();
    await editing.getByRole('radio', { name: 'All events' }).check();
    await expect(editing).toContainText('3 occurrences will be changed.');
    await editing.getByText('Learning', { exact: true }).click();
    await editing.getByRole('button', { name: 'Update Event' }).click();
    await expect(editing).toBeHidden();
    await expect(panel).toContainText('Learning');
  });

  test('a series is deleted with each scope, by the keyboard', async ({ page }) => {
    const title = unique('Gone');
    await createFiveWednesdays(page, title, '2034-05-03');
    const listOwn = async () =>
      (await listOccurrences(page, '2034-05-01', '2034-06-30')).filter((line) =>
        line.includes(title),
      );
    await page.goto('/calendar?month=2034-05');
    const openDeleteDialog = async (date: string) => {
      await page.getByRole('link', { name: `${title}, Wednesday, May ${date}, 2034` }).focus();
      await page.keyboard.press('Enter');
      await tabTo(page, findPanel(page, title).getByRole('button', { name: 'Delete' }));
      await page.keyboard.press('Enter');
    };
    const question = findAlertDialog(page, 'Delete Event');
    await openDeleteDialog('10');
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expect(question).toContainText('Are you sure you want to delete this event?');
    await expect(question).toContainText('1 occurrence will be deleted.');
    await expect(question).toContainText("No one has RSVP'd yet.");
    await expect(question).toContainText('No expenses are linked.');
    await page.keyboard.press('Enter');
    await expect(question).toBeHidden();
    expect(await listOwn()).toHaveLength(5);

    await expect(findPanel(page, title).getByRole('button', { name: 'Delete' })).toBeFocused();
    await page.keyboard.press('Enter');
    await tabTo(page, question.getByRole('button', { name: 'Delete' }));
    await page.keyboard.press('Enter');
    await expectToast(page, 'Event deleted successfully');
    await expect(page).not.toHaveURL(/event=/);
    expect(await listOwn()).toHaveLength(4);

    await openDeleteDialog('24');
    await tabTo(page, question.getByRole('radio', { name: 'This event', exact: true }));
    await page.keyboard.press('ArrowDown');
    await expect(question).toContainText('2 occurrences will be deleted.');
    await question.getByRole('button', { name: 'Delete' }).press('Enter');
    await expect(question).toBeHidden();
    await expect.poll(listOwn).toEqual([`05-03 ${title}`, `05-17 ${title}`]);

    await openDeleteDialog('17');
    await question.getByRole('radio', { name: 'All events' }).check();
    await expect(question).toContainText('2 occurrences will be deleted.');
    await question.getByRole('button', { name: 'Delete' }).press('Enter');
    await expect.poll(listOwn).toEqual([]);
  });
});

test.describe('confirmation and progress', () => {
  test('a deletion shows how many members replied and how many expenses are linked', async ({
    page,
  }) => {
    const made = await makeEvent(page, { title: unique('Answered'), day: '2034-08-02' });
    const answer = { answer: 'going', guests: 2 };
    await send(page, 'PUT', `/events/occurrences/${made.occurrenceId}/rsvp`, answer);
    const people = ['Maya Chen', 'Diego Alvarez'];
    await makeExpense(page, { title: unique('Boat'), amount: 30, people, eventId: made.id });
    await page.goto(eventPath(made));
    const panel = findPanel(page, made.title);
    await expect(panel).toContainText('Participants (1)');
    await panel.getByRole('button', { name: 'Delete' }).click();
    const question = findAlertDialog(page, 'Delete Event');
    await expect(question).toContainText("1 person has RSVP'd. RSVPs are kept");
    await expect(question).toContainText('1 linked expense is not affected.');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toBeHidden();
    await panel.getByRole('button', { name: 'Edit' }).click();
    const editing = findDialog(page, 'Edit Event');
    await expect(editing).toContainText(
      "1 person has RSVP'd. RSVPs are kept even if the time changes.",
    );
  });

  test('buttons show progress, and a double click acts once', async ({ page }) => {
    const title = unique('Twice');
    const held: (() => void)[] = [];
    await page.route(/\/api\/calendars\//, async (route) => {
      if (route.request().method() !== 'GET') {
        await new Promise<void>((resolve) => held.push(resolve));
      }
      await route.continue();
    });
    /** Holds writes while `act` checks the loading state. */
    const whileHeld = async (act: () => Promise<void>) => {
      await act();
      // The button changes at once; the request is sent a moment later.
      await expect.poll(() => held.length).toBe(1);
      for (const go of held.splice(0)) go();
    };
    await page.goto('/calendar?create=2034-10-04');
    const creating = findDialog(page, 'Create New Event');
    await creating.getByLabel('Title *').fill(title);
    await expect(page.getByLabel('Select Calendar').locator('option:checked')).toHaveText(
      'All calendars',
    );
    await whileHeld(async () => {
      await creating.getByRole('button', { name: 'Create Event' }).dblclick();
      await expect(creating.getByRole('button', { name: 'Creating...' })).toBeVisible();
    });
    await expectToast(page, 'Event created successfully!');
    const listOwn = async () =>
      (await listOccurrences(page, '2034-10-04', '2034-10-04')).filter((line) =>
        line.includes(title),
      );
    expect(await listOwn()).toHaveLength(1);

    await page.goto('/calendar?month=2034-10');
    await page.getByRole('link', { name: new RegExp(`^${title}`) }).click();
    const panel = findPanel(page, title);
    await panel.getByRole('button', { name: 'Edit' }).click();
    const editing = findDialog(page, 'Edit Event');
    await editing.getByLabel('Location').fill('Pier 4');
    await whileHeld(async () => {
      await editing.getByRole('button', { name: 'Update Event' }).dblclick();
      await expect(editing.getByRole('button', { name: 'Updating...' })).toBeVisible();
    });
    await expect(editing).toBeHidden();
    await panel.getByRole('button', { name: 'Delete' }).click();
    const question = findAlertDialog(page, 'Delete Event');
    await whileHeld(async () => {
      await question.getByRole('button', { name: 'Delete' }).dblclick();
      await expect(question.getByRole('button', { name: 'Deleting...' })).toBeVisible();
    });
    await expect(question).toBeHidden();
    await expect.poll(listOwn).toEqual([]);
  });
});

test('a dialog left by Back while saving does not affect what was opened since', async ({
  page,
}) => {
  const [title, other] = [unique('Left'), unique('Opened since')];
  const made = await createFiveWednesdays(page, title, '2034-11-01');
  await makeEvent(page, { title: other, day: '2034-11-09' });
  const held: (() => void)[] = [];
  await page.route(/\/api\/calendars\//, async (route) => {
    if (route.request().method() === 'PUT') {
      await new Promise<void>((resolve) => held.push(resolve));
    }
    await route.continue();
  });
  const editing = findDialog(page, 'Edit Event');
  const linkTo = (day: string) =>
    page.getByRole('link', { name: `${title}, Wednesday, November ${day}, 2034` });
  /** Saves this and following events, and presses Back before the response. */
  const leaveWhileSaving = async (day: string) => {
    await linkTo(day).click();
    await findPanel(page, title).getByRole('button', { name: 'Edit' }).click();
    await editing.getByRole('radio', { name: 'This and following events' }).check();
    await editing.getByLabel('Location').fill(`Pier ${day}`);
    await editing.getByRole('button', { name: 'Update Event' }).click();
    await expect.poll(() => held.length).toBe(1);
    // Before it is shown as saving, Back asks about unsaved changes.
    await expect(editing.getByRole('button', { name: 'Updating...' })).toBeVisible();
    await page.goBack();
    await expect(editing).toBeHidden();
  };
  const release = async () => {
    for (const go of held.splice(0)) go();
    await expectToast(page, 'Event updated successfully');
  };
  await page.goto('/calendar?month=2034-11');
  await leaveWhileSaving('15');
  await page.getByRole('link', { name: new RegExp(`^${other}`) }).click();
  await findPanel(page, other).getByRole('button', { name: 'Edit' }).click();
  await editing.getByLabel('Description').fill('Typed with care');
  await release();
  await expect(editing.getByLabel('Description')).toHaveValue('Typed with care');
  await editing.getByRole('button', { name: 'Cancel' }).click();
  await discard(page);
  await expect(editing).toBeHidden();
  await expect(findPanel(page, other)).toBeVisible();

  // An event that is still shown is replaced by its part of the split series.
  await leaveWhileSaving('8');
  await expect(page).toHaveURL(new RegExp(made.id));
  await release();
  await expect(page).not.toHaveURL(new RegExp(made.id));
  await expect(findPanel(page, title)).toContainText('Pier 8');
});
