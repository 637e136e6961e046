import { queryOptions, useQuery } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import Circle from 'lucide-react/icons/circle';
import CircleCheck from 'lucide-react/icons/circle-check';
import { bankBalanceQuery } from '#features/chapters/web/shared/bank-balance-query.ts';
import { eventCalls } from '#features/events/contract.ts';
import { eventsKey } from '#features/events/keys.ts';
import { expenseCalls } from '#features/expenses/contract.ts';
import { expensesKey } from '#features/expenses/keys.ts';
import { memberCalls } from '#features/members/contract.ts';
import { membersKey } from '#features/members/keys.ts';
import { instantToDay, toInstant } from '#kit/day.ts';
import { call } from '#web/api/call.ts';
import { useSession } from '#web/api/session.ts';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { Card } from '#web/ui/card.tsx';

/** Whether the chapter has ever had an event, one that is over included. */
const anyEventQuery = queryOptions({
  queryKey: [...eventsKey, 'any'],
  queryFn: async ({ signal }) => {
    const count = async (when: 'upcoming' | 'past') =>
      (await call(eventCalls.search, { query: { when, take: 1 }, signal })).totalCount;
    return (await count('upcoming')) > 0 || (await count('past')) > 0;
  },
});

const anyExpenseQuery = queryOptions({
  queryKey: [...expensesKey, 'any'],
  queryFn: async ({ signal }) =>
    (await call(expenseCalls.list, { query: { take: 1 }, signal })).expenses.totalCount > 0,
});

const anyoneElseQuery = queryOptions({
  queryKey: [...membersKey, 'anyone else'],
  queryFn: async ({ signal }) =>
    (await call(memberCalls.list, { query: { take: 1 }, signal })).totalCount > 1,
});

/** What is read to know which steps are done. */
export const checklistQueries = [
  anyoneElseQuery,
  bankBalanceQuery,
  anyEventQuery,
  anyExpenseQuery,
] as const;

type Step = {
  readonly label: string;
  readonly link: Pick<LinkProps, 'to' | 'search'>;
  readonly isDone: boolean;
};

/** What an admin of a new chapter does first, until all of it is done. */
export function ChecklistCard() {
  const { chapter } = useSession();
  const anyoneElse = useQuery(anyoneElseQuery);
  const bank = useQuery(bankBalanceQuery);
  const anyEvent = useQuery(anyEventQuery);
  const anyExpense = useQuery(anyExpenseQuery);
  // Only what is known: a step that could not be read is not said to be missing.
  const read = [anyoneElse.data, bank.data, anyEvent.data, anyExpense.data];
  if (read.includes(undefined)) return null;
  const today = instantToDay(toInstant(Temporal.Now.instant()), chapter.timeZone);
  const steps: Step[] = [
    {
      label: 'Invite the members',
      link: { to: '/members', search: { dialog: 'invite' } },
      isDone: anyoneElse.data === true,
    },
    {
      label: 'Set the bank balance',
      link: { to: '/expenses' },
      isDone: bank.data?.bankBalance !== null,
    },
    {
      label: 'Say how the chapter is paid',
      link: { to: '/settings/payments' },
      isDone: chapter.saysHowToPay,
    },
    {
      label: 'Plan the first event',
      link: { to: '/calendar', search: { create: today } },
      isDone: anyEvent.data === true,
    },
    {
      label: 'Log the first expense',
      link: { to: '/expenses', search: { dialog: 'create' } },
      isDone: anyExpense.data === true,
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
