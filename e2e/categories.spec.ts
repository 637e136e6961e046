import { expectAccessibleInBothThemes } from './axe.ts';
import { makeEvent, openCard, openEvents } from './events.ts';
import { expect, test } from './journey.ts';

test('an admin names a category, and events show its name', async ({ page }) => {
  await openEvents(page, 'admin');
  const { title } = await makeEvent(page, { title: 'Named', categoryColor: '64748b' });
  const row = await openCard(page, title);
  await expect(row).toContainText('Other (Slate)');
  await page.goto('/settings/events');
  const card = page.getByRole('region', { name: 'Event Categories' });
  await card.getByRole('button', { name: 'Add Category' }).click();
  await card.getByRole('textbox').last().fill('Board');
  await card.getByRole('combobox').last().selectOption({ label: 'Slate' });
  await card.getByRole('button', { name: 'Save Categories' }).click();
  await expect(card).toContainText('Another category has this name');
  await card.getByRole('textbox').last().fill('Outdoors');
  await expectAccessibleInBothThemes(page, 'event settings');
  await card.getByRole('textbox').last().focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Categories saved')).toBeVisible();
  await expect(card.getByRole('textbox').last()).toBeFocused();
  await expect(await openCard(page, title)).toContainText('Outdoors');

  await page.goto('/settings/events');
  await card.getByRole('button', { name: 'Remove Outdoors' }).click();
  await expect(card).toContainText('1 upcoming event is in Outdoors.');
  await card.getByRole('button', { name: 'Save Categories' }).click();
  await expect(page.getByText('Categories saved')).toBeVisible();
  await expect(await openCard(page, title)).toContainText('Other (Slate)');
});
