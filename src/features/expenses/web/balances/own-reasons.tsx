import { queryOptions, useQuery } from '@tanstack/react-query';
import { toMemberNames } from '#features/members/web/shared/use-member-names.ts';
import { formatShortDate } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { type Cents, cents, formatMoney, sumCents } from '#kit/money.ts';
import { call } from '#web/api/call.ts';
import { useSession } from '#web/api/session.ts';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { Money } from '#web/ui/money.tsx';
import { SheetSection } from '#web/ui/overlays/sheet.tsx';
import { ErrorState } from '#web/ui/states/error-state.tsx';
import { expenseCalls } from '../../contract.ts';
import { expensesKey } from '../../keys.ts';
import { joinNames, unknownName } from '../people.ts';
import { listReasons, type OtherSide, type Reason } from './reasons.ts';

/** Of those paid and of those shared; the balance's breakdown lists all. */
const maxRead = 200;

/** The member's open expenses, newest first, and how many there are beyond those read. */
const reasonsQuery = (memberId: Id<'member'>) =>
  queryOptions({
    queryKey: [...expensesKey, 'reasons', memberId],
    queryFn: async ({ signal }) => {
      const query = { status: 'open', take: maxRead } as const;
      const [paid, shared] = await Promise.all([
        call(expenseCalls.list, { query: { ...query, paidBy: memberId }, signal }),
        call(expenseCalls.list, { query: { ...query, participantId: memberId }, signal }),
      ]);
      const read = [...paid.expenses.items, ...shared.expenses.items];
      const open = new Map(
        read.flatMap((expense) => (expense.status === 'open' ? [[expense.id, expense]] : [])),
      );
      const newest = [...open.values()].sort((one, other) =>
        one.expenseDate < other.expenseDate ? 1 : -1,
      );
      return {
        reasons: listReasons(newest, memberId),
        people: [...paid.participants, ...shared.participants],
        isCut: [paid, shared].some(({ expenses }) => expenses.totalCount > maxRead),
      };
    },
  });

/** What the user gets and owes, by expense and by name, before it is netted. */
export function OwnReasons() {
  const { me } = useSession();
  const { data, isError, error, refetch } = useQuery(reasonsQuery(me.memberId));
  if (isError) {
    return (
      <ErrorState title="Couldn't load your open expenses." onRetry={() => void refetch()}>
        {error.message}
      </ErrorState>
    );
  }
  if (!data) return null;
  const names = toMemberNames(data.people);
  const toName = (id: Id<'member'> | null) =>
    id === null ? 'the chapter' : (names.get(id) ?? unknownName);
  const isGain = ({ net }: Reason) => net > 0;
  return (
    <>
      <ReasonList title="You're Owed" reasons={data.reasons.filter(isGain)} toName={toName} />
      <ReasonList
        title="You Owe"
        reasons={data.reasons.filter((reason) => !isGain(reason))}
        toName={toName}
      />
      {data.isCut && (
        <p className="px-5 pb-4 text-xs text-third">
          Showing the newest {maxRead}. Open the breakdown to see all.
        </p>
      )}
    </>
  );
}

type ToName = (id: Id<'member'> | null) => string;

function ReasonList({
  title,
  reasons,
  toName,
}: {
  title: string;
  reasons: readonly Reason[];
  toName: ToName;
}) {
  const { timeZone } = useSession().chapter;
  if (reasons.length === 0) return null;
  const total = sumCents(reasons.map(({ net }) => net));
  return (
    <SheetSection title={`${title} ${formatMoney(abs(total))}`}>
      <ul aria-label={title} className="divide-y divide-soft">
        {reasons.map(({ expense, net, others }) => (
          <li key={expense.id} className="flex items-start justify-between gap-4 py-2">
            <div className="min-w-0">
              <TextLink
                to="/expenses"
                search={{ expense: expense.id }}
                className="font-medium text-ink! wrap-anywhere"
              >
                {expense.title}
              </TextLink>
              <p className="text-xs text-third wrap-anywhere">
                {formatShortDate(expense.expenseDate, timeZone)} ·{' '}
                {net > 0 ? describeGain(others, toName) : describeDebt(others, toName)}
              </p>
            </div>
            <Money cents={abs(net)} className="shrink-0" />
          </li>
        ))}
      </ul>
    </SheetSection>
  );
}

const abs = (amount: Cents) => cents(Math.abs(amount));

function describeGain(others: readonly OtherSide[], toName: ToName): string {
  const [first, ...more] = others;
  if (!first) return '';
  if (first.amount === null) {
    return `${joinSides(others, toName)} owe you and others who paid together`;
  }
  if (more.length === 0) return `${toName(first.memberId)} owes you ${formatMoney(first.amount)}`;
  return `${joinSides(others, toName)} owe you this`;
}

function describeDebt(others: readonly OtherSide[], toName: ToName): string {
  const [first] = others;
  if (!first) return '';
  return first.amount === null
    ? `You and others owe this to ${joinSides(others, toName)}`
    : `You owe ${joinSides(others, toName)}`;
}

/** More than elsewhere, because who owes what is the point. */
const maxNamed = 8;

/** 'Ann $40.00, Ben $40.00 and 3 others'. */
function joinSides(others: readonly OtherSide[], toName: ToName): string {
  return joinNames(
    others.map(({ memberId, amount }) =>
      [toName(memberId), amount !== null && formatMoney(amount)].filter(Boolean).join(' '),
    ),
    maxNamed,
  );
}
