/** Someone else changes an event while it is being edited: no input is lost. */
import { changeEventElsewhere, eventPath, findPanel, makeEvent } from './calendar.ts';
import { expect, signInQuickly, test } from './journey.ts';
import { expectToast, findDialog, unique } from './wallets.ts';

test.use({ allowFailedRequests: true });
test.beforeEach(({ page }) => signInQuickly(page, 'member'));

test('a conflict shows both versions and keeps the input', async ({ page }) => {
  const title = unique('Both');
  const made = await makeEvent(page, { title, day: '2034-07-05' });
  const changeElsewhere = (location: string) => changeEventElsewhere(page, made, { location });
  await page.goto(eventPath(made, '&dialog=edit'));
  const editing = findDialog(page, 'Edit Event');
  await editing.getByLabel('Description').fill('Typed with care');
  await changeElsewhere('Pier 7');
  await editing.getByRole('button', { name: 'Update Event' }).click();
  await expectToast(page, 'Failed to update event');
  await expect(editing).toContainText('Someone else changed this event while you were editing');
  await expect(editing.getByRole('row', { name: /Location/ })).toContainText('Pier 7');
  await expect(editing.getByRole('row', { name: /Description/ })).toContainText('Typed with care');
  await editing.getByRole('button', { name: 'Back to Editing' }).click();
  await expect(editing.getByLabel('Description')).toHaveValue('Typed with care');
  await editing.getByLabel('Location').fill('Pier 8');
  await changeElsewhere('Pier 9');
  await editing.getByRole('button', { name: 'Update Event' }).click();
  await editing.getByRole('button', { name: 'Keep My Changes' }).click();
  await expectToast(page, 'Event updated successfully');
  await expect(findPanel(page, title)).toContainText('Pier 8');

  await findPanel(page, title).getByRole('button', { name: 'Edit' }).click();
  await editing.getByLabel('Location').fill('Pier 10');
  await changeElsewhere('Pier 11');
  await editing.getByRole('button', { name: 'Update Event' }).click();
  await editing.getByRole('button', { name: 'Use Their Version' }).click();
  await expect(editing).toBeHidden();
  await expect(findPanel(page, title)).toContainText('Pier 11');
});

test('a recurrence rule changed elsewhere is kept unless the form changed it, too', async ({
  page,
}) => {
  const title = unique('Rule');
  const weekly = { frequency: 'weekly', byDay: ['WE'] };
  const made = await makeEvent(page, { title, day: '2034-12-06' });
  await page.goto(eventPath(made, '&dialog=edit'));
  const editing = findDialog(page, 'Edit Event');
  await editing.getByLabel('Description').fill('Typed with care');
  await changeEventElsewhere(page, made, { recurrence: { ...weekly, count: 3 } });
  await editing.getByRole('button', { name: 'Update Event' }).click();
  const row = editing.getByRole('row', { name: /Recurrence/ });
  await expect(row).toContainText('Every week on Wednesday for 3 occurrences');
  await expect(row).not.toContainText('differs');
  await editing.getByRole('button', { name: 'Back to Editing' }).click();
  await expect(editing.getByLabel('Repeats')).toHaveValue('weekly');
  await expect(editing.getByLabel('Description')).toHaveValue('Typed with care');
  // The form cannot edit this rule.
  const recurrence = { frequency: 'monthly', byDay: ['1WE', '3WE'], count: 4 };
  await changeEventElsewhere(page, made, { recurrence });
  await editing.getByRole('button', { name: 'Update Event' }).click();
  await expect(row).toContainText('for 4 occurrences');
  await editing.getByRole('button', { name: 'Back to Editing' }).click();
  await expect(editing.getByLabel('Repeats')).toHaveValue('kept');
  await editing.getByLabel('Repeats').focus();
  await changeEventElsewhere(page, made, { recurrence: { ...weekly, count: 4 } });
  await editing.getByRole('button', { name: 'Update Event' }).click();
  await editing.getByRole('button', { name: 'Keep My Changes' }).click();
  await expectToast(page, 'Event updated successfully');
  await expect(findPanel(page, title)).toContainText('Typed with care');
  await expect(findPanel(page, title)).toContainText('Every week on Wednesday for 4 occurrences');
});
