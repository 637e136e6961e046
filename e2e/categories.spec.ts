import { expectAccessibleInBothThemes } from './axe.ts';
import { makeEvent, openCard, openEvents } from './events.ts';
import { expect, signInQuickly, test } from './journey.ts';
import { expectUncovered } from './uncovered.ts';
import { expectToast, send } from './wallets.ts';

// The chapter has one list of categories, and saving one that was saved since is refused.
test.describe.configure({ mode: 'default' });

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

test.describe('changed in the meantime', () => {
  test.use({ allowFailedRequests: true });

  test('categories changed by someone else in the meantime are merged, and the focus stays', async ({
    page,
  }) => {
    await openEvents(page, 'admin');
    await page.goto('/settings/events');
    const card = page.getByRole('region', { name: 'Event Categories' });
    const save = card.getByRole('button', { name: 'Save Categories' });
    await card.getByRole('textbox').first().fill('Mine');
    type Categories = { items: { color: string; name: string }[] };
    const { items } = await send<Categories>(page, 'GET', '/event-categories');
    await send(page, 'PUT', '/event-categories', {
      items: items.map(({ color, name }) => ({
        color,
        name: name === 'Pitch' ? 'Pitches' : name,
        previousColor: color,
      })),
    });
    await save.click();
    await expect(card).toContainText('Someone else changed the categories');
    await expect(card.getByRole('textbox').first()).toHaveValue('Mine');
    await expect(card.getByRole('textbox').last()).toHaveValue('Pitches');
    const again = card.getByRole('button', { name: 'Save My Changes' });
    await expect(again).toBeFocused();
    await card
      .getByRole('textbox')
      .first()
      .fill(items[0]?.name ?? '');
    await card.getByRole('textbox').last().fill('Pitch');
    await again.click();
    await expect(page.getByText('Categories saved')).toBeVisible();
    await expect(save).toBeFocused();
  });
});

for (const width of [360, 768]) {
  test(`the button that saved is not under the toast at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 740 });
    await signInQuickly(page, 'admin');
    await page.goto('/settings/events');
    const save = page.getByRole('button', { name: 'Save Categories' });
    await save.evaluate((button) => button.scrollIntoView({ block: 'end' }));
    await save.click();
    await expectToast(page, 'Categories saved');
    await expectUncovered(save);
    await expect(page.locator('.toast')).toBeVisible();
  });
}
