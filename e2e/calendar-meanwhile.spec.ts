/** An event that somebody else changes while it is being changed: nothing typed is lost. */
import { eventPath, makeEvent, panelOf, touchEvent } from './calendar.ts';
import { expect, signInQuickly, test } from './journey.ts';
import { dialogNamed, expectToast, unique } from './wallets.ts';

test.use({ allowFailedRequests: true });
test.beforeEach(({ page }) => signInQuickly(page, 'member'));

test('both versions stand side by side, and nothing typed is lost', async ({ page }) => {
  const title = unique('Both');
  const made = await makeEvent(page, { title, day: '2034-07-05' });
  const touch = (location: string) => touchEvent(page, made, { location });
  await page.goto(eventPath(made, '&dialog=edit'));
  const editing = dialogNamed(page, 'Edit Event');
  await editing.getByLabel('Description').fill('Typed with care');
  await touch('Pier 7');
  await editing.getByRole('button', { name: 'Update Event' }).click();
  await expectToast(page, 'Failed to update event');
  await expect(editing).toContainText('Someone else changed this event while you were editing');
  await expect(editing.getByRole('row', { name: /Location/ })).toContainText('Pier 7');
  await expect(editing.getByRole('row', { name: /Description/ })).toContainText('Typed with care');
  await editing.getByRole('button', { name: 'Back to Editing' }).click();
  await expect(editing.getByLabel('Description')).toHaveValue('Typed with care');
  await editing.getByLabel('Location').fill('Pier 8');
  await touch('Pier 9');
  await editing.getByRole('button', { name: 'Update Event' }).click();
  await editing.getByRole('button', { name: 'Keep My Changes' }).click();
  await expectToast(page, 'Event updated successfully');
  await expect(panelOf(page, title)).toContainText('Pier 8');

  await panelOf(page, title).getByRole('button', { name: 'Edit' }).click();
  await editing.getByLabel('Location').fill('Pier 10');
  await touch('Pier 11');
  await editing.getByRole('button', { name: 'Update Event' }).click();
  await editing.getByRole('button', { name: 'Use Their Version' }).click();
  await expect(editing).toBeHidden();
  await expect(panelOf(page, title)).toContainText('Pier 11');
});

test('how it repeats by now stays, unless that was changed in the form', async ({ page }) => {
  const title = unique('Rule');
  const weekly = { frequency: 'weekly', byDay: ['WE'] };
  const made = await makeEvent(page, { title, day: '2034-12-06' });
  await page.goto(eventPath(made, '&dialog=edit'));
  const editing = dialogNamed(page, 'Edit Event');
  await editing.getByLabel('Description').fill('Typed with care');
  await touchEvent(page, made, { recurrence: { ...weekly, count: 3 } });
  await editing.getByRole('button', { name: 'Update Event' }).click();
  const row = editing.getByRole('row', { name: /Recurrence/ });
  await expect(row).toContainText('Every week on Wednesday for 3 occurrences');
  await expect(row).not.toContainText('differs');
  await editing.getByRole('button', { name: 'Back to Editing' }).click();
  await expect(editing.getByLabel('Repeats')).toHaveValue('weekly');
  await expect(editing.getByLabel('Description')).toHaveValue('Typed with care');
  // The form has no words of its own for this one.
  const recurrence = { frequency: 'monthly', byDay: ['1WE', '3WE'], count: 4 };
  await touchEvent(page, made, { recurrence });
  await editing.getByRole('button', { name: 'Update Event' }).click();
  await expect(row).toContainText('for 4 occurrences');
  await editing.getByRole('button', { name: 'Back to Editing' }).click();
  await expect(editing.getByLabel('Repeats')).toHaveValue('kept');
  await editing.getByLabel('Repeats').focus();
  await touchEvent(page, made, { recurrence: { ...weekly, count: 4 } });
  await editing.getByRole('button', { name: 'Update Event' }).click();
  await editing.getByRole('button', { name: 'Keep My Changes' }).click();
  await expectToast(page, 'Event updated successfully');
  await expect(panelOf(page, title)).toContainText('Typed with care');
  await expect(panelOf(page, title)).toContainText('Every week on Wednesday for 4 occurrences');
});
