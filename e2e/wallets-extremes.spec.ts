/** The longest names and the largest amounts, at every width and in both themes, in every dialog. */
import { expectAccessible } from './axe.ts';
import { expect, signInQuickly, test } from './journey.ts';
import { makeTransaction, makeWallet } from './wallets.ts';

test.beforeEach(({ page }) => signInQuickly(page, 'treasurer'));

test.describe('extremes', () => {
  const longest =
    'Donaudampfschifffahrtsgesellschaftskapitaensmuetzenfabrikationsgebaeudereinigungskostenabrechnungen';

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [360, 768, 1280]) {
      test(`fit ${width} px, ${colorScheme}, dialogs too`, async ({ browser, page }) => {
        test.setTimeout(120_000);
        const name = longest.slice(0, 100);
        const wallet = await makeWallet(page, { name, currencyCode: 'CAD' });
        const { id } = await makeTransaction(page, wallet, {
          amount: 9_999_999_999.99,
          transactionType: 'debit',
          description: 'W'.repeat(255),
          referenceId: 'R'.repeat(255),
        });
        const context = await browser.newContext({
          colorScheme,
          viewport: { width, height: 800 },
          storageState: await page.context().storageState(),
        });
        const screen = await context.newPage();
        for (const [what, address] of [
          ['wallets', `/wallets?search=${name}`],
          ['transactions', wallet.path],
        ] as const) {
          await screen.goto(address);
          await expect(screen.getByText('-CA$9,999,999,999.99').first()).toBeVisible();
          await expectAccessible(screen, `${what} with extremes`);
        }
        for (const dialog of ['add', 'edit', 'delete', 'history']) {
          const subject = dialog === 'add' ? '' : `&subject=${id}`;
          await screen.goto(`${wallet.path}?dialog=${dialog}${subject}`);
          const role = dialog === 'delete' ? 'alertdialog' : 'dialog';
          await expect(screen.getByRole(role)).toBeVisible();
          await expectAccessible(screen, `${dialog} with extremes`, `[role=${role}]`);
        }
        await context.close();
      });
    }
  }
});
