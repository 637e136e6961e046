/** A journey told once and done twice: by mouse, and by keyboard alone. */
import { expect, type Locator, type Page } from '@playwright/test';

export type Hand = {
  /** A button, a link. */
  press(target: Locator): Promise<void>;
  /** A form: by its button, or by Enter in the field that has the focus. */
  submit(button: Locator): Promise<void>;
  /** A checkbox, a switch. */
  check(box: Locator): Promise<void>;
  /** One of a radio group. */
  choose(radio: Locator): Promise<void>;
  /** In the place of what a field holds. */
  write(field: Locator, text: string): Promise<void>;
  /** An option of a select, by its words. */
  pick(select: Locator, words: string): Promise<void>;
  /** An entry of a menu. */
  pressIn(menu: Locator, entry: string): Promise<void>;
};

export function mouseOf(page: Page): Hand {
  return {
    press: (target) => target.click(),
    submit: (button) => button.click(),
    check: (box) => box.check(),
    choose: (radio) => radio.check(),
    write: (field, text) => field.fill(text),
    pick: async (select, label) => void (await select.selectOption({ label })),
    async pressIn(menu, entry) {
      await menu.click();
      await page.getByRole('menuitem', { name: entry, exact: true }).click();
    },
  };
}

export function keyboardOf(page: Page): Hand {
  const { keyboard } = page;
  return {
    async press(target) {
      await tabTo(page, target);
      await keyboard.press('Enter');
    },
    async submit(button) {
      await expect(button).toBeVisible();
      await keyboard.press('Enter');
    },
    async check(box) {
      await tabTo(page, box);
      await keyboard.press('Space');
      await expect(box).toBeChecked();
    },
    async choose(radio) {
      const group = radio.locator('xpath=ancestor::fieldset[1]');
      await tabTo(page, group.getByRole('radio', { checked: true }));
      const count = await group.getByRole('radio').count();
      for (let moves = 0; moves < count && !(await radio.isChecked()); moves += 1) {
        await keyboard.press('ArrowDown');
      }
      await expect(radio).toBeChecked();
    },
    async write(field, text) {
      await tabTo(page, field);
      await keyboard.press('ControlOrMeta+a');
      await keyboard.type(text);
    },
    async pick(select, words) {
      await tabTo(page, select);
      await typeAtOnce(page, words);
      await expect(select.locator('option:checked')).toHaveText(words);
    },
    async pressIn(menu, entry) {
      await tabTo(page, menu);
      await keyboard.press('Enter');
      const items = page.getByRole('menuitem');
      await expect(items.first()).toBeFocused();
      const place = (await items.allTextContents()).indexOf(entry);
      for (let next = 1; next <= place; next += 1) {
        await keyboard.press('ArrowDown');
        await expect(items.nth(next)).toBeFocused();
      }
      await keyboard.press('Enter');
    },
  };
}

/**
 * All letters together, into a list of choices: it forgets what was typed when the next letter comes
 * a second later.
 */
export async function typeAtOnce(page: Page, words: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await Promise.all(
    [...words].map((text) => session.send('Input.dispatchKeyEvent', { type: 'char', text })),
  );
  await session.detach();
}

/** Moves on with Tab until something has the focus. */
export async function tabTo(page: Page, target: Locator, most = 200): Promise<void> {
  await expect(target).toBeVisible();
  for (let press = 0; press < most; press += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

/** Moves on through an open menu until an entry has the focus. */
export async function moveTo(page: Page, entry: Locator): Promise<void> {
  await expect(entry).toBeVisible();
  const entries = await page.locator('[role^=menuitem]').count();
  for (let press = 0; press < entries; press += 1) {
    if (await entry.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('ArrowDown');
  }
  await expect(entry).toBeFocused();
}
