/** Recording a stack of checks: five in at most ten clicks, and Enter never records. */
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { standingsCall } from '#features/expenses/summary-contract.ts';
import { serveExpenses } from '#features/expenses/web/testing/expense-samples.ts';
import { cents } from '#kit/money.ts';
import { page as pageOf } from '#kit/page.ts';
import { expectAccessible } from '#web/testing/accessible.ts';
import { expectToast, findAlertDialog, findDialog, press } from '#web/testing/controls.ts';
import { answer, refuse, requestsOf, unreachable } from '#web/testing/network.ts';
import { open } from '#web/testing/open.tsx';
import { sampleId, today } from '#web/testing/session.ts';
import { paymentCalls } from '../../contract.ts';

const dialog = findDialog('Record Several Payments');
const filter = dialog.getByRole('searchbox', { name: 'Filter by name' });
const tick = (name: string) => dialog.getByRole('checkbox', { name, exact: true });
const amount = (name: string) => dialog.getByLabelText(`Amount of ${name}`);
const number = (name: string) => dialog.getByLabelText(`Check Number of ${name}`);
const summary = dialog.getByRole('status');
const recordButton = dialog.getByRole('button', { name: /^Record / });

const idOf = (name: string) =>
  sampleId('member', 10 + ([...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 200));

/** By name: what they have, in cents; below zero they owe it. */
let standings: Record<string, number>;

beforeEach(() => {
  serveExpenses();
  standings = {
    'Aisha Khan': -250_00,
    'Ben Ortiz': -250_00,
    'Carla Rossi': -106_95,
    'Dan Weiss': -100_00,
    'Eve Stone': -543_05,
    'Fay Even': 0,
    'Gus Rich': 90_00,
    'Wei Chen': -1,
  };
  answer(standingsCall, () => ({
    items: Object.entries(standings).map(([name, standing]) => ({
      memberId: idOf(name),
      name,
      open: cents(0),
      wallet: cents(standing),
      standing: cents(standing),
      walletId: null,
      otherCurrencies: [],
    })),
    chapter: cents(0),
  }));
  answer(paymentCalls.list, ({ query }) => ({ payments: pageOf([], 0, query) }));
  answer(paymentCalls.recordBatch, () => ({ payments: [] }));
});

const openDialog = () => open('/payments?dialog=record-many', { as: 'treasurer' });
const sent = () => requestsOf(paymentCalls.recordBatch).map(({ body }) => body);

test('five checks are recorded with seven clicks, from the page on', async () => {
  let clicks = 0;
  const count = () => {
    clicks += 1;
  };
  addEventListener('click', count, { capture: true });
  onTestFinished(() => removeEventListener('click', count, { capture: true }));
  await open('/payments', { as: 'treasurer' });
  await press(page, 'Record Several');
  await expect.element(tick('Aisha Khan')).toBeVisible();
  await expect.element(dialog.getByPlaceholder('Type a name, then press Enter')).toHaveFocus();
  await expectAccessible(dialog);
  for (const name of ['Aisha Khan', 'Ben Ortiz', 'Carla Rossi', 'Dan Weiss', 'Eve Stone']) {
    await tick(name).click();
  }
  await expect.element(summary).toHaveTextContent('5 payments, $1,250.00');
  await press(dialog, 'Record 5 Payments');
  await expectToast('5 payments recorded and posted, $1,250.00');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(clicks).toBe(7);
  expect(sent()).toEqual([
    expect.objectContaining({
      paidOn: today(),
      method: 'check',
      items: [250_00, 250_00, 106_95, 100_00, 543_05].map((each) =>
        expect.objectContaining({ amount: each, reference: '' }),
      ),
    }),
  ]);
});

test('members do not get the button, nor the dialog by its address', async () => {
  await open('/payments?dialog=record-many');
  await expect.element(page.getByRole('button', { name: 'Record Payment' })).toBeVisible();
  await expect
    .element(page.getByRole('button', { name: 'Record Several' }))
    .not.toBeInTheDocument();
  await expect.element(dialog).not.toBeInTheDocument();
});

test('letters and Enter tick a single match; Enter records nothing anywhere', async () => {
  await openDialog();
  await expect.element(tick('Aisha Khan')).toBeVisible();
  await expect.element(tick('Fay Even')).not.toBeInTheDocument();
  await filter.fill('wei');
  await userEvent.keyboard('{Enter}');
  // Wei Chen and Dan Weiss: neither is taken.
  await expect.element(summary).toHaveTextContent('0 payments, $0.00');
  await filter.fill('weis');
  await userEvent.keyboard('{Enter}');
  await expect.element(tick('Dan Weiss')).toBeChecked();
  await userEvent.keyboard('{Enter}');
  await expect.element(tick('Dan Weiss')).toBeChecked();
  // The letters are selected: the next name replaces them.
  await userEvent.keyboard('even{Enter}');
  await expect.element(tick('Fay Even')).toBeChecked();
  await expect.element(amount('Fay Even')).toHaveValue('');
  await userEvent.keyboard('{Tab}{Tab}40.5{Tab}1041{Enter}');
  await expect.element(amount('Fay Even')).toHaveValue('40.5');
  await expect.element(number('Fay Even')).toHaveValue('1041');
  await expect.element(filter).toHaveFocus();
  await filter.fill('');
  await tick('Dan Weiss').click();
  await number('Fay Even').fill('1042');
  await userEvent.keyboard('{Tab}');
  await expect.element(tick('Wei Chen')).toHaveFocus();
  await expect.element(summary).toHaveTextContent('1 payment, $40.50');
  expect(sent()).toEqual([]);
  await tick('Dan Weiss').click();
  await press(dialog, 'Record 2 Payments');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sent()[0]?.items).toEqual([
    { fromMemberId: idOf('Dan Weiss'), amount: 100_00, reference: '' },
    { fromMemberId: idOf('Fay Even'), amount: 40_50, reference: '1042' },
  ]);
});

