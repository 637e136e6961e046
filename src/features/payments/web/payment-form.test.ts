import { expect, test } from 'vitest';
import { testId } from '#kit/testing/test-id.ts';
import { recordedFields } from '../field-labels.ts';
import { type PaymentForm, toNewPayment, validatePayment } from './payment-form.ts';

const today = '2026-11-20';
const ann = testId<'member'>('a');
const form: PaymentForm = {
  from: ann,
  to: 'chapter',
  amount: '1,234.5',
  paidOn: today,
  method: 'check',
  reference: ' 1042 ',
  note: '',
};

test('a valid form becomes a request in cents', () => {
  expect(validatePayment(form, today)).toEqual({});
  expect(toNewPayment(form, today)).toEqual({
    fromMemberId: ann,
    toMemberId: null,
    amount: 1_234_50,
    paidOn: today,
    method: 'check',
    reference: '1042',
    note: '',
  });
});

test.each<[keyof PaymentForm, Partial<PaymentForm>]>([
  ['from', { from: '' }],
  ['to', { to: '' }],
  ['to', { from: 'chapter' }],
  ['amount', { amount: '' }],
  ['amount', { amount: '0' }],
  ['amount', { amount: '-3' }],
  ['amount', { amount: '1.005' }],
  ['amount', { amount: '10000000000' }],
  ['amount', { amount: '1e3' }],
  ['paidOn', { paidOn: '' }],
  ['paidOn', { paidOn: '2026-11-21' }],
  ['paidOn', { paidOn: '1899-12-31' }],
  ['reference', { reference: 'x'.repeat(256) }],
  ['note', { note: 'x'.repeat(501) }],
  ...recordedFields.map((field): [typeof field, object] => [field, { [field]: 'x'.repeat(1_000) }]),
])('%s is refused: %j', (field, wrong) => {
  const problems = validatePayment({ ...form, ...wrong }, today);
  expect(Object.keys(problems)).toEqual([field]);
  expect(toNewPayment({ ...form, ...wrong }, today)).toBeUndefined();
});
