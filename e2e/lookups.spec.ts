/** In every form, what a field that looks things up does not find is never sent. */
import type { Page } from '@playwright/test';
import { onPhone } from './axe.ts';
import { expect, signInQuickly, test } from './journey.ts';
import { screens } from './screens.ts';

type Noting = { noteSubmit(form: string): void };

/** Those that screens.ts does not open. */
const others = [
  { name: 'record a payment', path: '/payments?dialog=record' },
  { name: 'record several payments', path: '/payments?dialog=record-many' },
  { name: 'new group', path: '/members?dialog=group' },
];

const forms = [
  ...screens.filter(({ part }) => part?.includes('dialog')),
  ...others.map((form) => ({
    ...form,
    open: (page: Page) =>
      expect(page.getByRole('dialog').getByRole('textbox').first()).toBeVisible(),
  })),
];

for (const hasTouch of [false, true]) {
  test.describe(hasTouch ? 'by touch' : 'by pointer', () => {
    test.use(hasTouch ? { ...onPhone, hasTouch } : { viewport: { width: 1280, height: 900 } });

    test('text that matches nothing is not sent by Enter, nor by the form’s own button', async ({
      page,
    }) => {
      test.setTimeout(600_000);
      await signInQuickly(page, 'admin');
      const submits: string[] = [];
      await page.exposeFunction('noteSubmit', (form: string) => submits.push(form));
      await page.addInitScript(() => {
        addEventListener('submit', () => (globalThis as never as Noting).noteSubmit('sent'), true);
      });
      const writes: string[] = [];
      page.on('request', (request) => {
        const isRead = request.method() === 'GET' || request.url().includes('/api/auth/');
        if (!isRead) writes.push(`${request.method()} ${request.url()}`);
      });
      const tried: string[] = [];
      for (const { name, path, open } of forms) {
        await test.step(name, async () => {
          await page.goto(typeof path === 'string' ? path : await path(page));
          await open(page);
          writes.length = 0;
          submits.length = 0;
          const form = page.getByRole('dialog').or(page.getByRole('alertdialog')).last();
          const fields = form
            .locator('input[role=combobox], input[type=search]')
            .filter({ visible: true });
          await expect(form).toBeVisible();
          for (const field of await fields.all()) {
            if (!(await field.isEditable())) continue;
            await field.fill('zzz');
            await page.keyboard.press('Enter');
            await page.keyboard.press('Enter');
            await expect(field).toHaveValue('zzz');
            expect(submits).toEqual([]);
            const send = form.locator('button[type=submit]');
            if ((await field.getAttribute('data-typed')) !== null && (await send.isEnabled())) {
              await (hasTouch ? send.tap() : send.click());
              await expect(field).toBeFocused();
              submits.length = 0;
            }
            await expect(form).toBeVisible();
            tried.push(name);
            await field.fill('');
          }
          expect(writes).toEqual([]);
        });
      }
      // Otherwise nothing would have been tried.
      expect(new Set(tried).size).toBeGreaterThanOrEqual(7);
    });
  });
}
