import { useQuery } from '@tanstack/react-query';
import { plural } from '#kit/counts.ts';
import type { Id } from '#kit/id.ts';
import { type Cents, formatMoney, sumCents } from '#kit/money.ts';
import { maySeeAllWallets } from '#kit/role.ts';
import { useSession } from '#web/api/session.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { Sheet, SheetSection } from '#web/ui/overlays/sheet.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import type { Payment } from '../../settle-up.ts';
import { standingsQuery } from '../balances-query.ts';
import { unknownName } from '../people.ts';
import { HowToPayButton } from './how-to-pay-button.tsx';
import { type Party, PaymentList } from './payment-list.tsx';
import { settleUpQuery } from './settle-up-query.ts';
import { StandingSummary } from './standing-summary.tsx';

/** What a member has or has to pay and their payments, then the other payments that clear everything. */
export function SettleUpPanel({
  member,
  open,
  onClose,
  onWhy,
  onSettleAll,
}: {
  /** The member whose payments are listed first; by default the user. */
  member: Id<'member'> | undefined;
  open: boolean;
  onClose: () => void;
  onWhy: (member: Id<'member'>) => void;
  onSettleAll: () => void;
}) {
  const standings = useQuery(standingsQuery);
  const plan = useQuery(settleUpQuery);
  const { me, chapter } = useSession();
  const seesAll = maySeeAllWallets(me.role, chapter.membersSeeWallets);
  const first = seesAll && member ? member : me.memberId;
  const names = new Map(standings.data?.items.map((item) => [item.memberId, item.name]));
  const toParty = (memberId: Id<'member'> | null): Party => ({
    memberId,
    name: memberId === null ? 'The chapter' : (names.get(memberId) ?? unknownName),
    isMe: memberId === me.memberId,
  });
  const isTheirs = ({ from, to }: Payment) => from === first || to === first;
  const failed = plan.isError ? plan : standings;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="Settle Up"
      description="Payments that settle everyone up: open expenses and wallets"
      subjectId="settle-up"
      footer={
        standings.data?.items.some((item) => item.open !== 0) && (
          <Button className="flex-1" onClick={onSettleAll}>
            Settle Expenses...
          </Button>
        )
      }
    >
      <div className="m-5 rounded-card border border-line px-4 py-3">
        <StandingSummary
          memberId={first}
          onOpenShares={() => onWhy(first)}
          actions={first === me.memberId && <HowToPayButton />}
        />
        {plan.data && standings.data && (
          <>
            {plan.data.items.some(isTheirs) && (
              <p className="mb-1 text-xs text-third">
                {describeRoutes(
                  plan.data.items.some(({ from, to }) => from === me.memberId && to !== null) &&
                    first === me.memberId &&
                    chapter.saysHowToPay,
                )}
              </p>
            )}
            <PaymentList
              label={first === me.memberId ? 'Your payments' : `${toParty(first).name}'s payments`}
              payments={plan.data.items.filter(isTheirs)}
              toParty={toParty}
              onWhy={onWhy}
            />
          </>
        )}
      </div>
      {plan.data && standings.data ? (
        <OtherPayments
          payments={plan.data.items.filter((payment) => !isTheirs(payment))}
          seesAll={seesAll}
          areTherePayments={plan.data.items.length > 0}
          left={plan.data.left}
          smallest={plan.data.smallestPayment}
          toParty={toParty}
          onWhy={onWhy}
        />
      ) : plan.isError || standings.isError ? (
        <ErrorState
          title="Couldn't load the payments."
          onRetry={() => void failed.refetch()}
          isRetrying={failed.isFetching}
        >
          {failed.error?.message}
        </ErrorState>
      ) : (
        <Loading label="Loading payments...">
          <SkeletonRows rows={5} />
        </Loading>
      )}
    </Sheet>
  );
}

function OtherPayments({
  payments,
  seesAll,
  areTherePayments,
  left,
  smallest,
  toParty,
  onWhy,
}: {
  payments: readonly Payment[];
  /** If not, the plan is about the user alone. */
  seesAll: boolean;
  /** Whether anyone has to pay anything now. */
  areTherePayments: boolean;
  left: readonly Payment[];
  smallest: Cents;
  toParty: (memberId: Id<'member'> | null) => Party;
  onWhy: (member: Id<'member'>) => void;
}) {
  const note = left.length > 0 && (
    <p className="text-xs text-third">{describeLeft(left, smallest)}</p>
  );
  if (!areTherePayments) {
    return (
      <EmptyState
        title={
          left.length > 0
            ? 'Nothing to pay now'
            : seesAll
              ? 'Everyone is settled up'
              : "You're settled up"
        }
      >
        {note || 'No payments needed, for open expenses or US dollar wallets.'}
      </EmptyState>
    );
  }
  if (!seesAll) return <div className="px-5">{note}</div>;
  return (
    <SheetSection
      title={payments.length > 0 ? plural(payments.length, 'other payment') : 'No other payments'}
    >
      <p className="mb-2 text-xs text-third">
        These payments are suggestions. No money moves until someone pays.
      </p>
      {note}
      <PaymentList label="Other payments" payments={payments} toParty={toParty} onWhy={onWhy} />
    </SheetSection>
  );
}

function describeRoutes(canPayChapter: boolean): string {
  return canPayChapter
    ? `Pay the chapter all of it (How to Pay), or the people below directly. ${whyThese}`
    : whyThese;
}

const whyThese =
  "Settle Up nets everyone's balances into the fewest payments, whoever shared the expenses.";

function describeLeft(left: readonly Payment[], smallest: Cents): string {
  const total = formatMoney(sumCents(left.map(({ amount }) => amount)));
  return left.length === 1
    ? `1 amount below ${formatMoney(smallest)} is left for next time, ${total}.`
    : `${left.length} amounts below ${formatMoney(smallest)} are left for next time, ${total} in total.`;
}
