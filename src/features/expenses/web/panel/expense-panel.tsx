import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Id } from '#kit/id.ts';
import { isNotFound } from '#web/api/call-error.ts';
import { useSession } from '#web/api/session.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { Sheet, SheetSection } from '#web/ui/overlays/sheet.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { ErrorState } from '#web/ui/states/error-state.tsx';
import { Loading } from '#web/ui/states/loading.tsx';
import { Skeleton } from '#web/ui/states/skeleton.tsx';
import type { Expense } from '../../expense.ts';
import { settlingRecordsPayments } from '../../settling/paid-outside.ts';
import { ExpenseActions, type ExpenseHandlers } from '../list/expense-actions.tsx';
import { ExpenseStatus } from '../list/expense-status.tsx';
import { OverrideList } from '../overrides/override-list.tsx';
import { expenseQuery } from '../queries.ts';
import { ReceiptsSection } from '../receipts/receipts-section.tsx';
import { RecurringSection } from '../recurring/recurring-section.tsx';
import { useExpenseRights } from '../use-expense-rights.ts';
import { useExpenseNames } from '../use-names.ts';
import { ExpenseSummary } from './expense-summary.tsx';
import { MemberBreakdown } from './member-breakdown.tsx';
import { PayMyShare } from './pay-my-share.tsx';
import { PaymentsSection } from './payments-section.tsx';

/** The details of an expense, beside the table or, on a phone, in its place. */
export function ExpensePanel({
  expenseId,
  open,
  onClose,
  handlers,
}: OverlayProps & {
  expenseId: Id<'expense'>;
  handlers: ExpenseHandlers;
}) {
  const { chapter } = useSession();
  const client = useQueryClient();
  const query = useQuery({ ...expenseQuery(client, expenseId), enabled: open });
  const expense = query.data;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={expense?.title ?? 'Expense'}
      titleEnd={expense && <ExpenseStatus expense={expense} />}
      description={
        expense && <DateText at={expense.expenseDate} zone={chapter.timeZone} format="dateTime" />
      }
      // Settling removes the focused button, so move the focus to the heading.
      subjectId={`${expenseId} ${expense?.status}`}
      footer={expense && <Footer expense={expense} handlers={handlers} />}
    >
      {expense && !isNotFound(query.error) ? (
        <Content expense={expense} handlers={handlers} />
      ) : query.isError ? (
        <Failure error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <PanelSkeleton />
      )}
    </Sheet>
  );
}

function Content({ expense, handlers }: { expense: Expense; handlers: ExpenseHandlers }) {
  const names = useExpenseNames(expense);
  return (
    <>
      <ExpenseSummary expense={expense} names={names} onView={handlers.view} />
      <MemberBreakdown expense={expense} names={names} handlers={handlers} />
      <PaymentsSection expense={expense} names={names} />
      {expense.recurringId !== undefined && (
        <RecurringSection recurringId={expense.recurringId} ask={handlers.ask} />
      )}
      <OverrideList expense={expense} names={names} handlers={handlers} />
      <ReceiptsSection key={expense.id} expense={expense} />
    </>
  );
}

function Footer({ expense, handlers }: { expense: Expense; handlers: ExpenseHandlers }) {
  const {
    reasonAgainstWriting,
    reasonAgainstSettling,
    reasonAgainstCorrecting,
    reasonAgainstMoneyBack,
  } = useExpenseRights();
  const reason = expense.status === 'open' ? reasonAgainstWriting(expense) : undefined;
  if (expense.status === 'settled' || reason !== undefined) {
    const isMoneyBack = expense.moneyBackForId !== undefined;
    return (
      <>
        {reason !== undefined && <Reason>{reason}</Reason>}
        <PayMyShare expense={expense} />
        {reasonAgainstCorrecting(expense) === undefined && (
          <Button
            onClick={() => handlers.ask(isMoneyBack ? 'reverse-money-back' : 'correct', expense.id)}
          >
            {isMoneyBack ? 'Reverse...' : 'Correct...'}
          </Button>
        )}
        {reasonAgainstMoneyBack(expense) === undefined && (
          <Button onClick={() => handlers.ask('money-back', expense.id)}>Money Back...</Button>
        )}
        {expense.correctsId === undefined && !isMoneyBack && (
          <Button onClick={() => handlers.ask('duplicate', expense.id)}>Duplicate</Button>
        )}
        <Button onClick={() => handlers.ask('history', expense.id)}>History</Button>
      </>
    );
  }
  const reasonNotToSettle = reasonAgainstSettling(expense);
  return (
    <>
      {reasonNotToSettle !== undefined && <Reason>{reasonNotToSettle}</Reason>}
      <PayMyShare expense={expense} />
      {reasonNotToSettle === undefined && (
        // Not primary: paying one's share is, for whom it concerns.
        <Button
          className="flex-1 max-sm:basis-full"
          onClick={() => handlers.ask('settle', expense.id)}
        >
          {settlingRecordsPayments(expense) ? 'Mark as Paid Outside...' : 'Settle Expense'}
        </Button>
      )}
      <Button className="max-sm:grow" onClick={() => handlers.ask('edit', expense.id)}>
        Edit Expense
      </Button>
      <ExpenseActions expense={expense} handlers={handlers} canView={false} />
    </>
  );
}

/** Why actions are missing, where one would look for them. */
function Reason({ children }: { children: string }) {
  return <p className="basis-full text-xs text-third">{children}.</p>;
}

function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (isNotFound(error)) {
    return <EmptyState title="Expense not found">It may have been deleted.</EmptyState>;
  }
  return (
    <ErrorState title="Couldn't load the expense." onRetry={onRetry}>
      {error.message}
    </ErrorState>
  );
}

function PanelSkeleton() {
  return (
    <Loading label="Loading expense...">
      <SheetSection title="Expense Summary">
        <Skeleton className="mb-4 h-8 w-36" />
        {Array.from({ length: 3 }, (_, row) => (
          <Skeleton key={row} className="mb-3 h-4 w-full" />
        ))}
      </SheetSection>
      <SheetSection title="Member Breakdown">
        {Array.from({ length: 6 }, (_, row) => (
          <div key={row} className="flex h-9.5 items-center gap-2">
            <Skeleton className="size-6 rounded-full" />
            <Skeleton className="h-3.5 w-32" />
            <Skeleton className="ml-auto h-3.5 w-20" />
          </div>
        ))}
      </SheetSection>
    </Loading>
  );
}
