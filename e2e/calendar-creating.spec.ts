/** Creating events: every field, its default and its validation, and recurrence. */
import { clearDay, dayButton, findPanel, listOccurrences } from './calendar.ts';
import { tabTo } from './input.ts';
import { expect, signInQuickly, test } from './journey.ts';
import { expectToast, findDialog, unique } from './wallets.ts';

// High enough for two events and more in each day.
test.use({ viewport: { width: 1280, height: 900 } });
test.beforeEach(({ page }) => signInQuickly(page, 'member'));

test('an event is created with the mouse, with every default and validation', async ({ page }) => {
  const title = unique('Harbor');
  await page.goto('/calendar?month=2033-05');
  const dialog = findDialog(page, 'Create New Event');
  await page.getByRole('button', { name: 'Add New Event' }).click();
  await expect(dialog.getByLabel('Start Date *')).toHaveValue('2033-05-01');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dayButton(page, '2033-05-11').click({ position: { x: 60, y: 60 } });
  await expect(dialog).toContainText('Creating event for Wednesday, May 11, 2033');
  await expect(page).toHaveURL(/create=2033-05-11/);
  await expect(dialog.getByLabel('Start Date *')).toHaveValue('2033-05-11');
  await expect(dialog.getByLabel('Start Time')).toHaveValue('09:00');
  await expect(dialog.getByLabel('End Time')).toHaveValue('10:00');
  await expect(dialog.getByRole('radio', { name: 'Board' })).toBeChecked();
  await expect(dialog.getByText('Same day as start date')).toBeVisible();
  await expect(dialog.getByLabel('Repeats')).toHaveValue('never');

  await dialog.getByRole('button', { name: 'Create Event' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Please fill in all required fields');
  await expect(dialog.getByLabel('Title *')).toBeFocused();
  await dialog.getByLabel('Title *').fill(`  ${title}  `);
  await dialog.getByLabel('Description').fill('Long table, bring a guest');
  await dialog.getByLabel('Location').fill('Pier 4');
  await dialog.getByText('Forum', { exact: true }).click();
  await dialog.getByLabel('End Date', { exact: true }).fill('2033-05-10');
  await dialog.getByRole('button', { name: 'Create Event' }).click();
  await expect(dialog).toContainText('The end date cannot be before the start date');
  await dialog.getByLabel('End Date', { exact: true }).fill('2033-05-12');
  await dialog.getByRole('button', { name: 'Clear end date' }).click();
  await expect(dialog.getByText('Same day as start date')).toBeVisible();
  await dialog.getByLabel('Start Date *').fill('2033-05-13');
  await expect(dialog).toContainText('Creating event for Friday, May 13, 2033');
  await dialog.getByLabel('Start Date *').fill('2033-05-11');
  await dialog.getByLabel('Start Time').fill('18:00');
  await expect(dialog.getByLabel('End Time')).toHaveValue('19:00');
  await dialog.getByLabel('End Time').fill('17:00');
  await dialog.getByRole('button', { name: 'Create Event' }).click();
  await expect(dialog).toContainText('The end time cannot be before the start time');
  await dialog.getByLabel('End Time').fill('21:30');
  await dialog.getByLabel('Capacity').fill('0');
  await dialog.getByRole('button', { name: 'Create Event' }).click();
  await expect(dialog).toContainText('Must be a whole number from 1 to 10000, or empty');
  await dialog.getByLabel('Capacity').fill('24');
  await dialog.getByLabel('RSVP Deadline').selectOption({ label: '1 day before' });
  await dialog.getByRole('button', { name: 'Create Event' }).click();
  await expectToast(page, 'Event created successfully!');
  await expect(dialog).toBeHidden();
  await expect(page).not.toHaveURL(/create=/);

  await page.getByRole('link', { name: new RegExp(`^${title}`) }).click();
  const panel = findPanel(page, title);
  for (const text of [
    'Forum',
    'Wed, May 11, 2033, 6:00 – 9:30 PM',
    'Pier 4',
    'No recurrence',
    'Long table, bring a guest',
    'Participants (0)',
    'Created By',
    'Maya Chen',
  ]) {
    await expect(panel).toContainText(text);
  }
  await expect(panel).toContainText(/Created .*\d:\d\d/);
  await expect(panel).toContainText(/Updated .*\d:\d\d/);
});

test('an event keeps its length when its start changes', { tag: '@all' }, async ({ page }) => {
  await page.goto('/calendar?create=2033-05-11');
  const dialog = findDialog(page, 'Create New Event');
  const startTime = dialog.getByLabel('Start Time');
  const endTime = dialog.getByLabel('End Time');
  const endDate = dialog.getByLabel('End Date', { exact: true });
  // The hours that come and go while 11:30 PM is typed leave nothing behind.
  await startTime.focus();
  await page.keyboard.type('1130P');
  await expect(startTime).toHaveValue('23:30');
  await expect(endTime).toHaveValue('00:30');
  await expect(endDate).toHaveValue('2033-05-12');
  await dialog.getByLabel('Start Date *').fill('');
  await dialog.getByLabel('Start Date *').fill('2033-05-04');
  await expect(endDate).toHaveValue('2033-05-05');
  await startTime.fill('18:30');
  await expect(endTime).toHaveValue('19:30');
  await expect(endDate).toHaveValue('');

  // A chosen end stays until the start passes it.
  await endTime.fill('22:00');
  await startTime.fill('19:00');
  await expect(endTime).toHaveValue('22:00');
  await endTime.focus();
  await startTime.fill('22:30');
  await expect(endTime).toHaveValue('01:30');
  await expect(endDate).toHaveValue('2033-05-05');
});

test('a new event of another month is shown in its month, and View opens it', {
  tag: '@all',
}, async ({ page }) => {
  const title = unique('Later');
  await clearDay(page, '2033-11-16');
  await page.goto('/calendar?create=2033-11-16');
  const dialog = findDialog(page, 'Create New Event');
  await dialog.getByLabel('Title *').fill(title);
  await dialog.getByRole('button', { name: 'Create Event' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { name: 'November 2033' })).toBeVisible();
  await expect(page.getByRole('grid').getByRole('link', { name: title })).toBeVisible();
  await page.getByRole('button', { name: 'View', exact: true }).click();
  await expect(findPanel(page, title)).toBeVisible();
  await page.goBack();
  await expect(findPanel(page, title)).toBeHidden();
  await expect(page.getByRole('heading', { name: 'November 2033' })).toBeVisible();
});

test('a series is created with the keyboard and described while it is edited', {
  tag: '@all',
}, async ({ page }) => {
  const title = unique('Forum');
  await page.goto('/calendar?month=2033-06');
  await dayButton(page, '2033-06-30').focus();
  await page.keyboard.press('Enter');
  const dialog = findDialog(page, 'Create New Event');
  await expect(dialog.getByLabel('Title *')).toBeFocused();
  await page.keyboard.type(title);
  const description = dialog.getByRole('status');

  await tabTo(page, dialog.getByLabel('Repeats'));
  await dialog.getByLabel('Repeats').selectOption('weekly');
  await expect(description).toHaveText('Every week on Thursday');
  await tabTo(page, dialog.getByRole('checkbox', { name: 'Tuesday' }));
  await page.keyboard.press('Space');
  await expect(description).toHaveText('Every week on Tuesday, Thursday');
  // The weekday of the start cannot be unchecked.
  await tabTo(page, dialog.getByRole('checkbox', { name: 'Thursday, the day it starts on' }));
  await page.keyboard.press('Space');
  await expect(description).toHaveText('Every week on Tuesday, Thursday');

  await dialog.getByLabel('Repeats').selectOption('monthly');
  await expect(dialog.getByRole('radio', { name: /^On / })).toHaveCount(5);
  await expect(description).toHaveText('Every month on the 30th');
  await dialog.getByRole('radio', { name: 'On the last day' }).focus();
  await page.keyboard.press('Space');
  await expect(description).toHaveText('Every month on the last day');
  await page.keyboard.press('ArrowDown');
  await expect(description).toHaveText('Every month on the fifth Thursday');
  await page.keyboard.press('ArrowDown');
  await expect(description).toHaveText('Every month on the last Thursday');

  await tabTo(page, dialog.getByLabel('Ends'));
  await dialog.getByLabel('Ends').selectOption('times');
  await dialog.getByLabel('Number of Occurrences').fill('0');
  await dialog.getByRole('button', { name: 'Create Event' }).press('Enter');
  await expect(dialog.getByLabel('Number of Occurrences')).toBeFocused();
  await expect(dialog).toContainText('Must be a whole number from 1 to 10000');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('3');
  await expect(description).toHaveText('Every month on the last Thursday for 3 occurrences');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Event created successfully!');
  await expect(dialog).toBeHidden();
  const found = (await listOccurrences(page, '2033-06-01', '2033-10-31')).filter((line) =>
    line.endsWith(title),
  );
  expect(found).toEqual(['06-30', '07-28', '08-25'].map((day) => `${day} ${title}`));
});

test('a series ends on its last day, which cannot precede its start', { tag: '@all' }, async ({
  page,
}) => {
  const title = unique('Walk');
  await page.goto('/calendar?create=2033-07-04');
  const dialog = findDialog(page, 'Create New Event');
  await dialog.getByLabel('Title *').fill(title);
  await dialog.getByLabel('Repeats').selectOption('daily');
  await dialog.getByLabel('Every').fill('2');
  await dialog.getByLabel('Ends').selectOption('until');
  await dialog.getByLabel('Last Day', { exact: true }).fill('2033-07-03');
  await dialog.getByRole('button', { name: 'Create Event' }).click();
  await expect(dialog).toContainText('Cannot be before it starts on Jul 4, 2033');
  await dialog.getByLabel('Last Day', { exact: true }).fill('2033-07-08');
  await expect(dialog.getByRole('status')).toHaveText('Every 2 days until Jul 8, 2033');
  await dialog.getByRole('button', { name: 'Create Event' }).click();
  await expectToast(page, 'Event created successfully!');
  const found = (await listOccurrences(page, '2033-07-01', '2033-07-31')).filter((line) =>
    line.endsWith(title),
  );
  expect(found).toEqual(['07-04', '07-06', '07-08'].map((day) => `${day} ${title}`));
});
