/** Recording, confirming, rejecting and taking back payments. */
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { serveExpenses } from '#features/expenses/web/testing/expense-samples.ts';
import { toInstant } from '#kit/day.ts';
import { cents } from '#kit/money.ts';
import { page as pageOf } from '#kit/page.ts';
import { expectAccessible } from '#web/testing/accessible.ts';
import {
  expectToast,
  findAlertDialog,
  findDialog,
  findPanel,
  press,
} from '#web/testing/controls.ts';
import { answer, refuse, requestsOf, unreachable } from '#web/testing/network.ts';
import { leave, open } from '#web/testing/open.tsx';
import { memberId, nextId, today } from '#web/testing/session.ts';
import { maxBatch, type PaymentDetail, paymentCalls } from '../contract.ts';
import { recordedFields } from '../field-labels.ts';
import { beginPayment } from './payment-form.ts';

const maya = { id: memberId('Maya Chen'), name: 'Maya Chen' };
const diego = { id: memberId('Diego Alvarez'), name: 'Diego Alvarez' };
const dialog = findDialog('Record Payment');
const amount = dialog.getByLabelText('Amount');
const duplicate = refuse(409, 'possible_duplicate', 'A payment like this is recorded already', {
  details: { amount: 42.5, paidOn: today(), status: 'waiting', saidBy: 'Maya Chen' },
});
let kept: PaymentDetail[];

function makePayment(fields: Partial<PaymentDetail> = {}): PaymentDetail {
  const now = toInstant(Temporal.Now.instant());
  return {
    id: nextId('payment'),
    from: diego,
    to: maya,
    amount: cents(4_250),
    paidOn: today(),
    method: 'cash',
    reference: '1042',
    note: null,
    expenseId: null,
    depositId: null,
    status: 'waiting',
    saidBy: diego,
    saidAs: 'payer',
    decidedBy: null,
    decidedAt: null,
    takenBackBy: null,
    takenBackAt: null,
    reason: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
    transactions: [],
    ...fields,
  };
}

function decide(payment: PaymentDetail, fields: Partial<PaymentDetail>): PaymentDetail {
  const decided = { ...payment, version: payment.version + 1, ...fields };
  kept = kept.map((each) => (each.id === payment.id ? decided : each));
  return decided;
}

/** The payment that was sent, from Maya to the chapter. */
const record: Parameters<typeof answer<typeof paymentCalls.record>>[1] = ({ body }) => {
  const { method, paidOn } = body;
  const fields = { amount: body.amount, method, paidOn, reference: body.reference || null };
  const made = makePayment({ ...fields, from: maya, to: null, saidBy: maya });
  kept = [made, ...kept];
  return made;
};

beforeEach(() => {
  kept = [];
  serveExpenses();
  answer(paymentCalls.list, ({ query }) => {
    const { status, depositId } = query;
    const found = kept.filter(
      (each) =>
        (status === undefined || each.status === status) &&
        (depositId === undefined || each.depositId === depositId),
    );
    return { payments: pageOf(found, found.length, query) };
  });
  answer(paymentCalls.detail, ({ params }) => {
    const found = kept.find(({ id }) => id === params.paymentId);
    return found ?? refuse(404, 'not_found', 'Payment not found');
  });
  answer(paymentCalls.record, record);
});

const listRecorded = () => requestsOf(paymentCalls.record);

test('a wrong field is named and focused, and a payment is recorded by keyboard', async () => {
  await open('/payments?dialog=record&amount=42.5');
  await expect.element(amount).toHaveValue('42.5');
  await expectAccessible(dialog);
  for (const [typed, message] of [
    ['0', 'Amount must be greater than 0'],
    ['', 'Enter an amount'],
    ['1.234', 'Enter an amount'],
  ] as const) {
    await amount.fill(typed);
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog.getByText(message)).toBeVisible();
    await expect.element(amount).toHaveFocus();
  }
  expect(listRecorded()).toEqual([]);
  await amount.fill('17.20');
  await dialog.getByLabelText('Reference').fill('1043');
  await userEvent.keyboard('{Enter}');
  await expectToast('Payment recorded. It is waiting to be confirmed.');
  await expect.element(dialog).not.toBeInTheDocument();
  const row = page.getByRole('list', { name: 'Payments' }).getByRole('listitem').first();
  await expect.element(row).toMatchTextContent('You paid the chapter');
  await expect.element(row).toMatchTextContent('Waiting for a treasurer');
  await expect.element(row.getByRole('button', { name: 'Confirm' })).not.toBeInTheDocument();
  expect(listRecorded().map(({ body }) => body)).toEqual([
    expect.objectContaining({
      fromMemberId: maya.id,
      toMemberId: null,
      amount: cents(1_720),
      reference: '1043',
    }),
  ]);
});

