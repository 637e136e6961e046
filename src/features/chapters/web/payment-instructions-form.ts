/** The form of how the chapter is paid as typed, its validation and its meaning. */
import type { BankAccount } from '../bank-account.ts';
import { type PaymentInstructions, paymentInstructions } from '../payment-instructions-contract.ts';

export type InstructionsForm = {
  howToPay: string;
  paymentLink: string;
  accountType: BankAccount['type'] | 'none';
  holder: string;
  bankName: string;
  iban: string;
  routingNumber: string;
  accountNumber: string;
};

export function toForm({
  howToPay,
  paymentLink,
  bankAccount,
}: PaymentInstructions): InstructionsForm {
  const numbers = { iban: '', routingNumber: '', accountNumber: '', holder: '', bankName: '' };
  const { type = 'none' as const, ...account } = bankAccount ?? {};
  return { howToPay, paymentLink, accountType: type, ...numbers, ...account };
}

/** The request, or the problems by field. What was typed for another kind of account is left out. */
export function readForm(
  form: InstructionsForm,
): { body: PaymentInstructions } | { problems: Partial<Record<keyof InstructionsForm, string>> } {
  const { howToPay, paymentLink, accountType: type, holder, bankName } = form;
  const { iban, routingNumber, accountNumber } = form;
  const account =
    type === 'none'
      ? null
      : type === 'iban'
        ? { type, holder, bankName, iban }
        : { type, holder, bankName, routingNumber, accountNumber };
  const read = paymentInstructions.safeParse({ howToPay, paymentLink, bankAccount: account });
  if (read.success) return { body: read.data };
  return {
    problems: Object.fromEntries(
      read.error.issues.toReversed().map(({ path, message }) => [path.at(-1), message]),
    ),
  };
}
