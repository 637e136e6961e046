import { expect, test } from 'vitest';
import { findDialog } from '#web/testing/controls.ts';
import { open } from '#web/testing/open.tsx';
import { serveWallet } from '../testing/wallet-samples.ts';
import { newTransactionForm } from './transaction-form.ts';

test('the form has a field for each of its values', async () => {
  await open(`${serveWallet().path}?dialog=add`, { as: 'admin' });
  const dialog = findDialog('Add Transaction');
  await expect.element(dialog).toBeVisible();
  const names = [...dialog.element().querySelectorAll('[name]')].map((field) =>
    field.getAttribute('name'),
  );
  expect(names.toSorted()).toEqual(Object.keys(newTransactionForm('')).toSorted());
});
