/** The form of a new payment as typed, its validation and its meaning. */

import type { Day } from '#kit/day.ts';
import { centsFromTyped, explainAmount } from '#kit/money.ts';
import type { PaymentMethod } from '#kit/payment-methods.ts';
import { countCharacters } from '#kit/text.ts';
import {
  maxNoteLength,
  maxReferenceLength,
  type NewPayment,
  type RecordedField,
} from '../contract.ts';
import type { PaymentsSearch, SearchSide } from './search.ts';

export type PaymentForm = Readonly<Record<RecordedField, string>> & {
  readonly from: SearchSide | '';
  readonly to: SearchSide | '';
  readonly amount: string;
  readonly paidOn: Day | '';
  readonly method: PaymentMethod;
};

export type FormProblems = { readonly [Field in keyof PaymentForm]?: string };

/** A member begins with what they paid the chapter, a treasurer with what somebody paid it. */
export function beginPayment(
  { from, to, amount, note }: PaymentsSearch,
  me: Exclude<PaymentForm['from'], ''> | undefined,
  today: Day,
): PaymentForm {
  const isMine = me === undefined || from === me || to === me;
  const given = isMine && (from ?? to);
  return {
    from: given ? (from ?? '') : (me ?? ''),
    to: given ? (to ?? '') : 'chapter',
    amount: amount ?? '',
    paidOn: today,
    method: 'bank',
    reference: '',
    note: note ?? '',
  };
}

/** The problems by field, in the order of the fields; empty if there are none. */
export function validatePayment(form: PaymentForm, today: Day): FormProblems {
  const amount = centsFromTyped(form.amount);
  return {
    ...(form.from === '' && { from: 'Choose who paid' }),
    ...(form.to === '' && { to: 'Choose who was paid' }),
    ...(form.from !== '' && form.from === form.to && { to: 'Choose two different sides' }),
    ...((amount === undefined || amount <= 0) && { amount: describeAmount(form.amount) }),
    ...(form.paidOn === '' && { paidOn: 'Choose the day' }),
    ...(form.paidOn > today && { paidOn: 'A payment cannot be in the future' }),
    ...(form.paidOn !== '' &&
      form.paidOn < '1900' && { paidOn: 'Must be in the year 1900 or later' }),
    ...(countCharacters(form.reference.trim()) > maxReferenceLength && {
      reference: `Must be at most ${maxReferenceLength} characters`,
    }),
    ...(countCharacters(form.note.trim()) > maxNoteLength && {
      note: `Must be at most ${maxNoteLength} characters`,
    }),
  };
}

/** Why this is no amount of a payment. */
export function describeAmount(typed: string): string {
  return centsFromTyped(typed) === undefined
    ? explainAmount(typed)
    : 'Amount must be greater than 0';
}

/** The request; undefined while the form is invalid. */
export function toNewPayment(form: PaymentForm, today: Day): NewPayment | undefined {
  const amount = centsFromTyped(form.amount);
  const { from, to, paidOn, method } = form;
  const isInvalid = Object.keys(validatePayment(form, today)).length > 0;
  if (isInvalid || amount === undefined || from === '' || to === '' || paidOn === '') {
    return undefined;
  }
  return {
    fromMemberId: from === 'chapter' ? null : from,
    toMemberId: to === 'chapter' ? null : to,
    amount,
    paidOn,
    method,
    reference: form.reference.trim(),
    note: form.note.trim(),
  } satisfies Record<Exclude<keyof NewPayment, 'expenseId' | 'isDuplicateAllowed'>, unknown>;
}