test('a wrong amount is named in its row, and nothing is sent', async () => {
  await openDialog();
  await tick('Ben Ortiz').click();
  for (const typed of ['', '0', '1.234', '-5']) {
    await amount('Ben Ortiz').fill(typed);
    await recordButton.click();
    await expect.element(amount('Ben Ortiz')).toHaveAttribute('aria-invalid', 'true');
  }
  expect(sent()).toEqual([]);
  await amount('Ben Ortiz').fill('1,250.05');
  await expect.element(amount('Ben Ortiz')).not.toHaveAttribute('aria-invalid');
  await recordButton.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sent()[0]?.items[0]?.amount).toBe(1_250_05);
});

test('possible duplicates are asked about one by one; other refusals name their row', async () => {
  const details = { amount: 250, paidOn: today(), status: 'confirmed', saidBy: 'Tara Lee' };
  const duplicate = (index: number) => ({
    index,
    code: 'possible_duplicate',
    message: 'Is recorded already',
    details,
  });
  const left = { index: 1, code: 'former_member', message: 'This person has left' };
  answer(
    paymentCalls.recordBatch,
    refuse(422, 'invalid_items', 'Nothing was recorded', {
      details: { items: [duplicate(0), left] },
    }),
  );
  await openDialog();
  await tick('Ben Ortiz').click();
  await tick('Aisha Khan').click();
  await recordButton.click();
  await expect.element(dialog.getByText('This person has left')).toBeVisible();
  await expect.element(dialog).toMatchTextContent('recorded by Tara Lee');
  await expect.element(summary).toHaveTextContent('2 payments, $500.00');
  await tick('Aisha Khan').click();
  await expect.element(dialog.getByText('This person has left')).not.toBeInTheDocument();
  answer(paymentCalls.recordBatch, () => ({ payments: [] }));
  await tick('Record anyway').click();
  await recordButton.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sent()[1]?.items).toEqual([
    expect.objectContaining({ fromMemberId: idOf('Ben Ortiz'), isDuplicateAllowed: true }),
  ]);
});

test('a lost reply keeps the stack, and trying again is the same request', async () => {
  answer(paymentCalls.recordBatch, () => unreachable);
  await openDialog();
  await tick('Ben Ortiz').click();
  await recordButton.click();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('Check your connection');
  answer(paymentCalls.recordBatch, () => ({ payments: [] }));
  await recordButton.click();
  await expect.element(dialog).not.toBeInTheDocument();
  const [one, two] = requestsOf(paymentCalls.recordBatch).map(({ headers }) =>
    headers.get('idempotency-key'),
  );
  expect([one, one]).toEqual([expect.any(String), two]);
});

test('what was typed is asked about before it is discarded', async () => {
  await openDialog();
  await tick('Ben Ortiz').click();
  await userEvent.keyboard('{Escape}');
  await press(findAlertDialog('Discard your changes?'), 'Keep Editing');
  await expect.element(amount('Ben Ortiz')).toHaveValue('250.00');
  expect(sent()).toEqual([]);
});

test('a refresh loses nothing typed and moves no row under the pointer', async () => {
  const intervals = vi.spyOn(globalThis, 'setInterval');
  onTestFinished(() => intervals.mockRestore());
  // The list appears under the pointer.
  await userEvent.hover(document.documentElement, { position: { x: 680, y: 390 } });
  await openDialog();
  await tick('Ben Ortiz').click();
  await amount('Ben Ortiz').fill('99.99');
  await number('Ben Ortiz').fill('1041');
  const names = () =>
    dialog.getByRole('list', { name: 'Members' }).element().querySelectorAll('label');
  const listed = () =>
    [...names()]
      .map(({ textContent }) => textContent)
      .filter((text) => /^[A-Z]\w+ [A-Z]\w+$/.test(text ?? ''));
  const before = listed();
  standings = { 'Aaron Abel': -7_00, ...standings, 'Carla Rossi': 0, 'Ben Ortiz': -1_00 };
  const refreshes = intervals.mock.calls.flatMap(([act, after]) =>
    after === 30_000 && typeof act === 'function' ? [act] : [],
  );
  expect(refreshes.length).toBeGreaterThan(0);
  for (const refresh of refreshes) refresh();
  await expect.poll(listed).toEqual([...before, 'Aaron Abel']);
  await expect.element(dialog).toMatchTextContent('To pay $1.00');
  await expect.element(amount('Ben Ortiz')).toHaveValue('99.99');
  await expect.element(number('Ben Ortiz')).toHaveValue('1041');
  await dialog.getByRole('combobox', { name: 'How' }).hover();
  await expect
    .poll(listed)
    .toEqual(['Aaron Abel', ...before.filter((name) => name !== 'Carla Rossi')]);
});
