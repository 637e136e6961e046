/** The longest names and largest amounts fit at every width, in both themes and in every dialog. */
import { expectAccessibleInBothThemes } from './axe.ts';
import { expect, signInQuickly, test } from './journey.ts';
import { findUser, makeTransaction, makeWallet } from './wallets.ts';

const longest =
  'Donaudampfschifffahrtsgesellschaftskapitaensmuetzenfabrikationsgebaeudereinigungskostenabrechnungen';

for (const width of [360, 768, 1280]) {
  test.describe(`extreme values at ${width} px`, () => {
    test.use({ colorScheme: 'light', viewport: { width, height: 800 } });

    test('fit on the screens and in the dialogs', async ({ page }) => {
      await signInQuickly(page, 'treasurer');
      const name = longest.slice(0, 100);
      await page.goto('/wallets');
      // Someone who does not sign in elsewhere: their balance would have one more line.
      const { id: ownerId } = await findUser(page, 'Beatriz Almeida');
      const wallet = await makeWallet(page, { name, ownerId, currencyCode: 'CAD' });
      const { id } = await makeTransaction(page, wallet, {
        amount: 9_999_999_999.99,
        transactionType: 'debit',
        description: 'W'.repeat(255),
        referenceId: 'R'.repeat(255),
      });
      for (const [what, address] of [
        ['wallets', `/wallets?search=${name}`],
        ['transactions', wallet.path],
      ] as const) {
        await page.goto(address);
        await expect(page.getByText('-CA$9,999,999,999.99').first()).toBeVisible();
        await expectAccessibleInBothThemes(page, `${what} with extremes`);
      }
      const details = page.getByRole('region', { name: 'Wallet Details' }).locator('dd');
      await expect(details.first()).toBeVisible();
      const cutOff = await details.evaluateAll((values) =>
        values
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
          .map(({ textContent }) => textContent),
      );
      expect(cutOff, 'values that reach into the next column').toEqual([]);
      for (const dialog of ['add', 'edit', 'delete', 'history']) {
        const subject = dialog === 'add' ? '' : `&subject=${id}`;
        await page.goto(`${wallet.path}?dialog=${dialog}${subject}`);
        const role = dialog === 'delete' ? 'alertdialog' : 'dialog';
        await expect(page.getByRole(role)).toBeVisible();
        await expectAccessibleInBothThemes(page, `${dialog} with extremes`, `[role=${role}]`);
      }
    });
  });
}
