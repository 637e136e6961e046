/** Emails about payments that wait for an answer: to the other side, or to treasurers where it is the chapter. */
import { plural } from '#kit/counts.ts';
import { formatMoney } from '#kit/money.ts';
import type { Db } from '#server/database/db.ts';
import {
  hoursBefore,
  maxLateHours,
  type NoticeAsk,
  type NoticeContext,
  type NoticeText,
  noticeSource,
} from '#server/notice-source.ts';
import type { Side } from '../../payment.ts';
import {
  describePayment,
  findAnswerer,
  linkToPayments,
  listWaiting,
  type NoticePayment,
  nameSides,
} from './read-payments.ts';

async function find(db: Db, { chapterId, now }: NoticeAsk, isOfChapter: boolean) {
  const waiting = await listWaiting(db, chapterId, hoursBefore(now, maxLateHours));
  return waiting
    .filter((payment) => (findAnswerer(payment) === null) === isOfChapter)
    .map((payment) => ({
      to: findAnswerer(payment) ?? ('treasurers' as const),
      key: `payment ${payment.id} waiting`,
      by: payment.saidBy,
      changed: { first: payment.createdAt, last: payment.createdAt },
      item: payment,
    }));
}

async function compose(
  db: Db,
  payments: readonly NoticePayment[],
  { chapterId, memberId, publicUrl, showsAmounts }: NoticeContext,
): Promise<NoticeText> {
  const nameOf = await nameSides(db, chapterId, memberId, payments);
  const [only, ...others] = payments;
  const isOne = only !== undefined && others.length === 0;
  return {
    subject: isOne
      ? composeQuestion(only, nameOf, showsAmounts)
      : `${plural(payments.length, 'payment')} to confirm`,
    paragraphs: [
      ...payments.map((payment) => {
        const { saidBy } = payment;
        return `${nameOf(saidBy)} recorded a ${describePayment(payment, nameOf, saidBy)}.`;
      }),
      isOne ? 'Is that right? Confirm or decline it.' : 'Are these right? Confirm or decline each.',
      {
        action: isOne ? 'Confirm or Decline' : 'Open Payments',
        link: linkToPayments(publicUrl, payments),
      },
    ],
  };
}

/** 'Did you get $40.00 from Ana Ash?', or whether who answers has paid it. */
function composeQuestion(
  payment: NoticePayment,
  nameOf: (side: Side) => string,
  showsAmounts: boolean,
): string {
  const { amount, from, to } = payment;
  const what = showsAmounts ? formatMoney(amount) : 'a payment';
  const isPayer = payment.saidAs === 'payee';
  if (!isPayer) return `Did ${nameOf(to)} get ${what} from ${nameOf(from)}?`;
  return showsAmounts
    ? `Did ${nameOf(from)} pay ${nameOf(to)} ${what}?`
    : `Did ${nameOf(from)} pay ${nameOf(to)}?`;
}

export const paymentAsks = noticeSource<NoticePayment>({
  kind: 'payment-asks',
  switch: 'money',
  when: 'soon',
  find: (db, ask) => find(db, ask, false),
  compose,
});

/** A stack of checks is one email. */
export const paymentAsksOfChapter = noticeSource<NoticePayment>({
  kind: 'payment-asks-of-chapter',
  switch: 'money',
  when: 'soon',
  atMostEvery: 'hour',
  find: (db, ask) => find(db, ask, true),
  compose,
});
