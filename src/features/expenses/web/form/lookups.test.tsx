/** Fields that look something up never send the form, and no form is sent with what they did not find. */
import { expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { memberCalls } from '#features/members/contract.ts';
import { cents } from '#kit/money.ts';
import { expectToast, findAlertDialog, findDialog, press } from '#web/testing/controls.ts';
import { answer, requestsOf } from '#web/testing/network.ts';
import { open, readAgain } from '#web/testing/open.tsx';
import { memberId, members, nextId } from '#web/testing/session.ts';
import { expenseCalls } from '../../contract.ts';
import { serveExpenses } from '../testing/expense-samples.ts';

const dialog = findDialog('Create New Expense');
const participants = dialog.getByLabelText('Participants *');
const reason = dialog.getByText('Choose from the list, or remove what is typed.');
const findPayer = (row: number) => dialog.getByRole('combobox', { name: `Payer ${row}` });
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
    return findPayer(1);
  },
  'Associated Event': async () => {
    await press(dialog, /^More/);
    return dialog.getByLabelText('Associated Event');
  },
};

test.each(Object.keys(fields))(
  'what %s does not find is kept, reported and not sent',
  async (name) => {
    await fillForm();
    const field = await fields[name]?.();
    if (!field) throw new Error(`no field ${name}`);
    await field.fill('zzz');
    await userEvent.keyboard('{Enter}{Enter}');
    await expect.element(field).toHaveValue('zzz');
    await press(dialog, 'Create Expense');
    await expect.element(reason).toBeVisible();
    await expect.element(field).toHaveFocus();
    await expect.element(field).toHaveAccessibleDescription(/remove what is typed/);
    expect(countSent()).toBe(0);
    await field.fill('');
    await userEvent.tab();
    await expect.element(reason).not.toBeInTheDocument();
  },
);

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
  const payer = dialog.getByLabelText('Paid By *');
  await payer.fill('maya chen');
  await userEvent.tab();
  await expect.element(payer).toHaveValue('Maya Chen (you)');
  await payer.fill('Priya Raman');
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

test('More is not folded over an event that was not found', async () => {
  await fillForm();
  await press(dialog, /^More/);
  const event = dialog.getByLabelText('Associated Event');
  await event.fill('zzz');
  await userEvent.keyboard('{Enter}');
  await press(dialog, /^More/);
  await expect.element(event).toHaveFocus();
  await expect.element(reason).toBeVisible();
  await event.fill('');
  await press(dialog, /^More/);
  await expect.element(event).not.toBeVisible();
});

test('More that opened for an error stays open over what is typed since', async () => {
  await fillForm();
  await press(dialog, /^More/);
  const date = dialog.getByLabelText('Expense Date *');
  const day = (date.element() as HTMLInputElement).value;
  await date.fill('');
  await press(dialog, /^More/);
  await press(dialog, 'Create Expense');
  await expect.element(date).toHaveFocus();
  await dialog.getByLabelText('Associated Event').fill('zzz');
  await userEvent.tab();
  await date.fill(day);
  await press(dialog, 'Create Expense');
  await expect.element(dialog.getByLabelText('Associated Event')).toHaveFocus();
  await expect.element(reason).toBeVisible();
  expect(countSent()).toBe(0);
});

test('of two people called so, none is chosen by what is typed, and the one chosen is not typed again', async () => {
  await fillForm();
  const [maya] = members;
  if (!maya) throw new Error('no members');
  const items = [...members, { ...maya, id: nextId('member') }];
  answer(memberCalls.list, { items, totalCount: items.length });
  await readAgain();
  await participants.fill('maya chen');
  await userEvent.tab();
  await expect.element(reason).toBeVisible();
  await expect.element(dialog).toMatchTextContent('1 selected');
  for (let times = 0; times < 2; times += 1) {
    await participants.fill('tom becker');
    await userEvent.tab();
    await expect.element(participants).toHaveValue('');
    await expect.element(dialog).toMatchTextContent('2 selected');
  }
});

test('what is typed stays when a chip or another row is removed', async () => {
  await fillForm();
  await participants.fill('zzz');
  await userEvent.keyboard('{Enter}');
  await press(dialog, 'Remove Maya Chen (you)');
  await expect.element(participants).toHaveValue('zzz');
  await participants.fill('');
  await press(dialog, 'Several People Paid');
  await press(dialog, 'Add a Payer');
  await findPayer(2).fill('zzz');
  await userEvent.tab();
  await press(dialog, /^Remove Maya Chen$/);
  await expect.element(findPayer(1)).toHaveValue('zzz');
  await expect.element(findPayer(2)).toHaveValue('');
});

test('a form in which only a name was typed asks before it closes', async () => {
  serveExpenses();
  await open('/expenses?dialog=create');
  await participants.fill('zzz');
  await userEvent.keyboard('{Enter}');
  await press(dialog, 'Cancel');
  const question = findAlertDialog('Discard your changes?');
  await press(question, 'Keep Editing');
  await expect.element(participants).toHaveValue('zzz');
  await participants.fill('');
  await userEvent.tab();
  await press(dialog, 'Cancel');
  await expect.element(dialog).not.toBeInTheDocument();
});
