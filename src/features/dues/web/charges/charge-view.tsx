import { useQuery } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { EventLink } from '#features/events/web/shared/event-link.tsx';
import { formatDay, formatShortDate, localToDay } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { formatMoney } from '#kit/money.ts';
import { useSession } from '#web/api/session.ts';
import { useToday } from '#web/screen/use-today.ts';
import { MoneyButton } from '#web/ui/actions/money-button.tsx';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { QueryView, StaleNotice } from '#web/ui/states/query-view.tsx';
import { LoadingRows } from '#web/ui/states/skeleton.tsx';
import { stateOf } from '../../charge-state.ts';
import type { ChargeDetail, ChargeItem } from '../../contract.ts';
import { describeCharge } from '../dues-words.ts';
import { chargeQuery, doorQuery } from '../queries.ts';
import type { DuesAddress } from '../use-dues-address.ts';
import { ItemTable } from './item-table.tsx';

const refreshMilliseconds = 30_000;

export function ChargeView({
  chargeId,
  address,
}: {
  chargeId: Id<'charge'>;
  address: DuesAddress;
}) {
  const query = useQuery({ ...chargeQuery(chargeId), refetchInterval: refreshMilliseconds });
  const charge = query.data;
  const { timeZone } = useSession().chapter;
  const failure = "Couldn't load the charge.";
  return (
    <>
      <PageHeader
        back={
          <TextLink
            to="/dues"
            search={{ view: 'charges' }}
            className="inline-flex items-center gap-1.5"
          >
            <ArrowLeft aria-hidden="true" className="size-4" />
            All Charges
          </TextLink>
        }
        title={<span className="wrap-anywhere">{charge?.title ?? 'Charge'}</span>}
        subtitle={charge ? describe(charge) : ' '}
        actions={charge && <ChargeActions charge={charge} address={address} />}
      />
      <Card
        title="Members"
        description={
          charge &&
          `Charged by ${charge.createdBy.name} on ${formatShortDate(charge.createdAt, timeZone)}`
        }
        isFlush
      >
        <QueryView
          query={query}
          loading={<LoadingRows label="Loading the charge..." rows={6} />}
          failure={failure}
          notFound={
            <EmptyState title="Charge not found">It may belong to another chapter.</EmptyState>
          }
        >
          {({ items, note, occurrenceId }) => (
            <>
              {occurrenceId && <ForEvent occurrenceId={occurrenceId} />}
              {note && (
                <p className="px-4 pb-4 whitespace-pre-line text-second wrap-anywhere sm:px-5">
                  {note}
                </p>
              )}
              <StaleNotice
                title={failure}
                query={query}
                className="border-b border-line px-4 py-3 sm:px-5"
              />
              <ItemTable items={items.toSorted(compareOpenFirst)} address={address} />
            </>
          )}
        </QueryView>
      </Card>
    </>
  );
}

function ForEvent({ occurrenceId }: { occurrenceId: Id<'occurrence'> }) {
  const { data, isError } = useQuery(doorQuery(occurrenceId));
  return (
    <p className="px-4 pb-4 text-second wrap-anywhere sm:px-5">
      For{' '}
      {data ? (
        <>
          <EventLink
            occurrence={{ ...data.event, occurrenceId }}
            className="touch-target text-primary-ink underline-offset-3 hover:underline"
          >
            {data.event.title}
          </EventLink>
          , {formatDay(localToDay(data.event.localStart))}
        </>
      ) : (
        `an event${isError ? ", which couldn't be loaded" : ''}`
      )}
    </p>
  );
}

/** What is open comes first, the longest late before all. */
const compareOpenFirst = (one: ChargeItem, other: ChargeItem): number =>
  Number(other.open > 0) - Number(one.open > 0) ||
  (one.open > 0 ? one.dueOn.localeCompare(other.dueOn) : 0);

const describe = (charge: ChargeDetail): string =>
  [
    `Due ${formatDay(charge.dueOn)}`,
    describeCharge(charge),
    ...(charge.waived > 0 ? [`${formatMoney(charge.waived)} waived`] : []),
    ...(charge.category ? [charge.category] : []),
  ].join(' · ');

function ChargeActions({ charge, address }: { charge: ChargeDetail; address: DuesAddress }) {
  const today = useToday();
  const isAnyLate = charge.items.some((item) => stateOf(item, today) === 'late');
  return (
    <>
      {isAnyLate && !charge.isLateFee && (
        <MoneyButton onClick={() => address.askOfCharge('late-fee', charge.id)}>
          Charge Late Fee...
        </MoneyButton>
      )}
      {charge.itemCount > 0 && (
        <MoneyButton onClick={() => address.askOfCharge('cancel-charge', charge.id)}>
          Cancel Charge...
        </MoneyButton>
      )}
    </>
  );
}
