/** Emails about payments that were declined or reversed, to everyone they concern but who did it. */
import { plural } from '#kit/counts.ts';
import { formatMoney } from '#kit/money.ts';
import { toSingleLine } from '#server/mail/single-line.ts';
import { hoursBefore, maxLateHours, noticeSource } from '#server/notice-source.ts';
import type { Side } from '../../payment.ts';
import { statusWords } from '../../status-words.ts';
import {
  describePayment,
  findAnswerer,
  linkToPayments,
  listUndone,
  type NoticePayment,
  nameSides,
} from './read-payments.ts';

function composeSubject(
  { amount, from, to, status }: NoticePayment,
  memberId: Side,
  nameOf: (side: Side) => string,
  showsAmounts: boolean,
): string {
  const what = showsAmounts ? `${formatMoney(amount)} payment` : 'payment';
  const end = `was ${statusWords[status]}`;
  if (from === memberId) return `Your ${what} ${end}`;
  if (to === memberId) return `The ${what} from ${nameOf(from)} to you ${end}`;
  return `The ${what} from ${nameOf(from)} to ${nameOf(to)} ${end}`;
}

export const paymentUndone = noticeSource<NoticePayment>({
  kind: 'payment-undone',
  switch: 'money',
  when: 'soon',
  async find(db, { chapterId, now }) {
    const undone = await listUndone(db, chapterId, hoursBefore(now, maxLateHours));
    return undone.flatMap((payment) => {
      const { id, saidBy, status, undoneBy, updatedAt } = payment;
      // Who was asked for an answer need not hear that somebody else gave it.
      const answerer = status === 'rejected' ? findAnswerer(payment) : undefined;
      const parties = new Set([payment.from, payment.to, saidBy]);
      const concerned = [...parties].filter((side) => side !== null);
      return concerned
        .filter((side) => side !== answerer)
        .map((member) => ({
          to: member,
          key: `payment ${id} ${status}`,
          by: undoneBy,
          changed: { first: updatedAt, last: updatedAt },
          item: payment,
        }));
    });
  },
  async compose(db, payments, { chapterId, memberId, publicUrl, showsAmounts }) {
    const nameOf = await nameSides(db, chapterId, memberId, payments);
    const [only, ...others] = payments;
    const isOne = only !== undefined && others.length === 0;
    return {
      subject: isOne
        ? composeSubject(only, memberId, nameOf, showsAmounts)
        : `${plural(payments.length, 'payment')} no longer count`,
      paragraphs: [
        ...payments.map((payment) => {
          const { undoneBy, status, reason } = payment;
          const why = reason === null ? '' : ` Reason: ${toSingleLine(reason)}`;
          return `${nameOf(undoneBy)} ${statusWords[status]} the ${describePayment(payment, nameOf, undoneBy)}.${why}`;
        }),
        `${isOne ? "It doesn't" : "They don't"} count toward anyone's balance.`,
        {
          action: isOne ? 'View Payment' : 'Open Payments',
          link: linkToPayments(publicUrl, payments),
        },
      ],
    };
  },
});
