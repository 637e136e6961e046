import { useQuery, useQueryClient } from '@tanstack/react-query';
import CalendarCheck from 'lucide-react/icons/calendar-check';
import { formatNearDay } from '#features/wallets/due-words.ts';
import { SettlementWallet } from '#features/wallets/web/shared/settlement-wallet.tsx';
import { cents, formatMoney } from '#kit/money.ts';
import { useSession } from '#web/api/session.ts';
import { AsOf } from '#web/screen/as-of.tsx';
import { useToday } from '#web/screen/use-today.ts';
import { Card } from '#web/ui/card.tsx';
import { countShown, ListView } from '#web/ui/list-view.tsx';
import { Money } from '#web/ui/money.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { QueryView, StaleNotice } from '#web/ui/states/query-view.tsx';
import { LoadingRows } from '#web/ui/states/skeleton.tsx';
import type { MemberDuesDetail } from '../../contract.ts';
import { ItemRows } from '../charges/item-rows.tsx';
import { describeDues } from '../dues-words.ts';
import { memberDuesQuery } from '../queries.ts';
import { StatusWords } from '../status-words.tsx';
import type { DuesAddress } from '../use-dues-address.ts';
import { Debts } from './debts.tsx';
import { Pay } from './pay.tsx';

/** What the user has due, and what the chapter asked of them so far. */
export function OwnDues({ address }: { address: DuesAddress }) {
  const { me } = useSession();
  const client = useQueryClient();
  const { page = 1 } = address.search;
  const dues = useQuery(memberDuesQuery(me.memberId, page));
  const loading = <LoadingRows label="Loading your dues..." rows={3} />;
  const failure = "Couldn't load your dues.";
  return (
    <>
      <PageHeader title="Dues" />
      <div className="flex max-w-3xl flex-col gap-4">
        <Card title="Due" actions={dues.data && <Pay dues={dues.data} />}>
          <QueryView query={dues} loading={loading} failure={failure}>
            {(data) => (
              <>
                <StaleNotice title={failure} query={dues} className="mb-4" />
                <Due dues={data} />
                <AsOf query={dues} />
              </>
            )}
          </QueryView>
        </Card>
        {dues.data && (
          <Card title="Charges" isFlush>
            <ListView
              query={dues}
              page={page}
              getPage={({ charges }) => charges}
              loading={loading}
              failure={failure}
              empty={
                <EmptyState title="No charges yet" icon={<CalendarCheck />}>
                  What the chapter asks of you is listed here.
                </EmptyState>
              }
              onPageChange={address.changePage}
              onPageIntent={(next) => void client.prefetchQuery(memberDuesQuery(me.memberId, next))}
              label="Pages of charges"
              summary={countShown('charge')}
            >
              {({ charges }) => (
                <div className="border-t border-line">
                  <ItemRows items={charges.items} />
                </div>
              )}
            </ListView>
          </Card>
        )}
      </div>
    </>
  );
}

function Due({ dues }: { dues: MemberDuesDetail }) {
  const today = useToday();
  const { open, credit, waiting, debts, pausedUntil } = dues;
  if (open === 0) {
    return (
      <p className="text-second">
        Nothing due.
        {credit > 0 && ` You have a credit of ${formatMoney(credit)}, which is used first.`}
      </p>
    );
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Money cents={open} className="text-title-phone font-semibold" />
        <StatusWords
          words={describeDues({ ...dues, waiting: cents(0), pausedUntil: null }, today)}
        />
      </div>
      {waiting > 0 && (
        <p className="mt-1 text-second">
          Your payment of {formatMoney(waiting)} is waiting to be confirmed.
        </p>
      )}
      {pausedUntil !== null && pausedUntil >= today && (
        <p className="mt-1 text-second">
          Reminders are paused until {formatNearDay(pausedUntil, today)}.
        </p>
      )}
      <div className="mt-2">
        <Debts debts={debts} today={today} />
        <SettlementWallet memberId={dues.member.id} />
      </div>
    </>
  );
}
