import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { MemberBalancesCard } from '#features/expenses/web/balances/member-balances-card.tsx';
import { balancesQuery } from '#features/expenses/web/balances-query.ts';
import { ExpenseCards } from '#features/expenses/web/list/expense-cards.tsx';
import { ExpenseStatus } from '#features/expenses/web/list/expense-status.tsx';
import { ExpenseTable } from '#features/expenses/web/list/expense-table.tsx';
import { readOrder } from '#features/expenses/web/list/sorting.ts';
import type { Id } from '#kit/id.ts';
import { cents } from '#kit/money.ts';
import { SessionContext } from '#web/api/session.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { Money } from '#web/ui/money.tsx';
import { Sheet, SheetSection } from '#web/ui/overlays/sheet.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { useMedia } from '#web/ui/use-media.ts';
import { expenses, people, session } from './fixtures.ts';

const client = new QueryClient({
  defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } },
});
client.setQueryData(balancesQuery.queryKey, {
  items: people.map(({ id, name, balance }) => ({
    participantId: id,
    name,
    balance: cents(balance),
  })),
  company: cents(0),
});

const zone = session.chapter.timeZone;
const columns = people.slice(0, 6);
const noop = () => undefined;

/** The balances, table and list of the expenses screen, with fixtures as data. */
export function Expenses() {
  const [openId, setOpenId] = useState<Id<'expense'>>();
  const [order, setOrder] = useState(readOrder({}));
  const [page, setPage] = useState(1);
  const isWide = useMedia('(width >= 48rem)');
  const open = expenses.find(({ id }) => id === openId);
  const handlers = { view: setOpenId, ask: noop };
  const listed = { expenses, people: columns, zone, handlers };
  return (
    <SessionContext value={session}>
      <QueryClientProvider client={client}>
        <MemberBalancesCard address={{ showBalance: noop }} />
        <Card title="Expense Breakdown" isFlush>
          {isWide ? (
            <ExpenseTable
              {...listed}
              columns={columns}
              openId={openId}
              order={order}
              onSort={(change) => setOrder(change)}
            />
          ) : (
            <ExpenseCards {...listed} order={order} me={session.me.memberId} />
          )}
          <Pagination
            page={page}
            totalPages={3}
            onPageChange={setPage}
            summary="Showing 6 of 118 expenses"
          />
        </Card>
        <Sheet
          open={open !== undefined}
          onClose={() => setOpenId(undefined)}
          subjectId={openId}
          title={open?.title}
          titleEnd={open && <ExpenseStatus expense={open} />}
          description={open && <DateText at={open.expenseDate} zone={zone} format="dateTime" />}
          footer={<Button variant="primary">Settle Expense</Button>}
        >
          <SheetSection title="Expense Summary">
            <Money cents={open?.amount ?? cents(0)} className="text-figure font-semibold" />
          </SheetSection>
        </Sheet>
      </QueryClientProvider>
    </SessionContext>
  );
}
