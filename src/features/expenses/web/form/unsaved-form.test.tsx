/** A form with unsaved changes asks before closing, in every way but Back, which asks in the journeys. */
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#web/testing/accessible.ts';
import { expectToast, findAlertDialog, findDialog, press } from '#web/testing/controls.ts';
import { getAddress, goBack, open } from '#web/testing/open.tsx';
import { serveExpenses } from '../testing/expense-samples.ts';

const form = findDialog('Create New Expense');
const title = form.getByLabelText('Title');
const add = page.getByRole('button', { name: 'Add Expense' });
const question = findAlertDialog('Discard your changes?');

/** Every way to leave a form by mistake. */
const ways: readonly [string, () => Promise<void> | void][] = [
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['Back', () => goBack()],
  ['the cross', () => form.getByRole('button', { name: 'Close', exact: true }).click()],
  ['Cancel', () => press(form, 'Cancel')],
];

async function openForm(): Promise<void> {
  serveExpenses();
  await open('/expenses');
  await add.click();
  await expect.element(form.getByLabelText('Amount *')).toHaveFocus();
}

async function expectClosed(): Promise<void> {
  await expect.element(form).not.toBeInTheDocument();
  await expect.element(question).not.toBeInTheDocument();
  await expect.poll(getAddress).toBe('/expenses');
}

test.each(ways)('without changes, %s closes it at once', async (_, leave) => {
  await openForm();
  await leave();
  await expectClosed();
});

// A form keeps Back from leaving with the browser's own history, which journeys have.
test.each(ways.filter(([way]) => way !== 'Back'))(
  'with changes, %s asks, and Keep Editing keeps them',
  async (_, leave) => {
    await openForm();
    await title.fill('Half typed');
    await leave();
    await expect.element(question.getByRole('button', { name: 'Keep Editing' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(question).not.toBeInTheDocument();
    expect(getAddress()).toContain('dialog=create');
    await expect.element(title).toHaveValue('Half typed');
  },
);

test('a click outside does nothing, and undone changes need no confirmation', async () => {
  await openForm();
  await title.fill('Half typed');
  document.elementFromPoint(5, 5)?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  await expect.element(title).toHaveValue('Half typed');
  await expect.element(question).not.toBeInTheDocument();
  await title.fill('');
  await userEvent.keyboard('{Escape}');
  await expectClosed();
});

test('Discard closes the form, and the next one is empty', async () => {
  await openForm();
  await title.fill('Half typed');
  await userEvent.keyboard('{Escape}');
  await expect.element(question).toBeVisible();
  await expectAccessible(question);
  await press(question, 'Discard');
  await expectClosed();
  await expect.element(add).toHaveFocus();
  await add.click();
  await expect.element(title).toHaveValue('');
});

test('a saved form closes without confirmation', async () => {
  await openForm();
  await title.fill('Typed');
  await form.getByLabelText('Amount *').fill('12');
  await press(form, 'Create Expense');
  await expectToast('Expense created successfully!');
  await expectClosed();
});
