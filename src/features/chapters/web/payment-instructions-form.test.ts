import { expect, test } from 'vitest';
import type { PaymentInstructions } from '../payment-instructions-contract.ts';
import { type InstructionsForm, readForm, toForm } from './payment-instructions-form.ts';

const american = {
  type: 'us' as const,
  holder: 'The chapter',
  bankName: 'Harbor Bank',
  routingNumber: '123456780',
  accountNumber: '000123456789',
};
const form: InstructionsForm = {
  howToPay: ' Checks\r\nto Tom ',
  paymentLink: '',
  accountType: 'us',
  holder: 'The chapter',
  bankName: 'Harbor Bank',
  iban: 'not even close',
  routingNumber: '123456780',
  accountNumber: '0001 2345 6789',
};

test('a form becomes a request, without what was typed for another kind of account', () => {
  const body = { howToPay: 'Checks\nto Tom', paymentLink: '', bankAccount: american };
  expect(readForm(form)).toEqual({ body });
  expect(readForm({ ...form, accountType: 'none' })).toEqual({
    body: { ...body, bankAccount: null },
  });
});

test('what is saved is shown as it was', () => {
  const iban = { type: 'iban' as const, holder: 'A', bankName: '', iban: 'DE89370400440532013000' };
  for (const bankAccount of [american, iban, null]) {
    const body: PaymentInstructions = {
      howToPay: 'x',
      paymentLink: 'https://a.example',
      bankAccount,
    };
    expect(readForm(toForm(body))).toEqual({ body });
  }
});

test.each<[keyof InstructionsForm, Partial<InstructionsForm>, string]>([
  ['howToPay', { howToPay: 'x'.repeat(1_001) }, 'at most 1000'],
  ['paymentLink', { paymentLink: 'http://pay.example.org' }, 'https://'],
  ['paymentLink', { paymentLink: 'javascript:alert(1)' }, 'https://'],
  ['holder', { holder: '' }, 'whose account'],
  ['bankName', { bankName: 'x'.repeat(101) }, 'at most 100'],
  ['iban', { accountType: 'iban' }, 'two letters'],
  ['routingNumber', { routingNumber: '123456781' }, 'check digit'],
  ['accountNumber', { accountNumber: '12' }, '4 to 17'],
])('%s is refused at its field: %j', (field, wrong, message) => {
  const read = readForm({ ...form, ...wrong });
  expect(read).toEqual({ problems: { [field]: expect.stringContaining(message) } });
});