test('a possible duplicate is asked about, and again after a change, even if that was taken back', async () => {
  answer(paymentCalls.record, (received) =>
    received.body.isDuplicateAllowed ? record(received) : duplicate,
  );
  await open('/payments?dialog=record&amount=42.5');
  await press(dialog, 'Record Payment');
  const anyway = dialog.getByRole('button', { name: 'Record Anyway' });
  await expect.element(dialog.getByText('Is this the same payment?')).toBeVisible();
  await expect.element(dialog).toMatchTextContent('$42.50');
  await expect.element(dialog).toMatchTextContent('recorded by Maya Chen');
  await expect.element(amount).toHaveValue('42.5');
  await amount.fill('1');
  await amount.fill('42.5');
  await expect.element(anyway).not.toBeInTheDocument();
  await press(dialog, 'Record Payment');
  await anyway.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(listRecorded().map(({ body }) => body.isDuplicateAllowed)).toEqual([
    undefined,
    undefined,
    true,
  ]);
  expect(kept).toHaveLength(1);
});

test('a lost reply keeps the form and what was allowed, and trying again is the same request', async () => {
  answer(paymentCalls.record, (received) =>
    received.body.isDuplicateAllowed ? unreachable : duplicate,
  );
  await open('/payments?dialog=record&amount=42.5');
  await press(dialog, 'Record Payment');
  const anyway = dialog.getByRole('button', { name: 'Record Anyway' });
  await anyway.click();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('Check your connection');
  await expect.element(dialog.getByText('Is this the same payment?')).not.toBeInTheDocument();
  answer(paymentCalls.record, record);
  await anyway.click();
  await expect.element(dialog).not.toBeInTheDocument();
  const keys = listRecorded().map(({ headers }) => headers.get('idempotency-key'));
  expect(keys).toHaveLength(3);
  expect(keys[2]).toBe(keys[1]);
  expect(keys[1]).not.toBe(keys[0]);
});

test('a field that the server refuses shows why', async () => {
  answer(
    paymentCalls.record,
    refuse(422, 'invalid', 'The chapter has no such member', { field: 'toMemberId' }),
  );
  await open('/payments?dialog=record&amount=42.5');
  await press(dialog, 'Record Payment');
  await expect
    .element(dialog.getByLabelText('Paid To'))
    .toHaveAccessibleDescription(/The chapter has no such member/);
});

test.for(['{Escape}', 'Cancel'])('%s asks before a typed payment is discarded', async (way) => {
  await open('/payments');
  const opener = page.getByRole('button', { name: 'Record Payment' });
  await opener.click();
  await amount.fill('9');
  const leave = () => (way === 'Cancel' ? press(dialog, way) : userEvent.keyboard(way));
  await leave();
  const discarding = findAlertDialog('Discard your changes?');
  await press(discarding, 'Keep Editing');
  await expect.element(amount).toHaveValue('9');
  await leave();
  await press(discarding, 'Discard');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
  expect(listRecorded()).toEqual([]);
});

test('a payment that waits for the member is confirmed in its row', async () => {
  kept = [makePayment()];
  answer(paymentCalls.confirm, () => decide(kept[0] as PaymentDetail, { status: 'confirmed' }));
  await open('/payments');
  const waiting = page.getByRole('list', { name: 'Payments waiting for you' });
  await press(waiting, /^Confirm/);
  await expect.element(waiting).not.toBeInTheDocument();
  const row = page.getByRole('list', { name: 'Payments' }).getByRole('listitem').first();
  await expect.element(row).toMatchTextContent('Confirmed');
  const [sent] = requestsOf(paymentCalls.confirm);
  expect(sent?.headers.get('if-match')).toBe('"1"');
});

