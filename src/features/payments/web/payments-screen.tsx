import { useQuery, useQueryClient } from '@tanstack/react-query';
import HandCoins from 'lucide-react/icons/hand-coins';
import ListChecks from 'lucide-react/icons/list-checks';
import Plus from 'lucide-react/icons/plus';
import { formatMoney, sumCents } from '#kit/money.ts';
import { call } from '#web/api/call.ts';
import { readAllPages } from '#web/api/read-all-pages.ts';
import { useSession } from '#web/api/session.ts';
import { useMayCall } from '#web/api/use-may-call.ts';
import { CsvButton } from '#web/screen/csv-button.tsx';
import { maxExported } from '#web/screen/csv-export.ts';
import { maxPrinted, PrintButton } from '#web/screen/print-button.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { MoneyButton } from '#web/ui/actions/money-button.tsx';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { countShown, ListView } from '#web/ui/list-view.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { LoadingRows } from '#web/ui/states/skeleton.tsx';
import { paymentCalls, paymentStatuses } from '../contract.ts';
import { keepsTheBooks } from '../payment.ts';
import { paymentsCsv } from '../payments-csv.ts';
import { PaymentOverlays } from './payment-overlays.tsx';
import { PaymentRows } from './payment-rows.tsx';
import { statusNames } from './payment-words.ts';
import { toPrintedPayments } from './printed-payments.ts';
import { type PaymentFilter, paymentListQuery, waitingPaymentsQuery } from './queries.ts';
import { useActs } from './use-acts.ts';
import { type PaymentsAddress, usePaymentsAddress } from './use-payments-address.ts';

/** What members and the chapter have paid each other, those that wait for the member first. */
export function PaymentsScreen() {
  const address = usePaymentsAddress();
  const mayRecordMany = useMayCall()(paymentCalls.recordBatch);
  return (
    <>
      <PageHeader
        title="Payments"
        actions={
          <>
            {mayRecordMany && (
              <MoneyButton
                icon={<ListChecks aria-hidden="true" />}
                onClick={() => address.recordMany()}
              >
                Record Several
              </MoneyButton>
            )}
            <MoneyButton
              variant="primary"
              icon={<Plus aria-hidden="true" />}
              onClick={() => address.record()}
            >
              Record Payment
            </MoneyButton>
          </>
        }
      />
      <div className="flex flex-col gap-4">
        <WaitingForYou address={address} />
        <Card
          title={address.search.deposit ? 'Payments of One Deposit' : 'All Payments'}
          description={address.search.deposit && <DepositSum address={address} />}
          isFlush
          actions={
            <Select
              label="Filter by status"
              isLabelHidden
              look="toolbar"
              value={address.search.status ?? 'all'}
              options={[
                { value: 'all', label: 'Any status' },
                ...paymentStatuses.map((value) => ({ value, label: statusNames[value] })),
              ]}
              onValueChange={(value) => address.showStatus(value === 'all' ? undefined : value)}
            />
          }
        >
          <Payments address={address} />
        </Card>
      </div>
      <PaymentOverlays address={address} />
    </>
  );
}

function WaitingForYou({ address }: { address: PaymentsAddress }) {
  const actsOf = useActs();
  const { data } = useQuery(waitingPaymentsQuery);
  const waiting = data?.filter((payment) => actsOf(payment).has('confirm')) ?? [];
  if (waiting.length === 0) return null;
  return (
    <Card
      title="Waiting for You"
      description="Nothing is posted to wallets until these are confirmed"
      isFlush
    >
      <PaymentRows
        label="Payments waiting for you"
        payments={waiting}
        offersDecision
        address={address}
      />
    </Card>
  );
}

/** What the bank shows of a deposit, as long as nothing of it was reversed. */
function DepositSum({ address }: { address: PaymentsAddress }) {
  const { page = 1, status, deposit: depositId } = address.search;
  const { data } = useQuery(paymentListQuery({ page, status, depositId }));
  const total = sumCents(data?.items.map(({ amount }) => amount) ?? []);
  return (
    <>
      <span className="tabular">{data && `${formatMoney(total)} in all. `}</span>
      <TextButton onClick={() => address.showAll()}>Show All Payments</TextButton>
    </>
  );
}

function Payments({ address }: { address: PaymentsAddress }) {
  const { me } = useSession();
  const client = useQueryClient();
  const { page = 1, status, deposit: depositId } = address.search;
  const filter: PaymentFilter = { status, depositId };
  const isFiltered = status !== undefined || depositId !== undefined;
  const list = useQuery(paymentListQuery({ page, ...filter }));
  return (
    <ListView
      query={list}
      page={page}
      getPage={(data) => data}
      loading={<LoadingRows label="Loading payments..." rows={5} />}
      failure="Couldn't load the payments."
      empty={
        <EmptyState
          title={isFiltered ? 'No payments found' : 'No payments yet'}
          icon={<HandCoins />}
          action={
            isFiltered && <Button onClick={() => address.showAll()}>Show All Payments</Button>
          }
        >
          {isFiltered
            ? 'No payment has this status.'
            : keepsTheBooks(me)
              ? 'Record what members paid or received. It counts at once.'
              : 'Record what you paid or received; the other side or a treasurer confirms it.'}
        </EmptyState>
      }
      onPageChange={address.changePage}
      onPageIntent={(next) =>
        void client.prefetchQuery(paymentListQuery({ page: next, ...filter }))
      }
      label="Pages of payments"
      summary={countShown('payment')}
      summaryEnd={
        <>
          <ExportButton filter={filter} />
          <PrintButton
            read={async () => {
              const { items, totalCount } = await readPayments(filter, maxPrinted);
              return toPrintedPayments(items, totalCount, status);
            }}
            shown={() =>
              list.data && !list.isPlaceholderData
                ? toPrintedPayments(list.data.items, list.data.totalCount, status)
                : undefined
            }
          />
        </>
      }
      hasSummaryAlways
    >
      {({ items }) => <PaymentRows label="Payments" payments={items} address={address} />}
    </ListView>
  );
}

/** Exports all payments under the filter that the member may see. */
function ExportButton({ filter }: { filter: PaymentFilter }) {
  const { chapter } = useSession();
  const read = async () => {
    const { items, isComplete } = await readPayments(filter, maxExported);
    return { text: paymentsCsv(items, chapter.timeZone), count: items.length, isComplete };
  };
  return <CsvButton fileName="Payments.csv" noun="payment" read={read} />;
}

const readPayments = (filter: PaymentFilter, most: number) =>
  readAllPages(
    most,
    async (request) =>
      (await call(paymentCalls.list, { query: { ...filter, ...request } })).payments,
  );
