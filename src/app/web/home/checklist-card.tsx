import { queryOptions, useQuery } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import Circle from 'lucide-react/icons/circle';
import CircleCheck from 'lucide-react/icons/circle-check';
import { bankBalanceQuery } from '#features/chapters/web/shared/bank-balance-query.ts';
import { eventCalls } from '#features/events/contract.ts';
import { eventsKey } from '#features/events/keys.ts';
import { nextEventsQuery } from '#features/events/web/home/next-events-query.ts';
import { expenseCalls } from '#features/expenses/contract.ts';
import { expensesKey } from '#features/expenses/keys.ts';
import { expenseTotalQuery } from '#features/expenses/web/balances/expenses-card.tsx';
import { asksQuery } from '#features/members/web/asks/asks-card.tsx';
import { memberCountQuery } from '#features/members/web/directory/directory-card.tsx';
import { instantToDay, toInstant } from '#kit/day.ts';
import { call } from '#web/api/call.ts';
import { useSession } from '#web/api/session.ts';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { Card } from '#web/ui/card.tsx';

/** Whether the chapter has ever had an event, one that is over or has begun included. */
const anyEventQuery = queryOptions({
  queryKey: [...eventsKey, 'any'],
  queryFn: async ({ signal }) => {
    const count = async (when: 'upcoming' | 'past') =>
      (await call(eventCalls.search, { query: { when, take: 1 }, signal })).totalCount;
    const counts = await Promise.all([count('upcoming'), count('past')]);
    return counts.some((found) => found > 0);
  },
});

const anyExpenseQuery = queryOptions({
  queryKey: [...expensesKey, 'any'],
  queryFn: async ({ signal }) =>
    (await call(expenseCalls.list, { query: { take: 1 }, signal })).expenses.totalCount > 0,
});

type Step = {
  readonly label: string;
  readonly link: Pick<LinkProps, 'to' | 'search'>;
  readonly isDone: boolean;
};

/** What an admin of a new chapter does first, until all of it is done. */
export function ChecklistCard() {
  const { chapter } = useSession();
  const memberCount = useQuery(memberCountQuery).data;
  const bank = useQuery(bankBalanceQuery).data;
  const askCount = useQuery(asksQuery).data?.totalCount;
  const hasEvent = useHasEvent();
  const hasExpense = useHasExpense();
  // Only what is known: a step that could not be read is not said to be missing.
  if ([memberCount, bank, askCount, hasEvent, hasExpense].includes(undefined)) return null;
  const today = instantToDay(toInstant(Temporal.Now.instant()), chapter.timeZone);
  const steps: Step[] = [
    {
      label: 'Invite the members',
      link: { to: '/members', search: { dialog: 'invite' } },
      isDone: memberCount !== 1,
    },
    {
      label: 'Ask five members for one ask each',
      link: { to: '/members' },
      isDone: (askCount ?? 0) >= 5,
    },
    {
      label: 'Set the bank balance',
      link: { to: '/expenses' },
      isDone: bank?.bankBalance !== null,
    },
    {
      label: 'Add how to pay the chapter',
      link: { to: '/settings/payments' },
      isDone: chapter.saysHowToPay,
    },
    {
      label: 'Plan the first event',
      link: { to: '/calendar', search: { create: today } },
      isDone: hasEvent === true,
    },
    {
      label: 'Log the first expense',
      link: { to: '/expenses', search: { dialog: 'create' } },
      isDone: hasExpense === true,
    },
  ];
  const done = steps.filter(({ isDone }) => isDone).length;
  if (done === steps.length) return null;
  return (
    <Card title="First Steps" description={`${done} of ${steps.length} done`}>
      <ul className="-my-2 divide-y divide-soft">
        {steps.map((step) => (
          <StepRow key={step.label} {...step} />
        ))}
      </ul>
    </Card>
  );
}

/** What comes next mostly tells; only a chapter with nothing ahead is asked for its past. */
function useHasEvent(): boolean | undefined {
  const next = useQuery(nextEventsQuery).data;
  const isAsked = next?.items.length === 0;
  const any = useQuery({ ...anyEventQuery, enabled: isAsked }).data;
  return isAsked ? any : next && true;
}

/** Expenses may be left out of the total, so that only a chapter without one is asked for them. */
function useHasExpense(): boolean | undefined {
  const total = useQuery(expenseTotalQuery).data;
  const isAsked = total?.totalAmount === 0;
  const any = useQuery({ ...anyExpenseQuery, enabled: isAsked }).data;
  return isAsked ? any : total && true;
}

function StepRow({ label, link, isDone }: Step) {
  return (
    <li className="flex min-h-11 items-center gap-3 py-2">
      {isDone ? (
        <>
          <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-owed" />
          <span className="text-third">
            {label} <span className="sr-only">(done)</span>
          </span>
        </>
      ) : (
        <>
          <Circle aria-hidden="true" className="size-5 shrink-0 text-third" />
          <TextLink {...link}>{label}</TextLink>
        </>
      )}
    </li>
  );
}
