/** User input by mouse or by keyboard alone, so that one journey covers both. */
import { expect, type Locator, type Page } from '@playwright/test';

export type UserInput = {
  /** Activates a button or a link. */
  press(target: Locator): Promise<void>;
  /** Submits a form by its button, or by Enter in the focused field. */
  submit(button: Locator): Promise<void>;
  /** Checks a checkbox or a switch. */
  check(box: Locator): Promise<void>;
  /** Selects one of a radio group. */
  selectRadio(radio: Locator): Promise<void>;
  /** Replaces the text of a field. */
  fill(field: Locator, text: string): Promise<void>;
  /** Selects an option by its label. */
  select(select: Locator, label: string): Promise<void>;
  /** Opens a menu and activates an item. */
  pressMenuItem(menu: Locator, item: string): Promise<void>;
};

export function createMouse(page: Page): UserInput {
  return {
    press: (target) => target.click(),
    submit: (button) => button.click(),
    check: (box) => box.check(),
    selectRadio: (radio) => radio.check(),
    fill: (field, text) => field.fill(text),
    select: async (select, label) => void (await select.selectOption({ label })),
    async pressMenuItem(menu, item) {
      await menu.click();
      await page.getByRole('menuitem', { name: item, exact: true }).click();
    },
  };
}

export function createKeyboard(page: Page): UserInput {
  const { keyboard } = page;
  return {
    async press(target) {
      await tabTo(page, target);
      await keyboard.press('Enter');
    },
    async submit(button) {
      await expect(button).toBeVisible();
      await waitForFocus(page);
      await keyboard.press('Enter');
    },
    async check(box) {
      await tabTo(page, box);
      await keyboard.press('Space');
      await expect(box).toBeChecked();
    },
    async selectRadio(radio) {
      const group = radio.locator('xpath=ancestor::fieldset[1]');
      await tabTo(page, group.getByRole('radio', { checked: true }));
      const count = await group.getByRole('radio').count();
      for (let moves = 0; moves < count && !(await radio.isChecked()); moves += 1) {
        await keyboard.press('ArrowDown');
      }
      await expect(radio).toBeChecked();
    },
    async fill(field, text) {
      await tabTo(page, field);
      await keyboard.press('ControlOrMeta+a');
      await keyboard.type(text);
    },
    async select(select, label) {
      await tabTo(page, select);
      await typeWithoutPauses(page, label);
      await expect(select.locator('option:checked')).toHaveText(label);
    },
    async pressMenuItem(menu, item) {
      await tabTo(page, menu);
      await keyboard.press('Enter');
      const items = page.getByRole('menuitem');
      await expect(items.first()).toBeFocused();
      const position = (await items.allTextContents()).indexOf(item);
      for (let next = 1; next <= position; next += 1) {
        await keyboard.press('ArrowDown');
        await expect(items.nth(next)).toBeFocused();
      }
      await keyboard.press('Enter');
    },
  };
}

/**
 * Sends all letters at once: a select starts a new search when a letter arrives a second after the
 * last, which happens on a busy machine.
 */
export async function typeWithoutPauses(page: Page, text: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await Promise.all(
    [...text].map((char) => session.send('Input.dispatchKeyEvent', { type: 'char', text: char })),
  );
  await session.detach();
}

/**
 * Waits until dialogs and panels that opened or closed have moved the focus, which they do in one of the
 * next two frames; a key pressed before would go where the focus was.
 */
export async function waitForFocus(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      }),
  );
}

/** Presses Tab, or Shift+Tab to go back, until the target has the focus. */
export async function tabTo(
  page: Page,
  target: Locator,
  { maxPresses = 200, key = 'Tab' }: { maxPresses?: number; key?: 'Tab' | 'Shift+Tab' } = {},
): Promise<void> {
  await expect(target).toBeVisible();
  await waitForFocus(page);
  for (let press = 0; press < maxPresses; press += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  await expect(target).toBeFocused();
}

/** Presses the down arrow in an open menu until an item has the focus. */
export async function moveToMenuItem(page: Page, item: Locator): Promise<void> {
  await expect(item).toBeVisible();
  const count = await page.locator('[role^=menuitem]').count();
  for (let press = 0; press < count; press += 1) {
    if (await item.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('ArrowDown');
  }
  await expect(item).toBeFocused();
}