test.for([
  ['Decline Payment', 'Decline...', 'Decline Payment', paymentCalls.reject, 'waiting', 'rejected'],
  [
    'Reverse Payment',
    'Reverse...',
    'Reverse Payment',
    paymentCalls.takeBack,
    'confirmed',
    'taken_back',
  ],
] as const)(
  '%s needs a reason, which is shown',
  async ([title, opener, button, call, before, after]) => {
    const payment = makePayment({ status: before });
    const at = payment.createdAt;
    const decided =
      after === 'rejected'
        ? { decidedBy: maya, decidedAt: at }
        : { takenBackBy: maya, takenBackAt: at };
    kept = [payment];
    answer(call, ({ body: { reason } }) => decide(payment, { ...decided, status: after, reason }));
    await open(`/payments?payment=${payment.id}`, { as: 'treasurer' });
    const panel = findPanel('Diego Alvarez paid you');
    await press(panel, opener);
    const why = findDialog(title);
    await press(why, button);
    await expect.element(why.getByText('Enter a reason')).toBeVisible();
    const reason = why.getByLabelText('Reason');
    await expect.element(reason).toHaveFocus();
    expect(requestsOf(call)).toEqual([]);
    await reason.fill('The check bounced');
    await press(why, button);
    await expect.element(why).not.toBeInTheDocument();
    await expect.element(panel.getByText('The check bounced')).toBeVisible();
  },
);

test('a deposit is shown whole, with the sum that stands on its slip', async () => {
  const depositId = nextId('deposit');
  const check = (dollars: number, fields: Partial<PaymentDetail> = {}) =>
    makePayment({
      to: null,
      amount: cents(dollars * 100),
      status: 'confirmed',
      saidBy: maya,
      saidAs: 'treasurer',
      depositId,
      ...fields,
    });
  kept = [
    check(250),
    // Bounced, and yet the bank has booked it with the others.
    check(100.5, { status: 'taken_back', takenBackBy: maya, reason: 'Bounced' }),
    check(1_000.25),
    check(7, { depositId: nextId('deposit') }),
    check(9, { depositId: null }),
  ];
  await open(`/payments?payment=${kept[0]?.id}`, { as: 'treasurer' });
  await findPanel('Diego Alvarez paid the chapter')
    .getByRole('link', { name: 'All of its payments' })
    .click();
  const deposit = page.getByRole('region', { name: 'Payments of One Deposit' });
  await expect.element(deposit).toMatchTextContent('$1,350.75 in all.');
  const rows = page.getByRole('list', { name: 'Payments' }).getByRole('listitem');
  await expect.element(rows).toHaveLength(3);
  await expect.element(deposit).toMatchTextContent('3 payments');
  const asked = requestsOf(paymentCalls.list).findLast(({ query }) => query.depositId);
  expect(asked?.query).toMatchObject({ skip: 0, take: maxBatch, depositId });

  await press(deposit, 'Show All Payments');
  await expect.element(rows).toHaveLength(5);
  await expect.element(deposit).not.toBeInTheDocument();
});

test('a member is not led to what else was deposited with a payment', async () => {
  kept = [makePayment({ to: null, status: 'confirmed', depositId: nextId('deposit') })];
  await open(`/payments?payment=${kept[0]?.id}`);
  const panel = findPanel('Diego Alvarez paid the chapter');
  await expect.element(panel.getByText('1042')).toBeVisible();
  await expect.element(panel.getByText('All of its payments')).not.toBeInTheDocument();
});

test('a payment decided in the meantime says so and keeps the reason', async () => {
  const payment = makePayment();
  kept = [payment];
  answer(paymentCalls.reject, refuse(409, 'payment_withdrawn', 'This payment was withdrawn'));
  await open(`/payments?dialog=reject&subject=${payment.id}`);
  const why = findDialog('Decline Payment');
  await why.getByLabelText('Reason').fill('Not mine');
  await press(why, 'Decline Payment');
  await expect.element(why.getByRole('alert')).toMatchTextContent('This payment was withdrawn');
  await expect.element(why.getByLabelText('Reason')).toHaveValue('Not mine');
});

test('the form has a field for each of its values, and the panel shows what was entered', async () => {
  await open('/payments?dialog=record', { as: 'treasurer' });
  await expect.element(dialog).toBeVisible();
  const names = [...dialog.element().querySelectorAll('[name]')].map((field) =>
    field.getAttribute('name'),
  );
  const form = beginPayment({}, undefined, today());
  expect([...new Set(names)].toSorted()).toEqual(Object.keys(form).toSorted());

  leave();

  const texts = Object.fromEntries(recordedFields.map((field) => [field, `The ${field}`]));
  kept = [makePayment(texts)];
  await open(`/payments?payment=${kept[0]?.id}`);
  const panel = findPanel('Diego Alvarez paid you');
  for (const text of Object.values(texts)) await expect.element(panel).toMatchTextContent(text);
});
