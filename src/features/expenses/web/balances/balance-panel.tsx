import { infiniteQueryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { plural } from '#kit/counts.ts';
import type { Id } from '#kit/id.ts';
import { type Cents, cents, formatMoney } from '#kit/money.ts';
import { call } from '#web/api/call.ts';
import { isNotFound } from '#web/api/call-error.ts';
import { useSession } from '#web/api/session.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { Money } from '#web/ui/money.tsx';
import { Sheet, SheetSection } from '#web/ui/overlays/sheet.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { QueryView, ShowMore } from '#web/ui/states/query-view.tsx';
import { LoadingRows } from '#web/ui/states/skeleton.tsx';
import { type BalancePart, expenseCalls } from '../../contract.ts';
import { expensesKey } from '../../keys.ts';
import { findStanding } from '../../standing.ts';
import { balancesQuery, standingsQuery } from '../balances-query.ts';
import { unknownName } from '../people.ts';
import { explainPayments, explainTotal } from './explain-total.ts';
import { formatBalance } from './format-balance.ts';
import { settleUpQuery } from './settle-up-query.ts';
import { StandingSummary } from './standing-summary.tsx';

function balancePartsQuery(participantId: Id<'member'>) {
  return infiniteQueryOptions({
    queryKey: [...expensesKey, 'balance parts', participantId],
    queryFn: ({ signal, pageParam: skip }) =>
      call(expenseCalls.balanceParts, { params: { participantId }, query: { skip }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ expenses: { currentPage, totalPages, pageSize } }) =>
      currentPage < totalPages ? currentPage * pageSize : undefined,
  });
}

/** The open expenses behind a member's balance. */
export function BalancePanel({
  member,
  open,
  onClose,
  onView,
  onSettleUp,
}: OverlayProps & {
  member: Id<'member'>;
  onView: (expense: Id<'expense'>) => void;
  onSettleUp: (member: Id<'member'>) => void;
}) {
  const balances = useQuery(balancesQuery);
  const standings = useQuery(standingsQuery);
  const standing = standings.data && findStanding(standings.data.items, member).standing;
  const parts = useInfiniteQuery({ ...balancePartsQuery(member), enabled: open });
  const isMe = useSession().me.memberId === member;
  const name = balances.data?.items.find((item) => item.participantId === member)?.name;
  const [first] = parts.data?.pages ?? [];
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={isNotFound(parts.error) ? 'Balance' : (name ?? unknownName)}
      titleEnd={first && <BalanceBadge balance={first.balance} isMe={isMe} />}
      description="The balance and the open expenses behind it"
      subjectId={member}
      footer={
        first &&
        (first.balance !== 0 || standing !== 0) && (
          <Button className="flex-1" onClick={() => onSettleUp(member)}>
            Settle Up
          </Button>
        )
      }
    >
      <QueryView
        query={parts}
        loading={<LoadingRows label="Loading expenses..." rows={6} />}
        failure="Couldn't load the expenses behind this balance."
        notFound={<EmptyState title="Member not found">They may have left the chapter.</EmptyState>}
      >
        {({ pages }) => {
          const summary = (
            <SheetSection title="Total">
              <StandingSummary memberId={member} />
              <Explanation member={member} />
            </SheetSection>
          );
          const items = pages.flatMap(({ expenses }) => expenses.items);
          if (items.length === 0) {
            return (
              <>
                {summary}
                <EmptyState title="No open expenses">All their expenses are settled.</EmptyState>
              </>
            );
          }
          return (
            <>
              {summary}
              <SheetSection title={formatCount(pages[0]?.expenses.totalCount ?? items.length)}>
                <ul aria-label="Open expenses">
                  {items.map((part) => (
                    <BalanceLine key={part.expenseId} part={part} isMe={isMe} onView={onView} />
                  ))}
                </ul>
                <div className="mt-4 empty:hidden">
                  <ShowMore query={parts} failure="Couldn't load more expenses." />
                </div>
              </SheetSection>
            </>
          );
        }}
      </QueryView>
    </Sheet>
  );
}

/** Why the total is not the badge's amount, and why Settle Up names whom it names. */
function Explanation({ member }: { member: Id<'member'> }) {
  const standings = useQuery(standingsQuery);
  const plan = useQuery(settleUpQuery);
  if (!standings.data) return null;
  const names = new Map(standings.data.items.map((item) => [item.memberId, item.name]));
  const total = explainTotal(findStanding(standings.data.items, member));
  const payments =
    plan.data &&
    explainPayments(member, plan.data.items, (id) =>
      id === null ? 'the chapter' : (names.get(id) ?? unknownName),
    );
  return (
    <p className="tabular mt-1 text-xs text-third empty:hidden">
      {[total, payments].filter(Boolean).join(' ')}
    </p>
  );
}

/** Red is for the reader's own debt alone. */
function BalanceBadge({ balance, isMe }: { balance: Cents; isMe: boolean }) {
  return (
    <Badge tone={balance > 0 ? 'owed' : balance < 0 && isMe ? 'owes' : 'outline'}>
      {formatBalance(balance)} in open expenses
    </Badge>
  );
}

function formatCount(count: number): string {
  return plural(count, 'open expense');
}

function BalanceLine({
  part,
  isMe,
  onView,
}: {
  part: BalancePart;
  isMe: boolean;
  onView: (expense: Id<'expense'>) => void;
}) {
  const { chapter } = useSession();
  const net = cents(part.credit - part.amountOwed);
  return (
    <li className="flex items-center justify-between gap-4 border-b border-soft py-2.5 last:border-b-0">
      <div className="min-w-0">
        <TextButton
          className="line-clamp-2 font-medium text-ink! wrap-anywhere"
          onClick={() => onView(part.expenseId)}
        >
          {part.title}
        </TextButton>
        <p className="text-xs text-third">
          <DateText at={part.expenseDate} zone={chapter.timeZone} /> · {describePart(part)}
        </p>
      </div>
      <Money
        cents={net}
        isSigned={net > 0}
        tone={net === 0 ? 'quiet' : net > 0 || isMe ? 'balance' : 'plain'}
        className="font-medium"
      />
    </li>
  );
}

function describePart({ credit, amountOwed }: BalancePart): string {
  if (credit === 0) return `share ${formatMoney(amountOwed)}`;
  if (amountOwed === 0) return `gets back ${formatMoney(credit)}`;
  return `gets back ${formatMoney(credit)}, share ${formatMoney(amountOwed)}`;
}
