/** Fields that look something up never send the form, and no form is sent with what they did not find. */
import { expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { cents } from '#kit/money.ts';
import { expectToast, findDialog, press } from '#web/testing/controls.ts';
import { requestsOf } from '#web/testing/network.ts';
import { open } from '#web/testing/open.tsx';
import { memberId } from '#web/testing/session.ts';
import { expenseCalls } from '../../contract.ts';
import { serveExpenses } from '../testing/expense-samples.ts';

const dialog = findDialog('Create New Expense');
const participants = dialog.getByLabelText('Participants *');
const reason = dialog.getByText('Choose from the list, or remove “zzz”.');
const countSent = () => requestsOf(expenseCalls.create).length;

/** A form that could be sent. */
async function fillForm(): Promise<void> {
  serveExpenses();
  await open('/expenses?dialog=create');
  await dialog.getByLabelText('Amount *').fill('30');
  await dialog.getByLabelText('Title').fill('Picnic');
}

const fields: Readonly<Record<string, () => Promise<Locator> | Locator>> = {
  Participants: () => participants,
  'Paid By': () => dialog.getByLabelText('Paid By *'),
  'one of several payers': async () => {
    await press(dialog, 'Several People Paid');
    return dialog.getByLabelText('Payer 1');
  },
  'Associated Event': async () => {
    await press(dialog, /^More/);
    return dialog.getByLabelText('Associated Event');
  },
};

test.each(Object.keys(fields))('what %s does not find is kept, said and not sent', async (name) => {
  await fillForm();
  const field = await fields[name]?.();
  if (!field) throw new Error(`no field ${name}`);
  await field.fill('zzz');
  await userEvent.keyboard('{Enter}{Enter}');
  await expect.element(field).toHaveValue('zzz');
  await press(dialog, 'Create Expense');
  await expect.element(reason).toBeVisible();
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveAccessibleDescription(/remove “zzz”/);
  expect(countSent()).toBe(0);
  await field.fill('');
  await userEvent.tab();
  await expect.element(reason).not.toBeInTheDocument();
});

test('Enter in a category takes what is typed and sends nothing', async () => {
  await fillForm();
  await press(dialog, /^More/);
  const category = dialog.getByLabelText('Category');
  await category.fill('Something new');
  await userEvent.keyboard('{Enter}{Enter}');
  await expect.element(category).toHaveValue('Something new');
  expect(countSent()).toBe(0);
});

test('Enter on a name that is already chosen sends nothing and adds no one', async () => {
  await fillForm();
  await participants.fill('maya');
  await expect.element(page.getByText('No one else has this name.')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(participants).toHaveValue('maya');
  await expect.element(dialog).toMatchTextContent('1 selected');
  expect(countSent()).toBe(0);
});

test('a name typed in full is chosen when its field is left', async () => {
  await fillForm();
  await participants.fill('diego álvarez');
  await userEvent.tab();
  await expect.element(participants).toHaveValue('');
  await expect.element(dialog).toMatchTextContent('2 selected');
  await dialog.getByLabelText('Paid By *').fill('Priya Raman');
  await userEvent.tab();
  await press(dialog, 'Create Expense');
  await expectToast('Expense created successfully!');
  expect(requestsOf(expenseCalls.create).map(({ body }) => body)).toEqual([
    expect.objectContaining({
      amount: cents(3_000),
      paidBy: memberId('Priya Raman'),
      participants: [memberId('Maya Chen'), memberId('Diego Alvarez')],
    }),
  ]);
});

test('an option that is pressed replaces what was typed', async () => {
  await fillForm();
  await participants.fill('die');
  await page.getByRole('option', { name: 'Diego Alvarez' }).click();
  await expect.element(participants).toHaveValue('');
  await participants.fill('zzz');
  await dialog.getByLabelText('Title').click();
  await expect.element(reason).toBeVisible();
  await participants.fill('pri');
  await expect.element(reason).not.toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).toMatchTextContent('3 selected');
  expect(countSent()).toBe(0);
});
