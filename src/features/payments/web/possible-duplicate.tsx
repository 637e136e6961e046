import * as z from 'zod/mini';
import { day, formatDay } from '#kit/day.ts';
import { formatMoney, money } from '#kit/money.ts';
import { Notice } from '#web/ui/notice.tsx';
import { paymentStatuses } from '../contract.ts';
import { statusNames } from './payment-words.ts';

const facts = z.object({
  amount: money,
  paidOn: day,
  status: z.enum(paymentStatuses),
  saidBy: z.string(),
});

/** Shows the payment that this one may repeat. */
export function PossibleDuplicate({ details }: { details: unknown }) {
  const { data } = facts.safeParse(details);
  return (
    <Notice tone="error" className="basis-full!">
      <p className="font-medium">Is this the same payment?</p>
      <p className="wrap-anywhere">
        {data
          ? `${formatMoney(data.amount)} on ${formatDay(data.paidOn)}, recorded by ${data.saidBy}, is already here (${statusNames[data.status].toLowerCase()}).`
          : 'A payment of the same amount between the same two is already here.'}
      </p>
    </Notice>
  );
}
