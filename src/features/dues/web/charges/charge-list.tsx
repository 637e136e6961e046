import { useQuery, useQueryClient } from '@tanstack/react-query';
import CalendarCheck from 'lucide-react/icons/calendar-check';
import { opensRow, rowsThatOpen } from '#features/expenses/web/shared/open-clicked-row.ts';
import { describeDue } from '#features/wallets/due-words.ts';
import { useToday } from '#web/screen/use-today.ts';
import { MoneyButton } from '#web/ui/actions/money-button.tsx';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { countShown, ListView } from '#web/ui/list-view.tsx';
import { Money } from '#web/ui/money.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { LoadingRows } from '#web/ui/states/skeleton.tsx';
import { describeCharge } from '../dues-words.ts';
import { chargeListQuery } from '../queries.ts';
import type { DuesAddress } from '../use-dues-address.ts';

/** What the chapter has asked of its members, the newest due day first. */
export function ChargeList({ address }: { address: DuesAddress }) {
  const { page = 1 } = address.search;
  const today = useToday();
  const client = useQueryClient();
  return (
    <Card label="Charges" isFlush>
      <ListView
        query={useQuery(chargeListQuery(page))}
        page={page}
        getPage={(data) => data}
        loading={<LoadingRows label="Loading charges..." rows={4} />}
        failure="Couldn't load the charges."
        empty={
          <EmptyState
            title="No charges yet"
            icon={<CalendarCheck />}
            action={<MoneyButton onClick={() => address.newCharge()}>New Charge</MoneyButton>}
          >
            Charge dues once, and the list says who is late.
          </EmptyState>
        }
        onPageChange={address.changePage}
        onPageIntent={(next) => void client.prefetchQuery(chargeListQuery(next))}
        label="Pages of charges"
        summary={countShown('charge')}
      >
        {({ items }) => (
          <ul aria-label="Charges" className="divide-y divide-soft" {...rowsThatOpen}>
            {items.map((charge) => (
              <li
                key={charge.id}
                className="flex cursor-pointer items-center justify-between gap-4 px-4 py-3 hover:bg-hover sm:px-5"
              >
                <div className="min-w-0">
                  <TextLink
                    {...opensRow}
                    to="/dues"
                    search={{ charge: charge.id }}
                    className="font-medium text-ink! wrap-anywhere"
                  >
                    {charge.title}
                  </TextLink>
                  <p className="text-xs text-third">
                    {[
                      ...(charge.open > 0 ? [describeDue(charge.dueOn, today)] : []),
                      describeCharge(charge),
                    ].join(' · ')}
                  </p>
                </div>
                <Money cents={charge.amount} className="font-semibold" />
              </li>
            ))}
          </ul>
        )}
      </ListView>
    </Card>
  );
}
